// How long instructions waited, so that loads and stores can be held against each other. The lines of a store or a
// reduction leave together, and each of them counts its wait until L2 has taken it: one execution waited as long as its
// lines on the mean, not as long as all of them together.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "warpmem/machine.hpp"

namespace warpmem {

// Whether the waiting of this instruction is counted line by line (global and local stores and reductions, until L2 has
// taken the line) and not once an execution (all others, until the data is there).
constexpr bool waits_by_line(std::string_view op) {
  return op.starts_with("st.global") || op.starts_with("st.local") || op.starts_with("red.global");
}

// Cycles on an idle machine: from an SM to L2 and back, and what DRAM adds where the line is at home in the other partition.
inline double to_l2_and_back(const MachineConfig& machine) { return machine.l2.request_latency.count + machine.l2.reply_latency.count; }
inline double on_to_dram(const MachineConfig& machine) {
  return machine.l2.partition_latency.count + machine.dram.controller_latency.count +
         (machine.dram.tRCD.count + machine.dram.tCL.count) * machine.sm.clock.count / 1000;
}

// Ticks that the executions of an instruction waited, summed over them.
inline double waited_ticks(const InstructionInfo& info, const InstructionCounters& c) {
  const auto ticks = static_cast<double>(c.wait_ticks);
  return waits_by_line(info.op) && c.lines > c.executed ? ticks * static_cast<double>(c.executed) / static_cast<double>(c.lines) : ticks;
}

// Shares of a kernel's waiting by kind, of loads and of stores as SmCounters sums them up, weighed by executions instead
// of lines. The sum of all stays.
inline void weigh_by_execution(const KernelResult& kernel, std::array<double, wait_kinds>& wait,
                               std::array<double, wait_kinds>& store_wait) {
  double all = 0, counted = 0, weighed = 0;
  for (const std::uint64_t t : kernel.sm.store_wait_ticks) all += static_cast<double>(t);
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i) {
    if (!waits_by_line(kernel.instructions[i].op)) continue;
    counted += static_cast<double>(kernel.per_instruction[i].wait_ticks);
    weighed += waited_ticks(kernel.instructions[i], kernel.per_instruction[i]);
  }
  const auto sum = [](const auto& shares) { return std::accumulate(shares.begin(), shares.end(), 0.0); };
  const double loads = sum(wait), stores = sum(store_wait);
  if (all == 0 || stores == 0) return;
  const double scale = 1 - (counted - weighed) / std::max(all, counted);
  const double whole = (loads + stores) / (loads + stores * scale);
  for (double& share : wait) share *= whole;
  for (double& share : store_wait) share *= whole * scale;
}

}  // namespace warpmem
