// Which loads of a warp still owe a register its value: turns register names into waits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "warpmem/trace.hpp"

namespace warpmem::trace {

// Loads are numbered from 1 in program order. Waiting for a load is waiting for all before it as well, as
// Dependence has it.
class RegisterTracker {
 public:
  static constexpr unsigned registers = 256;
  static constexpr unsigned zero_register = 255;  // RZ: reads as 0, takes no value

  void begin_warp() { *this = RegisterTracker{}; }
  // The newest outstanding load that writes any of `count` registers from `first` on; 0: none.
  std::uint64_t owed(unsigned first, unsigned count) const {
    std::uint64_t newest = 0;
    for (unsigned r = first; r < std::min(first + count, zero_register); ++r) newest = std::max(newest, owed_by_[r]);
    return newest > waited_ ? newest : 0;
  }
  std::uint64_t owed_by_copies() const { return last_copy_ > waited_ ? last_copy_ : 0; }
  // The wait for load `load` and those before it; from here on they owe nothing.
  Dependence wait_for(std::uint64_t load) {
    if (load == 0) return {};
    waited_ = std::max(waited_, load);
    return Dependence{static_cast<std::uint16_t>(std::min<std::uint64_t>(loads_ - load, Dependence::none - 1))};
  }
  void load_into(unsigned first, unsigned count) {
    ++loads_;
    for (unsigned r = first; r < std::min(first + count, zero_register); ++r) owed_by_[r] = loads_;
  }
  void load_without_register() { ++loads_; }
  void copy_to_shared() { last_copy_ = ++loads_; }

 private:
  std::array<std::uint64_t, registers> owed_by_{};
  std::uint64_t loads_ = 0, waited_ = 0, last_copy_ = 0;
};

}  // namespace warpmem::trace
