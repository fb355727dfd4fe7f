// How busy each stage was and where a kernel's cycles went: figures made from counters.
#pragma once

#include <array>

#include "warpmem/machine.hpp"

namespace warpmem {

// a / b, and 0 when b is 0: a figure of nothing is nothing, never NaN or infinity.
constexpr double ratio(double a, double b) { return b == 0 ? 0.0 : a / b; }
inline double ratio(std::uint64_t a, std::uint64_t b) { return ratio(static_cast<double>(a), static_cast<double>(b)); }

// Share of its available time that each stage was occupied, 0 to 1.
struct Utilisation {
  double issue = 0, lsu = 0, tag = 0, data = 0;  // of the kernel's cycles on the SMs that got a block
  double l2 = 0, dram = 0;                       // of the kernel's cycles
  double launch = 0;                             // of the kernel's cycles: room on an SM and a block still to start
};
Utilisation utilisation(const KernelResult& kernel, const MachineConfig& machine);

// Sums over the operations of a space.
L1OpCounters global_total(const KernelResult& kernel);
SharedOpCounters shared_total(const KernelResult& kernel);

// Where the kernel's cycles went: launch, issue and one entry per Wait; they sum to 1, or are all 0.
// launch: an SM had room and the next block had not started. issue: a scheduler issued. The rest of the time some warp
// waited: it is shared out as the memory instructions' waiting was, of loads and atoms until their data came, of each line
// of stores and reductions until L2 took it.
struct CycleShares {
  double launch = 0, issue = 0;
  std::array<double, wait_kinds> wait{}, store_wait{};
  double waited() const;  // wait and store_wait together
  double other = 0;       // the rest when no memory instruction waited: dependences and barriers
};
CycleShares cycle_shares(const KernelResult& kernel, const MachineConfig& machine);

}  // namespace warpmem
