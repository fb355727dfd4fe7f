// Figures made from counters that several views need.
#pragma once

#include <string_view>

#include "counters/shares.hpp"
#include "warpmem/machine.hpp"

namespace warpmem::report {

using warpmem::cycle_shares;
using warpmem::CycleShares;
using warpmem::global_total;
using warpmem::ratio;
using warpmem::shared_total;
using warpmem::Utilisation;
using warpmem::utilisation;

std::uint64_t l2_sectors_asked(const KernelResult& kernel);  // by the SMs

// 128-byte lines touched by the instructions whose name begins with `op`, summed over their requests.
std::uint64_t lines_touched(const KernelResult& kernel, std::string_view op);

// Whether the waiting of this instruction is counted line by line (global and local stores and reductions, until L2 has
// taken the line) and not once an execution (all others, until the data is there).
bool waits_by_line(std::string_view op);
// Mean cycles of one wait of the instructions whose name begins with `op`; 0 when none ran.
double mean_wait_cycles(const KernelResult& kernel, std::string_view op);

}  // namespace warpmem::report
