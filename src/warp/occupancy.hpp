// How many blocks of a launch an SM holds at once, and how its memory is split between L1 and shared memory.
#pragma once

#include "warpmem/config.hpp"
#include "warpmem/machine.hpp"

namespace warpmem {

// Error: a block that no SM can hold (too much shared memory, too many warps or registers).
Result<Occupancy> occupancy(const KernelHead& head, const MachineConfig& machine);

}  // namespace warpmem
