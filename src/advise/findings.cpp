#include "advise/findings.hpp"

#include <algorithm>
#include <numeric>

#include "counters/shares.hpp"
#include "warpmem/waits.hpp"

namespace warpmem::advise {
namespace {

constexpr Wait beyond_l1[] = {Wait::network, Wait::l2, Wait::dram};

// As cycle_shares() has them, the waiting weighed by executions.
CycleShares weighed_shares(const KernelResult& kernel, const MachineConfig& machine) {
  CycleShares shares = cycle_shares(kernel, machine);
  weigh_by_execution(kernel, shares.wait, shares.store_wait);
  return shares;
}

double waited_beyond_l1(const CycleShares& shares, bool stores) {
  double sum = 0;
  for (const Wait w : beyond_l1) sum += shares.wait[index_of(w)] + (stores ? shares.store_wait[index_of(w)] : 0);
  return sum;
}

// Sectors that went on to L2 for one of this kind of access, over the least possible: what a load finds in L1 does not move.
double moved_excess(const KernelResult& kernel, const std::string& op) {
  double moved = 0, least = 0;
  for (const auto& [name, kind] : {std::pair{"ld.", Op::load}, {"st.", Op::store}, {"red.", Op::reduction}, {"atom.", Op::atomic}}) {
    if (!op.starts_with(name)) continue;
    const L1OpCounters& c = kernel.sm.global[index_of(kind)];
    moved = static_cast<double>(c.sectors - (kind == Op::load ? std::min(c.sectors, c.sector_hits) : 0));
    least = static_cast<double>(c.ideal_sectors);
  }
  return ratio(moved, least);
}

void instruction_finding(const KernelResult& kernel, std::uint32_t i, double share, const Seen* seen, std::vector<Finding>& out) {
  const InstructionCounters& c = kernel.per_instruction[i];
  const std::string& op = kernel.instructions[i].op;
  Finding f;
  f.instruction = i;
  f.share = share;
  if (seen != nullptr && i < seen->patterns.size() && seen->patterns[i].seen) f.lanes = seen->patterns[i].lanes();
  // A wavefront carries a line's worth of bytes at most.
  const double least_wavefronts = std::max(ratio(c.ideal_wavefronts, c.executed), ratio(c.lane_bytes, c.executed * line_bytes));
  const double wavefronts = ratio(c.wavefronts, c.executed);
  if (op.find(".shared") != std::string::npos) {
    f.rule = Rule::bank_conflicts;
    f.found = wavefronts;
    f.least = least_wavefronts;
    f.noise = share < least_share || f.found < least_excess * f.least;
  } else {
    f.found = ratio(c.sectors, c.requests);
    f.least = ratio(c.ideal_sectors, c.requests);
    const bool takes_turns = wavefronts >= wavefront_excess * least_wavefronts;
    f.noise = share < least_share || f.found < least_excess * f.least || (moved_excess(kernel, op) < least_excess && !takes_turns);
    if (f.found < listed_from * f.least && takes_turns) {
      f.rule = Rule::wavefronts;
      f.found = wavefronts;
      f.least = least_wavefronts;
      f.noise = share < least_share;
    }
  }
  if (f.found >= listed_from * f.least && f.least > 0) out.push_back(f);
}

// Cycles of a reduction or an atomic that waits for no other.
double alone_cycles(const std::string& op, const KernelResult& kernel, const MachineConfig& machine) {
  const bool stays_in_l2 = waits_by_line(op) || kernel.sm.wait_ticks[index_of(Wait::dram)] == 0;
  return to_l2_and_back(machine) + (stays_in_l2 ? 0 : on_to_dram(machine));
}

// What is waited for longest are reductions or atomics, and they meet at few addresses.
void same_address_finding(const KernelResult& kernel, const MachineConfig& machine, const std::vector<double>& shares, const Seen* seen,
                          std::vector<Finding>& out) {
  if (seen == nullptr || shares.empty()) return;
  const auto i = static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
  if (i >= seen->patterns.size() || !seen->patterns[i].seen || shares[i] < least_share) return;
  const InstructionCounters& c = kernel.per_instruction[i];
  const std::string& op = kernel.instructions[i].op;
  if (!op.starts_with("red.global") && !op.starts_with("atom.global")) return;
  Finding f;
  f.rule = Rule::same_address;
  f.instruction = static_cast<std::uint32_t>(i);
  f.share = shares[i];
  f.found = ratio(waited_ticks(kernel.instructions[i], c), static_cast<double>(c.executed * ticks_per_cycle));
  f.least = alone_cycles(op, kernel, machine);
  const auto span = static_cast<double>(seen->patterns[i].end - seen->patterns[i].begin);
  if (f.found >= longer_from * f.least && static_cast<double>(c.lane_bytes) >= adds_an_address * span) out.push_back(f);
}

void kernel_findings(const KernelResult& kernel, const MachineConfig& machine, const std::vector<double>& instruction_shares,
                     const Seen* seen, std::vector<Finding>& out) {
  const Utilisation u = utilisation(kernel, machine);
  const CycleShares shares = weighed_shares(kernel, machine);
  const double busiest = std::max({u.dram, u.l2, u.data, u.tag, u.lsu, u.issue});
  const auto add = [&](Rule rule, double share, double found, double least, bool noise) {
    Finding f;
    f.rule = rule;
    f.share = share;
    f.found = found;
    f.least = least;
    f.noise = noise || share < least_share;
    out.push_back(f);
  };
  const bool uncoalesced = std::any_of(out.begin(), out.end(), [](const Finding& f) { return f.rule == Rule::uncoalesced && !f.noise; });

  double l2_sectors = 0;
  for (const std::uint64_t s : kernel.l2.sectors_tex) l2_sectors += static_cast<double>(s);
  const double useful = static_cast<double>(global_total(kernel).lane_bytes);
  const double moved = ratio(l2_sectors * sector_bytes, useful);
  // An instruction that is to blame says it better.
  if (moved >= moved_for_useful) add(Rule::sector_use, waited_beyond_l1(shares, true), moved, 1, uncoalesced);
  if (seen != nullptr && seen->sectors_read > 0) {
    const double fetched = static_cast<double>(kernel.l2.sectors_tex[static_cast<std::size_t>(L2Op::read)]) / seen->sectors_read;
    if (fetched >= refetched_from_l2) add(Rule::l1_refetch, waited_beyond_l1(shares, false), fetched, 1, false);
    const double granule = 2.0 * sector_bytes;
    const double from_dram = static_cast<double>(kernel.dram.bytes_read) / (granule * seen->granules_read);
    if (from_dram >= refetched_from_dram) add(Rule::l2_refetch, shares.wait[index_of(Wait::dram)], from_dram, 1, false);
  }
  if (busiest < busy_from) same_address_finding(kernel, machine, instruction_shares, seen, out);
  const bool meets = std::any_of(out.begin(), out.end(), [](const Finding& f) { return f.rule == Rule::same_address; });
  const double warps = ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles);
  // More warps would wait for the same addresses.
  if (!meets && busiest < busy_from && kernel.sm.instructions > 0 && warps < few_warps_below * machine.sm.max_warps)
    add(Rule::few_warps, shares.waited(), warps, machine.sm.max_warps, false);
  if (u.dram >= ceiling_from) add(Rule::dram_ceiling, u.dram, u.dram, 1, false);
}

}  // namespace

std::vector<double> instruction_shares(const KernelResult& kernel, const MachineConfig& machine) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i)
    shares.push_back(waited_ticks(kernel.instructions[i], kernel.per_instruction[i]));
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  const double waited = cycle_shares(kernel, machine).waited();
  for (double& share : shares) share = waited * ratio(share, total);
  return shares;
}

std::vector<Finding> findings(const KernelResult& kernel, const MachineConfig& machine, const Seen* seen) {
  std::vector<Finding> out;
  const std::vector<double> shares = instruction_shares(kernel, machine);
  for (std::uint32_t i = 0; i < shares.size() && i < kernel.instructions.size(); ++i) instruction_finding(kernel, i, shares[i], seen, out);
  kernel_findings(kernel, machine, shares, seen, out);
  // A line of source before the kernel as a whole: it can be changed.
  std::stable_sort(out.begin(), out.end(), [](const Finding& a, const Finding& b) {
    if (a.noise != b.noise) return b.noise;
    if (a.instruction.has_value() != b.instruction.has_value()) return a.instruction.has_value();
    return a.share > b.share;
  });
  return out;
}

std::vector<Finding> findings(const KernelResult& kernel, const MachineConfig& machine) { return findings(kernel, machine, nullptr); }

Cost cost_of(const KernelResult& kernel) {
  Cost cost;
  cost.cycles = kernel.cycles;
  cost.useful_bytes = global_total(kernel).lane_bytes;
  for (const auto& space : {kernel.sm.global, kernel.sm.local})
    for (const L1OpCounters& c : space) cost.sectors += c.sectors;
  for (const std::uint64_t s : kernel.l2.sectors_tex) cost.l2_sectors += s;
  cost.wavefronts = shared_total(kernel).wavefronts;
  return cost;
}

}  // namespace warpmem::advise
