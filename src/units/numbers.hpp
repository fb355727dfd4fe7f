#pragma once

#include <optional>
#include <string_view>

namespace warpmem {

// A number as users write it: decimal, with or without a fraction, or 0x hex; with Ki, Mi, Gi (powers of 1,024) or K, M, G
// (of 1,000) behind it if need be. None when it is anything else.
std::optional<double> number_of(std::string_view text);

}  // namespace warpmem
