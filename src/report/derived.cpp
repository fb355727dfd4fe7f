#include "report/derived.hpp"

#include <algorithm>
#include <numeric>

#include "warpmem/report.hpp"

namespace warpmem {
namespace report {
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

std::uint64_t l2_sectors_asked(const KernelResult& kernel) {
  std::uint64_t sum = 0;
  for (const std::uint64_t s : kernel.l2.sectors_tex) sum += s;
  return sum;
}

bool waits_by_line(std::string_view op) {
  return op.starts_with("st.global") || op.starts_with("st.local") || op.starts_with("red.global");
}

std::uint64_t lines_touched(const KernelResult& kernel, std::string_view op) {
  std::uint64_t lines = 0;
  for (std::size_t i = 0; i < kernel.per_instruction.size() && i < kernel.instructions.size(); ++i)
    if (std::string_view(kernel.instructions[i].op).starts_with(op)) lines += kernel.per_instruction[i].lines;
  return lines;
}

double mean_wait_cycles(const KernelResult& kernel, std::string_view op) {
  double ticks = 0;
  double waits = 0;
  for (std::size_t i = 0; i < kernel.per_instruction.size() && i < kernel.instructions.size(); ++i) {
    const std::string& name = kernel.instructions[i].op;
    if (!std::string_view(name).starts_with(op)) continue;
    ticks += real(kernel.per_instruction[i].wait_ticks);
    waits += real(waits_by_line(name) ? kernel.per_instruction[i].lines : kernel.per_instruction[i].executed);
  }
  return ratio(ticks, waits * static_cast<double>(ticks_per_cycle));
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

}  // namespace report

std::vector<std::pair<std::string, double>> derived(const KernelResult& kernel, const MachineConfig& machine) {
  using report::ratio;
  const L1OpCounters global = report::global_total(kernel);
  const SharedOpCounters shared = report::shared_total(kernel);
  const L1OpCounters& loads = kernel.sm.global[index_of(Op::load)];
  const L1OpCounters& stores = kernel.sm.global[index_of(Op::store)];
  const L1OpCounters& local_loads = kernel.sm.local[index_of(Op::load)];
  const auto real = [](std::uint64_t n) { return static_cast<double>(n); };
  const double useful = real(global.lane_bytes);
  const double moved = real(report::l2_sectors_asked(kernel)) * sector_bytes;
  const double touched = real(global.sectors) * sector_bytes;
  const double ns = kernel.time_us * 1000;
  const double peak = machine.dram.burst_time.count > 0 ? machine.dram_peak_GBs() : 0.0;
  std::uint64_t l2_hits = 0;
  for (const std::uint64_t h : kernel.l2.hits_tex) l2_hits += h;
  const double dram_bytes = real(kernel.dram.bytes_read) + real(kernel.dram.bytes_written);

  std::vector<std::pair<std::string, double>> out;
  const auto add = [&out](const char* name, double value) { out.emplace_back(name, value); };
  std::uint64_t lines = 0;
  for (const char* op : {"ld.global", "st.global", "red.global", "atom.global"}) lines += report::lines_touched(kernel, op);
  const double line_moved = real(lines) * line_bytes;
  add("sectors_per_request_global_ld", ratio(loads.sectors, loads.requests));
  add("sectors_per_request_global_st", ratio(stores.sectors, stores.requests));
  add("sectors_per_request_global", ratio(global.sectors, global.requests));
  add("lines_per_request_global_ld", ratio(report::lines_touched(kernel, "ld.global"), loads.requests));
  add("lines_per_request_global_st", ratio(report::lines_touched(kernel, "st.global"), stores.requests));
  add("lines_per_request_global", ratio(lines, global.requests));
  add("useful_bytes", useful);
  add("moved_bytes", moved);
  add("sector_bytes", touched);
  add("line_bytes", line_moved);
  add("efficiency", std::min(1.0, ratio(useful, touched)));
  add("line_efficiency", std::min(1.0, ratio(useful, line_moved)));
  add("excess_sectors", real(global.sectors - std::min(global.sectors, global.ideal_sectors)));
  add("l1_hit_rate", ratio(real(loads.sector_hits) + real(local_loads.sector_hits), real(loads.sectors) + real(local_loads.sectors)));
  add("l2_hit_rate", ratio(l2_hits, report::l2_sectors_asked(kernel)));
  add("effective_bandwidth_GBs", ratio(useful, ns));
  add("peak_bandwidth_GBs", peak);
  add("bandwidth_efficiency", ratio(ratio(useful, ns), peak));
  add("l2_bandwidth_GBs", ratio(moved, ns));
  add("dram_bytes", dram_bytes);
  add("dram_bandwidth_GBs", ratio(dram_bytes, ns));
  add("dram_row_hit_rate", ratio(kernel.dram.row_hits, kernel.dram.row_hits + kernel.dram.row_misses));
  add("shared_wavefronts_per_instruction", ratio(shared.wavefronts, shared.instructions));
  add("shared_conflicts_per_instruction", ratio(shared.conflicts, shared.instructions));
  add("latency_global_ld_cycles", report::mean_wait_cycles(kernel, "ld.global"));
  add("latency_global_st_cycles", report::mean_wait_cycles(kernel, "st.global"));
  add("latency_shared_ld_cycles", report::mean_wait_cycles(kernel, "ld.shared"));
  add("warps_active", ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles));
  add("occupancy", ratio(ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles), machine.sm.max_warps));
  const report::Utilisation u = report::utilisation(kernel, machine);
  add("issue_utilisation", u.issue);
  add("lsu_utilisation", u.lsu);
  add("l1_tag_utilisation", u.tag);
  add("l1_data_utilisation", u.data);
  add("l2_utilisation", u.l2);
  add("dram_utilisation", u.dram);
  const report::CycleShares shares = report::cycle_shares(kernel, machine);
  add("share_launch", shares.launch);
  add("share_issue", shares.issue);
  constexpr const char* wait_names[wait_kinds] = {"share_lsu", "share_l1_room", "share_l1_data", "share_network", "share_l2", "share_dram"};
  constexpr const char* store_names[wait_kinds] = {"share_store_lsu",     "share_store_l1_room", "share_store_l1_data",
                                                   "share_store_network", "share_store_l2",      "share_store_dram"};
  for (std::size_t i = 0; i < wait_kinds; ++i) add(wait_names[i], shares.wait[i]);
  for (std::size_t i = 0; i < wait_kinds; ++i) add(store_names[i], shares.store_wait[i]);
  add("share_other", shares.other);
  return out;
}

}  // namespace warpmem
