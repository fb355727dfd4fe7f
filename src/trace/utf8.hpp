// Names and lines are UTF-8, so that reports made of them are.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace warpmem::trace {

constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

inline bool is_ascii(std::string_view text) {
  std::uint64_t seen = 0;
  while (text.size() >= 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data(), 8);
    seen |= eight;
    text.remove_prefix(8);
  }
  for (const char c : text) seen |= static_cast<unsigned char>(c);
  return (seen & 0x8080808080808080U) == 0;
}

// The first byte that cannot stand where it does; npos: all can. Table 3-7 of the Unicode standard.
inline std::size_t find_invalid_utf8(std::string_view text) {
  if (is_ascii(text)) return text.npos;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const auto length = lead < 0x80 ? std::size_t{1} : static_cast<std::size_t>(std::countl_one(lead));
    const auto second = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool bad = length > 4 || (lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || i + length > text.size() ||
                     (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
                     (lead == 0xF4 && second > 0x8F);
    if (bad) return i;
    for (std::size_t k = 1; k < length; ++k) {
      if (!continues_character(text[i + k])) return i;
    }
    i += length;
  }
  return text.npos;
}

}  // namespace warpmem::trace
