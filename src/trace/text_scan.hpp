// Words and numbers of one line.
#pragma once

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "trace/excerpt.hpp"
#include "trace/suggest.hpp"

namespace warpmem::trace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Walks over a line; `at` is the place of the next character in the line.
struct Scan {
  std::string_view line;
  std::size_t at = 0;

  bool done() const { return at >= line.size() || line[at] == '#'; }
  char here() const { return at < line.size() ? line[at] : '\0'; }
  void skip_blanks() {
    while (at < line.size() && is_blank(line[at])) ++at;
  }
  bool take(char c) {
    if (here() != c || at >= line.size()) return false;
    ++at;
    return true;
  }
  // Up to the next blank, comment or one of `stops`.
  std::string_view word(std::string_view stops = {}) {
    const std::size_t begin = at;
    while (at < line.size() && !is_blank(line[at]) && line[at] != '#' && stops.find(line[at]) == stops.npos) ++at;
    return line.substr(begin, at - begin);
  }
  // The word at `at`, for an error, without moving on.
  std::string_view word_here() const { return Scan{line, at}.word(); }
};

// A number without sign, decimal or 0x hex, at the scan's place. `what` names it in the error.
inline Parsed<std::uint64_t> scan_number(Scan& scan, std::string_view what) {
  const bool hex = scan.line.substr(scan.at).starts_with("0x") || scan.line.substr(scan.at).starts_with("0X");
  const char* const begin = scan.line.data() + scan.at + (hex ? 2 : 0);
  std::uint64_t value = 0;
  const std::from_chars_result result = std::from_chars(begin, scan.line.data() + scan.line.size(), value, hex ? 16 : 10);
  if (result.ec == std::errc::result_out_of_range) return flaw(scan.at, std::string(what) + " does not fit into 64 bits");
  if (result.ec != std::errc()) {
    if (scan.done()) return flaw(scan.at, "expected " + std::string(what) + ", a number, before the line's end");
    return flaw(scan.at, "expected " + std::string(what) + ", a number (decimal or 0x hex), instead of " + quoted(scan.word_here()));
  }
  scan.at = static_cast<std::size_t>(result.ptr - scan.line.data());
  return value;
}

// The same with nothing but a blank, a comment, the line's end or one of `stops` behind it.
inline Parsed<std::uint64_t> scan_whole_number(Scan& scan, std::string_view what, std::string_view stops = {}) {
  const std::size_t begin = scan.at;
  Parsed<std::uint64_t> value = scan_number(scan, what);
  if (value && !scan.done() && !is_blank(scan.here()) && stops.find(scan.here()) == stops.npos) {
    return flaw(begin, "expected " + std::string(what) + ", a number (decimal or 0x hex), instead of " +
                           quoted(Scan{scan.line, begin}.word(stops)));
  }
  return value;
}

// A word, or text in double quotes with \" and \\ inside it. Appended to `text`.
inline Parsed<bool> scan_text(Scan& scan, std::string& text) {
  const std::size_t begin = scan.at;
  if (!scan.take('"')) {
    text += scan.word();
    return true;
  }
  while (scan.at < scan.line.size()) {
    char c = scan.line[scan.at++];
    if (c == '"') return true;
    if (c == '\\' && scan.at < scan.line.size()) c = scan.line[scan.at++];
    text += c;
  }
  return flaw(begin, "a double quote without its end");
}

}  // namespace warpmem::trace
