// Characters of UTF-8 text and the columns of a terminal that they take.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpmem::report {

struct Character {
  std::string_view bytes;
  std::uint32_t code = 0;
  // Han, kana, Hangul and full-width forms take two columns (Unicode's East Asian Width W and F, by blocks).
  bool wide() const {
    return (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF && code != 0x303F) ||
           (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) || (code >= 0xFE30 && code <= 0xFE6F) ||
           (code >= 0xFF00 && code <= 0xFF60) || (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x20000 && code <= 0x3FFFD);
  }
  // No line of Chinese begins with one of these, or ends with one of those.
  bool closes() const { return within(U"，。、；：！？）》」』】”’…—"); }
  bool opens() const { return within(U"（《「『【“‘"); }

 private:
  bool within(std::u32string_view set) const { return set.find(static_cast<char32_t>(code)) != set.npos; }
};

// The character that begins at `at`; a byte that begins none counts as one by itself.
inline Character character(std::string_view text, std::size_t at) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(at);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (at + length > text.size()) return {text.substr(at, 1), lead};
  std::uint32_t code = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(at + i) & 0x3FU);
  return {text.substr(at, length), code};
}

}  // namespace warpmem::report
