// The parts of a kernel's time under the names that all views give them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "warpmem/machine.hpp"

namespace warpmem::report {

struct CycleRow {
  enum class Kind : std::uint8_t { load, store, issue, launch, other };
  std::string name;  // "L1 data", "stores: to L2", "launch"
  double share = 0;  // of the kernel's cycles
  Kind kind = Kind::other;
  unsigned stage = 0;  // of loads and stores: as Wait, from the load-store unit to DRAM
};
// Largest first; all of them, also those of share 0. They sum to 1, or are all 0.
std::vector<CycleRow> cycle_rows(const KernelResult& kernel, const MachineConfig& machine);

}  // namespace warpmem::report
