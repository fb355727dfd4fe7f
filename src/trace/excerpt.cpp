#include "trace/excerpt.hpp"

#include <algorithm>

#include "trace/suggest.hpp"
#include "trace/utf8.hpp"

namespace warpmem::trace {
namespace {

constexpr std::size_t before = 40;
constexpr std::size_t after = 40;

}  // namespace

Error error_at(const Flaw& found, std::string_view text, std::string file, std::uint64_t line) {
  Error error{ErrorKind::input, found.message, std::move(file), line, found.at + 1};
  const std::size_t at = std::min(found.at, text.size());
  std::size_t begin = text.size() <= before + after || at <= before ? 0 : at - before;
  std::size_t end = text.size() <= before + after ? text.size() : std::min(text.size(), std::max(at, before) + after);
  while (begin > 0 && begin < at && continues_character(text[begin])) ++begin;
  while (end < text.size() && end > at && continues_character(text[end])) --end;

  if (begin > 0) error.excerpt = "...";
  const std::size_t lead = error.excerpt.size();
  error.excerpt += text.substr(begin, end - begin);
  if (end < text.size()) error.excerpt += "...";
  make_printable(error.excerpt);
  error.excerpt_column = error.excerpt.empty() ? 0 : at - begin + lead + 1;
  return error;
}

}  // namespace warpmem::trace
