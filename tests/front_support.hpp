// The rewriter's output without line markers and with blanks squeezed, so that a table can hold it.
#pragma once

#include <regex>
#include <string>

#include "record/front/rewrite.hpp"

namespace front_test {

inline std::string squeezed(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  // Blanks that a removed word leaves beside punctuation mean nothing.
  std::string tight;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == ' ' && i + 1 < out.size() && (out[i + 1] == ')' || out[i + 1] == ';' || out[i + 1] == ',')) continue;
    if (out[i] == ' ' && i > 0 && out[i - 1] == '(') continue;
    tight += out[i];
  }
  return tight;
}

// Symbols that hold the text's digest are shown without it.
inline std::string rewritten(const std::string& source) {
  static const std::regex digest("(warpmem_(shared|at)_)[0-9a-f]{16}_");
  const auto result = warpmem::front::rewrite(source);
  return result ? std::regex_replace(squeezed(result->text), digest, "$1") : "refused: " + result.error().message;
}

struct Row {
  const char* source;
  const char* text;
};

}  // namespace front_test
