// Puts what belongs to the cycles of one window in order of the cycle.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace warpmem {

class CycleOrder {
 public:
  // `cycles`: of a window, at most.
  explicit CycleOrder(std::uint64_t cycles = 1) : first_(cycles), taken_((cycles + 63) / 64) {}

  // The numbers 0 to n - 1 in order of cycle(number), those of one cycle in order of number. `begin`: the window's first
  // cycle. Valid until the next call.
  template <class CycleOf>
  std::span<const std::uint32_t> sort(std::size_t n, std::uint64_t begin, CycleOf&& cycle) {
    if (next_.size() < n) {
      next_.resize(n);
      order_.resize(n);
    }
    for (std::size_t i = n; i-- > 0;) {
      const std::uint64_t at = cycle(i) - begin;
      const std::uint64_t bit = std::uint64_t{1} << at % 64;
      std::uint64_t& word = taken_[at / 64];
      next_[i] = (word & bit) != 0 ? first_[at] : none;
      first_[at] = static_cast<std::uint32_t>(i);
      word |= bit;
    }
    std::uint32_t* out = order_.data();
    for (std::size_t w = 0; w < taken_.size(); ++w) {
      for (std::uint64_t left = taken_[w]; left != 0; left &= left - 1) {
        for (std::uint32_t i = first_[w * 64 + static_cast<unsigned>(std::countr_zero(left))]; i != none; i = next_[i]) *out++ = i;
      }
      taken_[w] = 0;
    }
    return {order_.data(), n};
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::vector<std::uint32_t> first_;  // of each cycle taken
  std::vector<std::uint64_t> taken_;  // a bit for each cycle
  std::vector<std::uint32_t> next_;   // of the same cycle
  std::vector<std::uint32_t> order_;
};

}  // namespace warpmem
