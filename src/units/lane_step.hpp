// Whether lanes lie a constant step apart.
#pragma once

#include <bit>
#include <cstdint>

#include "units/lanes.hpp"

namespace warpmem {

// The step that all active lanes have, counted by lane number; false when there is none. One lane has step 0.
inline bool common_step(LaneMask lanes, const LaneAddresses& at, std::int64_t& step) {
  step = 0;
  int first = -1, last = -1;
  for (std::uint32_t left = lanes.bits; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (first < 0) {
      first = lane;
    } else if (last == first) {
      const auto apart = static_cast<std::int64_t>(at[static_cast<unsigned>(lane)] - at[static_cast<unsigned>(first)]);
      if (apart % (lane - first) != 0) return false;
      step = apart / (lane - first);
    } else if (at[static_cast<unsigned>(lane)] != at[static_cast<unsigned>(first)] + static_cast<std::uint64_t>(step * (lane - first))) {
      return false;
    }
    last = lane;
  }
  return true;
}

}  // namespace warpmem
