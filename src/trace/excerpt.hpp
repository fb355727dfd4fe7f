// The part of a line that an error points at.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "warpmem/error.hpp"

namespace warpmem::trace {

// What is wrong in a line, before file and line are known. `at` counts bytes from 0.
struct Flaw {
  std::size_t at = 0;
  std::string message;
};
template <class T>
using Parsed = tl::expected<T, Flaw>;

inline tl::unexpected<Flaw> flaw(std::size_t at, std::string message) { return tl::make_unexpected(Flaw{at, std::move(message)}); }

// The error with the part of `text` around the flaw, at most some eighty bytes, control characters replaced.
Error error_at(const Flaw& found, std::string_view text, std::string file, std::uint64_t line);

}  // namespace warpmem::trace
