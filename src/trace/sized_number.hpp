#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpmem::trace {

// A whole number, decimal or 0x hex, with Ki, Mi or Gi (powers of 1,024) or K, M or G (of 1,000) behind it if need be.
// None when it is anything else or does not fit 64 bits.
std::optional<std::uint64_t> sized_number(std::string_view text);

}  // namespace warpmem::trace
