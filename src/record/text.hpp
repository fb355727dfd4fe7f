// Numbers as messages show them.
#pragma once

#include <cstdint>
#include <string>

namespace warpmem::record {

inline std::string hex(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[value & 15U]);
    value >>= 4;
  } while (value != 0);
  return "0x" + digits;
}

// "(1,0,0)" of a linear number in a grid or block.
inline std::string place_text(std::uint64_t linear, std::uint64_t x, std::uint64_t y) {
  return '(' + std::to_string(linear % x) + ',' + std::to_string(linear / x % y) + ',' + std::to_string(linear / x / y) + ')';
}

}  // namespace warpmem::record
