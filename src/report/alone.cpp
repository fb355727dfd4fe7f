#include "report/alone.hpp"

#include <algorithm>

#include "report/derived.hpp"

namespace warpmem::report {

double alone_cycles(std::string_view op, const KernelResult& kernel, const MachineConfig& machine) {
  if (op.find(".shared") != std::string_view::npos) return machine.shared.latency.count;
  const double to_l2_and_back = machine.l2.request_latency.count + machine.l2.reply_latency.count;
  if (waits_by_line(op)) return to_l2_and_back;
  const auto read = static_cast<std::size_t>(op.starts_with("atom") ? L2Op::atomic : L2Op::read);
  const double asked = static_cast<double>(kernel.l2.sectors_tex[read]);
  if (asked == 0) return machine.l1.hit_latency.count;
  const double missed = 1 - std::min(1.0, ratio(static_cast<double>(kernel.l2.hits_tex[read]), asked));
  const double dram = machine.l2.partition_latency.count + machine.dram.controller_latency.count +
                      (machine.dram.tRCD.count + machine.dram.tCL.count) * machine.sm.clock.count / 1000;
  return to_l2_and_back + missed * dram;
}

double queued_share(const KernelResult& kernel, const MachineConfig& machine) {
  double waited = 0, queued = 0;
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i) {
    const InstructionInfo& info = kernel.instructions[i];
    const InstructionCounters& c = kernel.per_instruction[i];
    const double cycles = waited_ticks(info, c) / static_cast<double>(ticks_per_cycle);
    waited += cycles;
    queued += std::max(0.0, cycles - alone_cycles(info.op, kernel, machine) * static_cast<double>(c.executed));
  }
  return ratio(queued, waited);
}

}  // namespace warpmem::report
