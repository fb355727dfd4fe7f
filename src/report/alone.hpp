// What an access takes on an idle machine, against which waiting is held. By Little's law the accesses done in a time are
// those under way over what each takes: one that takes little longer than by itself is limited by how many are under way,
// one that takes much longer waits for others.
#pragma once

#include <string_view>

#include "warpmem/config.hpp"
#include "warpmem/machine.hpp"

namespace warpmem::report {

// Cycles from issue until the data is there, or for what waits by line until L2 has taken the line; from the machine's
// latencies, to about a tenth. What comes from L2 gets as much of DRAM's latency as this kernel's loads and atomics waited
// in L2 and DRAM on the mean: a hit on a line that is still on its way waits for DRAM as well.
double alone_cycles(std::string_view op, const KernelResult& kernel, const MachineConfig& machine);

// The part of all instructions' waiting that is beyond that: for other accesses, or for an access's own other lines and
// wavefronts. 0 to 1.
double queued_share(const KernelResult& kernel, const MachineConfig& machine);

}  // namespace warpmem::report
