// What the README shows is what the program prints.
#include <catch2/catch.hpp>

#include "cli_support.hpp"

using namespace cli_test;

namespace {

constexpr const char* prompt = "$ warpmem ";

// A fenced block that begins with a command, and what is to come of it.
struct Shown {
  std::string arguments, output;
};

std::vector<Shown> shown_in(const std::string& text) {
  std::vector<Shown> out;
  std::istringstream in(text);
  bool fenced = false;
  bool open = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      fenced = !fenced;
      open = false;
    } else if (fenced && line.starts_with(prompt)) {
      out.push_back({line.substr(std::string(prompt).size()), {}});
      open = true;
    } else if (open) {
      out.back().output += line + '\n';
    }
  }
  return out;
}

}  // namespace

TEST_CASE("the README's outputs are real") {
  const auto all = shown_in(read_file(WARPMEM_SOURCE_DIR "/README.md"));
  CHECK(all.size() >= 2);
  for (const Shown& shown : all) {
    CAPTURE(shown.arguments);
    const Outcome o = warpmem(shown.arguments, {}, "cd '" WARPMEM_SOURCE_DIR "' &&");
    CHECK(o.status == 0);
    CHECK(o.out == shown.output);
  }
}
