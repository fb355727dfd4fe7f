// Words in error messages: the nearest known one to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmem::trace {

// What to say after an unknown word: ", did you mean `X`?" with the nearest candidate, or ": expected a, b or c" when
// none is near.
std::string instead_of(std::string_view word, const std::vector<std::string_view>& candidates);

// Control characters and bytes that are not UTF-8 become question marks, tabs become blanks; the length stays.
void make_printable(std::string& text);

// The word as an error message can show it: cut when long, without control characters.
std::string shown(std::string_view word);
// The same between backquotes.
std::string quoted(std::string_view word);

}  // namespace warpmem::trace
