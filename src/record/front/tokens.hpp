// Preprocessed C++ text as tokens. Only text of the user's own files becomes tokens; what system headers hold is passed
// over, so that it reaches the compiler as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpmem::front {

enum class TokenKind : std::uint8_t { identifier, number, string, character, punctuation };

// '<' and '>' are always tokens of one character: whether they open, close, shift or launch is for the grammar to say.
struct Token {
  std::string_view text;
  std::size_t begin = 0;   // offset of its first byte in the text
  std::uint32_t line = 0;  // in its file, from 1
  std::uint32_t file = 0;  // index into Tokens::files
  TokenKind kind = TokenKind::punctuation;
};

struct Tokens {
  std::string_view text;
  std::vector<std::string> files;
  std::vector<Token> list;
};

// `text` is what `g++ -E` printed, or plain source, which then counts as the user's file "". Files that a line marker calls a
// system header, and those whose path begins with `ours`, are passed over. The result refers to `text`.
Tokens tokenise(std::string_view text, std::string_view ours = {});

}  // namespace warpmem::front
