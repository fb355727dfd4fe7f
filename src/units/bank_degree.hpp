// How many times the busiest of 32 banks is asked: the number of passes that a 32-bank memory needs.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpmem {

// Adds one-bit-per-bank masks with bit-sliced counters: plane i holds bit i of all 32 counts, so that a mask is added
// to 32 counters with a handful of word operations. Counts up to 63.
class BankDegree {
 public:
  void add(std::uint32_t banks) {
    for (auto& plane : planes_) {
      const std::uint32_t carry = plane & banks;
      plane ^= banks;
      banks = carry;
      if (banks == 0) return;
    }
  }
  // The largest count.
  unsigned max() const {
    unsigned degree = 0;
    std::uint32_t busiest = ~0U;
    for (unsigned i = static_cast<unsigned>(planes_.size()); i-- > 0;) {
      if (const std::uint32_t left = busiest & planes_[i]) {
        degree |= 1U << i;
        busiest = left;
      }
    }
    return degree;
  }
  unsigned count(unsigned bank) const {
    unsigned n = 0;
    for (unsigned i = 0; i < planes_.size(); ++i) n |= (planes_[i] >> bank & 1U) << i;
    return n;
  }

 private:
  std::array<std::uint32_t, 6> planes_{};
};

}  // namespace warpmem
