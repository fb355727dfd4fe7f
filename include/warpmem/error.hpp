// Errors are values. The library neither prints nor exits: a function that can fail returns Result<T>.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>

namespace warpmem {

enum class ErrorKind : std::uint8_t {
  usage,    // a wrong source or option name: exit status 2
  input,    // a bad trace, profile or configuration: exit status 3
  internal  // a broken invariant of ours: exit status 4
};

struct Error {
  ErrorKind kind = ErrorKind::input;
  std::string message;               // what is wrong and what was expected or to do, one sentence, no newline at the end
  std::string file{};                // "" when no file is concerned; "-" is standard input
  std::uint64_t line = 0;            // from 1; 0 when there is none
  std::uint64_t column = 0;          // from 1, in bytes; 0 when there is none
  std::string excerpt{};             // the offending line, or the part around the column; may be empty
  std::uint64_t excerpt_column = 0;  // where in the excerpt the caret goes, from 1; 0: no caret
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> usage_error(std::string message) { return tl::make_unexpected(Error{ErrorKind::usage, std::move(message)}); }
inline tl::unexpected<Error> input_error(std::string message, std::string file = {}, std::uint64_t line = 0, std::uint64_t column = 0) {
  return tl::make_unexpected(Error{ErrorKind::input, std::move(message), std::move(file), line, column});
}

}  // namespace warpmem
