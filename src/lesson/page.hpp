// The text of a lesson: Markdown with a few directives. text/LANGUAGE/NAME.md; docs/lessons.md says what may stand in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::lesson {

struct Block {
  enum class Kind { paragraph, heading, table, source, draw, bars, formulas, ask, belief };
  struct Option {
    std::string letter, text;
    std::string evidence;  // what was measured, behind "::"; may be empty
  };
  Kind kind = Kind::paragraph;
  unsigned line = 0;                            // of the file, from 1
  std::vector<std::string> words;               // behind the directive
  std::string text;                             // lines joined; of a list item with its "- "
  std::vector<std::vector<std::string>> cells;  // of a table, its head first
  std::vector<Option> options;                  // of a question
};

struct Page {
  std::string title, summary;
  std::vector<Block> blocks;
};

// `path`: what errors are said to lie in.
Result<Page> parse_page(std::string_view text, const std::string& path);

}  // namespace warpmem::lesson
