// Figures made from counters that several views need.
#pragma once

#include <string_view>

#include "counters/shares.hpp"
#include "warpmem/machine.hpp"
#include "warpmem/waits.hpp"

namespace warpmem::report {

using warpmem::CycleShares;
using warpmem::global_total;
using warpmem::ratio;
using warpmem::shared_total;
using warpmem::Utilisation;
using warpmem::utilisation;

// As warpmem::cycle_shares() has them, the waiting weighed by executions.
CycleShares weighed_shares(const KernelResult& kernel, const MachineConfig& machine);

std::uint64_t l2_sectors_asked(const KernelResult& kernel);  // by the SMs

// 128-byte lines touched by the instructions whose name begins with `op`, summed over their requests.
std::uint64_t lines_touched(const KernelResult& kernel, std::string_view op);

// Mean cycles of one wait of the instructions whose name begins with `op`; 0 when none ran.
double mean_wait_cycles(const KernelResult& kernel, std::string_view op);

}  // namespace warpmem::report
