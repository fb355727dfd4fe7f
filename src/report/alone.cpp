#include "report/alone.hpp"

#include <algorithm>

#include "report/derived.hpp"

namespace warpmem::report {

namespace {

// Loads and atomics on global and local memory.
bool waits_beyond_l1(std::string_view op) {
  return (op.starts_with("ld.") || op.starts_with("atom.")) && op.find(".shared") == std::string_view::npos;
}

// Of a load or atomic on global or local memory: the same for all of a kernel's.
double load_alone(const KernelResult& kernel, const MachineConfig& machine) {
  double asked = 0;
  for (const std::uint64_t s : kernel.l2.sectors_tex) asked += static_cast<double>(s);
  if (asked == 0) return machine.l1.hit_latency.count;
  const double in_dram = static_cast<double>(kernel.sm.wait_ticks[index_of(Wait::dram)]);
  if (in_dram == 0) return to_l2_and_back(machine);
  double loads = 0;
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i)
    if (waits_beyond_l1(kernel.instructions[i].op)) loads += static_cast<double>(kernel.per_instruction[i].executed);
  const double waited =
      ratio(in_dram + static_cast<double>(kernel.sm.wait_ticks[index_of(Wait::l2)]), loads * static_cast<double>(ticks_per_cycle));
  return to_l2_and_back(machine) + std::min(on_to_dram(machine), waited);
}

// `load`: load_alone() of the kernel.
double alone(std::string_view op, double load, const MachineConfig& machine) {
  if (op.find(".shared") != std::string_view::npos) return machine.shared.latency.count;
  return waits_by_line(op) ? to_l2_and_back(machine) : load;
}

}  // namespace

double alone_cycles(std::string_view op, const KernelResult& kernel, const MachineConfig& machine) {
  return alone(op, load_alone(kernel, machine), machine);
}

double queued_share(const KernelResult& kernel, const MachineConfig& machine) {
  const double load = load_alone(kernel, machine);
  double waited = 0, queued = 0;
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i) {
    const InstructionInfo& info = kernel.instructions[i];
    const InstructionCounters& c = kernel.per_instruction[i];
    const double cycles = waited_ticks(info, c) / static_cast<double>(ticks_per_cycle);
    waited += cycles;
    queued += std::max(0.0, cycles - alone(info.op, load, machine) * static_cast<double>(c.executed));
  }
  return ratio(queued, waited);
}

}  // namespace warpmem::report
