#include "trace/suggest.hpp"

#include <algorithm>

#include "trace/utf8.hpp"
#include "units/nearest.hpp"

namespace warpmem::trace {
namespace {

// "a, b or c".
std::string one_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace

std::string instead_of(std::string_view word, const std::vector<std::string_view>& candidates) {
  const std::string_view best = nearest(word, candidates);
  return best.empty() ? ": expected " + one_of(candidates) : ", did you mean `" + std::string(best) + "`?";
}

void make_printable(std::string& text) {
  for (char& c : text) {
    if (c == '\t') c = ' ';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  for (std::size_t bad = find_invalid_utf8(text); bad != text.npos; bad = find_invalid_utf8(text)) text[bad] = '?';
}

std::string shown(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::size_t end = std::min(word.size(), longest);
  while (end < word.size() && end > 0 && continues_character(word[end])) --end;
  std::string text(word.substr(0, end));
  make_printable(text);
  if (end < word.size()) text += "...";
  return text;
}

std::string quoted(std::string_view word) {
  std::string text = "`";
  text += shown(word);
  return text += '`';
}

}  // namespace warpmem::trace
