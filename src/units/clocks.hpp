// Parameters stated in cycles or nanoseconds -> ticks, the simulator's common time base.
#pragma once

#include <cmath>

#include "warpmem/units.hpp"

namespace warpmem {

inline Tick to_ticks(SmCycles cycles) { return Tick(static_cast<std::uint64_t>(std::llround(cycles.count * double{ticks_per_cycle}))); }
inline Tick to_ticks(Nanoseconds ns, Megahertz sm_clock) {
  return Tick(static_cast<std::uint64_t>(std::llround(ns.count * sm_clock.count * 1e-3 * double{ticks_per_cycle})));
}
inline double to_nanoseconds(double sm_cycles, Megahertz sm_clock) { return sm_cycles * 1e3 / sm_clock.count; }

}  // namespace warpmem
