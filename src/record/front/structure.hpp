// What of C++'s grammar the rewriter needs to know of a token: its bracket's other end, the scope around it, where its
// statement begins. Found in one pass, without names being looked up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "record/front/tokens.hpp"

namespace warpmem::front {

enum class Scope : std::uint8_t { space, type, block, list };  // namespace or file, class body, function body or block, {1, 2}

// A function's body.
struct Body {
  std::size_t head = 0;  // the first token of its declaration
  std::size_t open = 0;  // its '{'
  std::size_t close = 0;
};

struct Structure {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> match;      // of ( ) [ ] { }: the index of the other one; none for other tokens and where it is missing
  std::vector<Scope> scope;            // of the innermost braces around the token
  std::vector<std::size_t> statement;  // the first token of the statement or declaration that the token is part of
  std::vector<Body> bodies;            // of functions at namespace or class scope, in order
};

Structure analyse(const std::vector<Token>& tokens);

// For a '<' that opens template arguments: the '>' that closes them; none when a statement ends first.
std::size_t closing_angle(const std::vector<Token>& tokens, const Structure& structure, std::size_t open);
// For a '>' that closes template arguments: the '<' that opened them; none when there is none.
std::size_t opening_angle(const std::vector<Token>& tokens, const Structure& structure, std::size_t close);

}  // namespace warpmem::front
