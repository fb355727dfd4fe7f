#include "report/derived.hpp"

#include <algorithm>

#include "warpmem/report.hpp"

namespace warpmem {
namespace report {
namespace {

double real(std::uint64_t n) { return static_cast<double>(n); }

}  // namespace

CycleShares weighed_shares(const KernelResult& kernel, const MachineConfig& machine) {
  CycleShares shares = warpmem::cycle_shares(kernel, machine);
  weigh_by_execution(kernel, shares.wait, shares.store_wait);
  return shares;
}

std::uint64_t l2_sectors_asked(const KernelResult& kernel) {
  std::uint64_t sum = 0;
  for (const std::uint64_t s : kernel.l2.sectors_tex) sum += s;
  return sum;
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
  const report::CycleShares shares = report::weighed_shares(kernel, machine);
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
