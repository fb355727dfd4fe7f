// Which of a quadrant's ready warps issues next.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "warpmem/config.hpp"

namespace warpmem {

class IssuePolicy {
 public:
  explicit IssuePolicy(WarpScheduler kind = WarpScheduler::greedy_then_oldest) : kind_(kind) {}

  // `ready`: one bit per warp slot, not 0. `arrivals`: by slot, in the order in which warps came to the SM; may wrap
  // around. Returns the slot chosen and remembers it.
  unsigned pick(std::uint64_t ready, std::span<const std::uint32_t> arrivals) {
    last_ = kind_ == WarpScheduler::loose_round_robin ? after_last(ready) : (ready >> last_ & 1U) != 0 ? last_ : oldest(ready, arrivals);
    return last_;
  }

 private:
  unsigned after_last(std::uint64_t ready) const {
    const std::uint64_t later = last_ == 63 ? 0 : ready & ~std::uint64_t{0} << (last_ + 1);
    return static_cast<unsigned>(std::countr_zero(later != 0 ? later : ready));
  }
  static unsigned oldest(std::uint64_t ready, std::span<const std::uint32_t> arrivals) {
    auto best = static_cast<unsigned>(std::countr_zero(ready));
    for (ready &= ready - 1; ready != 0; ready &= ready - 1) {
      const auto slot = static_cast<unsigned>(std::countr_zero(ready));
      if (static_cast<std::int32_t>(arrivals[slot] - arrivals[best]) < 0) best = slot;
    }
    return best;
  }
  WarpScheduler kind_;
  unsigned last_ = 0;
};

}  // namespace warpmem
