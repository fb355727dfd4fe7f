#include "counters/shares.hpp"

#include <algorithm>
#include <numeric>

namespace warpmem {
namespace {

double real(std::uint64_t n) { return static_cast<double>(n); }
double clamp01(double x) { return std::clamp(x, 0.0, 1.0); }

}  // namespace

Utilisation utilisation(const KernelResult& kernel, const MachineConfig& machine) {
  // Stores drain after a warp has ended, so the SMs that get a block are counted for the whole kernel.
  const std::uint64_t sms = std::min<std::uint64_t>(machine.sm.count, kernel.head.grid.volume());
  const double active = real(kernel.cycles) * real(sms);
  const double ticks = real(kernel.cycles) * static_cast<double>(ticks_per_cycle);
  Utilisation u;
  u.issue = clamp01(ratio(real(kernel.sm.issue_busy), active * machine.sm.quadrants));
  u.lsu = clamp01(ratio(real(kernel.sm.lsu_busy_ticks), active * static_cast<double>(ticks_per_cycle)));
  u.tag = clamp01(ratio(real(kernel.sm.tag_busy), active));
  u.data = clamp01(ratio(real(kernel.sm.data_busy), active));
  u.l2 = clamp01(ratio(real(kernel.l2.busy_ticks), ticks * machine.l2.slices));
  u.dram = clamp01(ratio(real(kernel.dram.busy_ticks), ticks * machine.dram.channels));
  u.launch = clamp01(ratio(kernel.launch_wait_cycles, kernel.cycles));
  return u;
}

L1OpCounters global_total(const KernelResult& kernel) {
  L1OpCounters sum;
  for (const L1OpCounters& c : kernel.sm.global) {
    sum.instructions += c.instructions;
    sum.requests += c.requests;
    sum.sectors += c.sectors;
    sum.sector_hits += c.sector_hits;
    sum.tag_wavefronts += c.tag_wavefronts;
    sum.data_wavefronts += c.data_wavefronts;
    sum.lane_bytes += c.lane_bytes;
    sum.ideal_sectors += c.ideal_sectors;
  }
  return sum;
}

SharedOpCounters shared_total(const KernelResult& kernel) {
  SharedOpCounters sum;
  for (const SharedOpCounters& c : kernel.sm.shared) {
    sum.instructions += c.instructions;
    sum.wavefronts += c.wavefronts;
    sum.conflicts += c.conflicts;
    sum.ideal_wavefronts += c.ideal_wavefronts;
    sum.lane_bytes += c.lane_bytes;
  }
  return sum;
}

double CycleShares::waited() const {
  return std::accumulate(wait.begin(), wait.end(), 0.0) + std::accumulate(store_wait.begin(), store_wait.end(), 0.0);
}

CycleShares cycle_shares(const KernelResult& kernel, const MachineConfig& machine) {
  CycleShares shares;
  if (kernel.cycles == 0) return shares;
  const Utilisation u = utilisation(kernel, machine);
  shares.launch = u.launch;
  shares.issue = std::min(u.issue, 1 - u.launch);
  const double rest = std::max(0.0, 1 - shares.launch - shares.issue);
  double total = 0;
  for (const std::uint64_t t : kernel.sm.wait_ticks) total += real(t);
  for (const std::uint64_t t : kernel.sm.store_wait_ticks) total += real(t);
  if (total == 0) {
    shares.other = rest;
    return shares;
  }
  for (std::size_t i = 0; i < wait_kinds; ++i) {
    shares.wait[i] = rest * real(kernel.sm.wait_ticks[i]) / total;
    shares.store_wait[i] = rest * real(kernel.sm.store_wait_ticks[i]) / total;
  }
  return shares;
}

}  // namespace warpmem
