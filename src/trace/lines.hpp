// Lines of a text input, one at a time, numbered.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trace/bytes.hpp"
#include "trace/excerpt.hpp"

namespace warpmem::trace {

class LineReader {
 public:
  static constexpr std::size_t longest_line = 1 << 20;  // bytes

  explicit LineReader(Input input);
  // The next line without its end, valid until the next call; nullopt at the end. A byte order mark is passed over; a
  // line longer than longest_line is an error that does not hold the line.
  Result<std::optional<std::string_view>> next();
  std::uint64_t number() const { return number_; }  // of the line last handed out, from 1
  const Input& input() const { return input_; }
  // The flaw in the line last handed out.
  tl::unexpected<Error> error(const Flaw& found) const { return tl::make_unexpected(error_at(found, line_, input_.name(), number_)); }

 private:
  Input input_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // unread part of the buffer
  bool ended_ = false;
  std::uint64_t number_ = 0;
  std::string_view line_;
};

}  // namespace warpmem::trace
