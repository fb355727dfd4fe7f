// The names that a declaration declares.
#pragma once

#include <cstddef>
#include <vector>

#include "record/front/unit.hpp"

namespace warpmem::front {

// One declared name of `T a[3], *b;`.
struct Declarator {
  std::size_t first = 0;    // its first token; of the first declarator: the declaration's
  std::size_t name = 0;     // the name
  std::size_t bracket = 0;  // the '[' that follows the name, 0 when none does
  std::size_t end = 0;      // the ',' or ';' after it
  bool pointer = false;     // a '*' or '&' stands before the name
  std::size_t initial = 0;  // its '=' or '{', 0 when there is none
};

// The first token of a declaration after labels (`case 1:`, `public:`) and `template <..>`.
std::size_t declaration_begin(const Unit& unit, std::size_t statement);

// All names declared from `begin` to the ';'; empty when no name or no end is found, or when it is a function.
std::vector<Declarator> declarators(const Unit& unit, std::size_t begin);

// Whether one of the tokens from `begin` up to `end`, outside brackets and template arguments, reads so.
std::size_t find_word(const Unit& unit, std::size_t begin, std::size_t end, std::string_view word);

}  // namespace warpmem::front
