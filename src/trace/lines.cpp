#include "trace/lines.hpp"

#include <cstring>

#include "trace/utf8.hpp"

namespace warpmem::trace {

LineReader::LineReader(Input input) : input_(std::move(input)), buffer_(std::size_t{1} << 16) {}

Result<std::optional<std::string_view>> LineReader::next() {
  std::size_t searched = 0;
  for (;;) {
    const char* begin = buffer_.data() + begin_;
    const auto* newline = static_cast<const char*>(std::memchr(begin + searched, '\n', end_ - begin_ - searched));
    if (newline != nullptr || (ended_ && begin_ < end_)) {
      const std::size_t length = newline != nullptr ? static_cast<std::size_t>(newline - begin) : end_ - begin_;
      line_ = {begin, length};
      begin_ += length + (newline != nullptr ? 1 : 0);
      if (++number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.remove_prefix(3);
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      if (const std::size_t nul = line_.find('\0'); nul != line_.npos) return error({nul, "a NUL byte: expected text"});
      if (const std::size_t bad = find_invalid_utf8(line_); bad != line_.npos)
        return error({bad, "a byte that is not UTF-8: expected text"});
      return line_;
    }
    if (ended_) return std::nullopt;
    searched = end_ - begin_;
    if (searched > longest_line) {
      line_ = {};
      ++number_;
      return error({0, "the line is longer than " + std::to_string(longest_line) + " bytes"});
    }
    // Room for more: first what has been read is given up, then the buffer grows.
    std::memmove(buffer_.data(), begin, searched);
    begin_ = 0;
    end_ = searched;
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const Result<std::size_t> got = input_.read(buffer_.data() + end_, buffer_.size() - end_);
    if (!got) return tl::make_unexpected(got.error());
    end_ += *got;
    ended_ = *got == 0;
  }
}

}  // namespace warpmem::trace
