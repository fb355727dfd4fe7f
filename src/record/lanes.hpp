// Lanes of a warp as the bits of a word.
#pragma once

#include <bit>
#include <cstdint>

namespace warpmem::record {

// Calls `each` with the number of each lane, from the lowest.
template <class Each>
void each_lane(std::uint32_t lanes, Each&& each) {
  for (; lanes != 0; lanes &= lanes - 1) each(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace warpmem::record
