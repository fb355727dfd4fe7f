// Does a lane look at the same thing again and again, waiting for someone else to change it?
#pragma once

#include "record/lane.hpp"

namespace warpmem::record {

inline constexpr std::uint32_t looks_before_waiting = 64;

// Notes what a volatile or atomic access found. true: it has found the same often enough that others should go first.
inline bool looks_again(Lane& lane, Code code, std::uint64_t where, std::uint64_t value) {
  for (const Lane::Look& look : lane.looks) {
    if (look.code != code || look.address != where || look.value != value) continue;
    if (++lane.looks_again < looks_before_waiting) return false;
    lane.looks_again = looks_before_waiting - 8;  // it will not take as long the next time
    return true;
  }
  lane.looks[lane.looks_next++ % lane.looks.size()] = {code, where, value};
  lane.looks_again = 0;
  lane.saw_new = true;
  return false;
}

}  // namespace warpmem::record
