// What counters, and addresses where they were looked at, say is wrong.
#pragma once

#include "advise/survey.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::advise {

// Thresholds; docs/advise.md gives the reasons.
inline constexpr double least_share = 0.05;       // of the cycles: below, a finding is noise
inline constexpr double least_excess = 1.2;       // over the least sectors or wavefronts
inline constexpr double listed_from = 1.05;       // below, not even noise
inline constexpr double wavefront_excess = 2.0;   // for lines that L1 serves all the same
inline constexpr double refetched_from_l2 = 2.0;  // times each sector
inline constexpr double refetched_from_dram = 1.3;
inline constexpr double moved_for_useful = 1.5;  // bytes between L1 and L2 for each asked for
inline constexpr double busy_from = 0.6;         // a stage busier than this sets the pace
inline constexpr double ceiling_from = 0.8;      // of DRAM's buses
inline constexpr double longer_from = 1.5;       // times what a reduction takes by itself
inline constexpr double adds_an_address = 32;    // a warp's worth
inline constexpr double few_warps_below = 0.5;   // of those that an SM can hold

// `seen`: null when nothing was looked at.
std::vector<Finding> findings(const KernelResult& kernel, const MachineConfig& machine, const Seen* seen);

// The share of the kernel's cycles spent waiting for each instruction.
std::vector<double> instruction_shares(const KernelResult& kernel, const MachineConfig& machine);

}  // namespace warpmem::advise
