#include "report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/derived.hpp"
#include "report/format.hpp"

namespace warpmem::report {
namespace {

// A stage that is occupied this much of the time sets the pace; below it, warps wait for one another's answers.
constexpr double bound_from = 0.6;
constexpr double launch_bound_from = 0.35;
// An instruction is worth a finding when it touches this many times the least possible.
constexpr double excess_from = 1.2;
constexpr double uncoalesced_from = 2.0;
// Of the cycles: below, changing an instruction brings nothing.
constexpr double least_share = 0.05;

constexpr const char* plural(Op op) {
  switch (op) {
    case Op::load:
      return "loads";
    case Op::store:
      return "stores";
    case Op::reduction:
      return "reductions";
    default:
      return "atomics";
  }
}

// Sectors that go on to L2: what a load finds in L1 does not move.
std::uint64_t moved(const L1OpCounters& c, Op op) { return op == Op::load ? c.sectors - std::min(c.sectors, c.sector_hits) : c.sectors; }

struct Worst {
  Op op = Op::load;
  double per_request = 0, ideal = 0;  // sectors touched, and the least possible
  double excess = 0;                  // sectors moved over the least possible
  double share_of_sectors = 0;        // of all that move
  bool hits = false;
};
// The kind of global access that moves the most sectors beyond the least possible.
Worst worst_global(const KernelResult& kernel) {
  Worst worst;
  std::uint64_t most = 0;
  std::uint64_t all = 0;
  for (const Op op : {Op::load, Op::store, Op::reduction, Op::atomic}) all += moved(kernel.sm.global[index_of(op)], op);
  for (const Op op : {Op::load, Op::store, Op::reduction, Op::atomic}) {
    const L1OpCounters& c = kernel.sm.global[index_of(op)];
    const std::uint64_t sectors = moved(c, op);
    const std::uint64_t beyond = sectors - std::min(sectors, c.ideal_sectors);
    if (beyond <= most) continue;
    most = beyond;
    worst = {op,
             ratio(c.sectors, c.requests),
             ratio(c.ideal_sectors, c.requests),
             ratio(sectors, c.ideal_sectors),
             ratio(sectors, all),
             sectors < c.sectors};
  }
  return worst;
}

std::string excess_sentence(const Worst& w) {
  return fmt::format("Each one touches {} sectors where {} would do, {} {} times the useful bytes move.", times(w.per_request),
                     times(w.ideal), w.hits ? "and after hits in L1" : "so", decimal(w.excess, 1));
}

std::string moved_sentence(const KernelResult& kernel) {
  const Worst w = worst_global(kernel);
  if (w.excess < excess_from) return "The bytes it moves are needed: only moving fewer would make it faster.";
  return fmt::format("Its {} touch {} sectors each where {} would do: {}{} times the useful bytes.", plural(w.op), times(w.per_request),
                     times(w.ideal), w.hits ? "after hits in L1, " : "", decimal(w.excess, 1));
}

std::string conflict_sentence(const SharedOpCounters& shared) {
  return fmt::format("held back by bank conflicts in shared memory: {} wavefronts an instruction where {} would do.",
                     times(ratio(shared.wavefronts, shared.instructions)), times(ratio(shared.ideal_wavefronts, shared.instructions)));
}

std::string data_sentence(const KernelResult& kernel, double share) {
  const SharedOpCounters shared = shared_total(kernel);
  const L1OpCounters global = global_total(kernel);
  if (shared.wavefronts > global.data_wavefronts) {
    if (ratio(shared.wavefronts, shared.ideal_wavefronts) >= excess_from) return conflict_sentence(shared);
    return fmt::format("held back by shared memory, busy {} of the time without bank conflicts: fewer or wider accesses would help.",
                       percent(share));
  }
  return fmt::format("held back by the L1 data stage, busy {} of the time: {} wavefronts a global access.", percent(share),
                     times(ratio(global.data_wavefronts, global.requests)));
}

// "a global load takes 612 cycles", of the space with the more instructions.
std::string what_takes_long(const KernelResult& kernel) {
  const bool shared = shared_total(kernel).instructions > global_total(kernel).instructions;
  constexpr std::pair<const char*, const char*> kinds[2][2] = {
      {{"ld.global", "a global load takes"}, {"st.global", "a global store takes"}},
      {{"ld.shared", "a shared load takes"}, {"st.shared", "a shared store takes"}}};
  for (const auto& [op, words] : kinds[shared ? 1 : 0])
    if (const double cycles = mean_wait_cycles(kernel, op); cycles > 0) return fmt::format("{} {} cycles", words, decimal(cycles, 0));
  return "each access takes its time";
}

std::string latency_sentence(const KernelResult& kernel, const MachineConfig& machine) {
  const double warps = ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles);
  const bool one = warps < 1.05;
  const bool few = warps < 0.3 * machine.sm.max_warps;
  return fmt::format("held back by latency: {}, and {} (of {}) an SM {} to hide it.", what_takes_long(kernel),
                     one ? "1 warp" : decimal(warps, 1) + " warps", machine.sm.max_warps,
                     few ? (one ? "is too few" : "are too few") : "with so few loads in flight each do not suffice");
}

}  // namespace

Verdict verdict(const KernelResult& kernel, const MachineConfig& machine) {
  const Utilisation u = utilisation(kernel, machine);
  if (kernel.cycles == 0 || kernel.sm.instructions == 0) return {Bound::nothing, 0, "has nothing to do."};
  const L1OpCounters global = global_total(kernel);
  const SharedOpCounters shared = shared_total(kernel);
  const std::pair<Bound, double> stages[] = {{Bound::dram, u.dram},  {Bound::l2, u.l2},   {Bound::l1_data, u.data},
                                             {Bound::l1_tag, u.tag}, {Bound::lsu, u.lsu}, {Bound::issue, u.issue}};
  auto [bound, share] =
      *std::max_element(std::begin(stages), std::end(stages), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (u.launch >= launch_bound_from && u.launch > share - 0.2)
    return {
        Bound::launch, u.launch,
        fmt::format(
            "held back by its launch: {} of the time an SM has room and the next block has not started. Fewer, larger blocks would help.",
            percent(u.launch))};
  const Worst w = worst_global(kernel);
  if (share < bound_from) {
    const auto hot = hottest(kernel, machine, 1);
    const bool waits_in_shared = !hot.empty() && hot[0].info->op.find(".shared") != std::string::npos;
    if (waits_in_shared && ratio(shared.wavefronts, shared.ideal_wavefronts) >= uncoalesced_from)
      return {Bound::shared, 1 - share, conflict_sentence(shared)};
    if (!waits_in_shared && w.excess >= uncoalesced_from && w.share_of_sectors >= 0.5)
      return {Bound::uncoalesced, 1 - share, fmt::format("held back by its {}. {}", plural(w.op), excess_sentence(w))};
    if (global.instructions + shared.instructions == 0) return {Bound::issue, u.issue, "touches no memory that is modelled here."};
    return {Bound::latency, 1 - share, latency_sentence(kernel, machine)};
  }
  switch (bound) {
    case Bound::dram:
      return {bound, share,
              fmt::format("held back by DRAM bandwidth: its buses are busy {} of the time. {}", percent(share), moved_sentence(kernel))};
    case Bound::l2:
      if (w.excess >= excess_from) return {bound, share, fmt::format("held back by its {}. {}", plural(w.op), excess_sentence(w))};
      return {bound, share,
              fmt::format("held back by L2 bandwidth: its slices are busy {} of the time. {}", percent(share), moved_sentence(kernel))};
    case Bound::l1_data: {
      const bool in_shared = shared.wavefronts > global.data_wavefronts;
      return {in_shared ? Bound::shared : bound, share, data_sentence(kernel, share)};
    }
    case Bound::l1_tag:
      return {bound, share,
              fmt::format("held back by the L1 tag stage, busy {} of the time: {} tag wavefronts a global access.", percent(share),
                          times(ratio(global.tag_wavefronts, global.requests)))};
    case Bound::lsu:
      return {bound, share,
              fmt::format("held back by the number of its memory instructions: the load-store unit is busy {} of the time. "
                          "Wider accesses would take fewer.",
                          percent(share))};
    default:
      return {bound, share, fmt::format("held back by instruction issue: the schedulers issue {} of the time.", percent(share))};
  }
}

std::string place_of(const InstructionInfo& info) {
  if (!info.source.empty()) return info.source;
  if (info.trace_line != 0) return fmt::format("trace line {}", count(info.trace_line));
  if (info.pc != 0) return fmt::format("pc {:#x}", info.pc);
  return info.op;
}

std::string cause_of(const InstructionInfo& info, const InstructionCounters& c, const std::string& lanes) {
  const double wavefronts = ratio(c.wavefronts, c.executed);
  const double ideal_wavefronts = ratio(c.ideal_wavefronts, c.executed);
  if (info.op.find(".shared") != std::string::npos) {
    if (wavefronts < excess_from * ideal_wavefronts) return "";
    return fmt::format("{} {} wavefronts where {} would do.", lanes.empty() ? "Lanes meet in the same bank with different words:" : lanes,
                       times(wavefronts), times(ideal_wavefronts));
  }
  const double sectors = ratio(c.sectors, c.requests);
  const double ideal = ratio(c.ideal_sectors, c.requests);
  const double lines = ratio(c.lines, c.requests);
  if (sectors < excess_from * ideal) return "";
  const std::string figures = fmt::format("{} lines, {} sectors a request where {} would do.", times(lines), times(sectors), times(ideal));
  if (info.op.starts_with("red.") || info.op.starts_with("atom."))
    return "Lanes on one address take turns, and lanes apart touch sectors of their own: " + figures;
  if (!lanes.empty()) return lanes + " " + figures;
  if (lines >= 16) return "Lanes are a line or more apart, each in a line of its own: " + figures;
  if (sectors - ideal <= 1.05)
    return "The first lane's address is not a multiple of 32, so the last lanes fall into one sector more: " + figures;
  return "Lanes lie apart, so sectors come with bytes that no lane asked for: " + figures;
}

std::vector<HotInstruction> hottest(const KernelResult& kernel, const MachineConfig& machine, std::size_t most) {
  const std::size_t n = std::min(kernel.instructions.size(), kernel.per_instruction.size());
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto wait = [&kernel](std::size_t i) { return kernel.per_instruction[i].wait_ticks; };
  std::stable_sort(order.begin(), order.end(), [&wait](std::size_t a, std::size_t b) { return wait(a) > wait(b); });
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += static_cast<double>(wait(i));
  const CycleShares shares = cycle_shares(kernel, machine);
  const double waited = shares.waited();
  std::vector<HotInstruction> hot;
  for (const std::size_t i : order) {
    if (hot.size() == most || wait(i) == 0) break;
    hot.push_back({&kernel.instructions[i], &kernel.per_instruction[i], waited * ratio(static_cast<double>(wait(i)), total)});
  }
  return hot;
}

const char* rule_of(Bound bound) {
  switch (bound) {
    case Bound::nothing:
      return "nothing-to-do";
    case Bound::dram:
      return "dram-bound";
    case Bound::l2:
      return "l2-bound";
    case Bound::l1_data:
      return "l1-data-bound";
    case Bound::l1_tag:
      return "l1-tag-bound";
    case Bound::shared:
      return "shared-bound";
    case Bound::lsu:
      return "lsu-bound";
    case Bound::issue:
      return "issue-bound";
    case Bound::launch:
      return "launch-bound";
    case Bound::uncoalesced:
      return "uncoalesced";
    default:
      return "latency-bound";
  }
}

std::vector<Finding> findings(const KernelResult& kernel, const MachineConfig& machine, const std::vector<SampleAccess>& samples) {
  std::vector<Finding> out;
  const Verdict v = verdict(kernel, machine);
  out.push_back({rule_of(v.bound), v.share, "kernel", kernel.head.name + " is " + v.sentence});
  if (v.bound == Bound::nothing || v.sentence.starts_with("touches")) out.back().text = kernel.head.name + " " + v.sentence;
  for (const HotInstruction& hot : hottest(kernel, machine, kernel.per_instruction.size())) {
    if (out.size() == 4 || hot.share < least_share) break;
    const auto number = static_cast<std::size_t>(hot.info - kernel.instructions.data());
    std::string cause = cause_of(*hot.info, *hot.counters, lanes_of(number, kernel, machine, samples));
    if (cause.empty()) continue;
    const bool shared = hot.info->op.find(".shared") != std::string::npos;
    const std::string op = hot.info->op.substr(0, hot.info->op.find('.'));
    const std::string kind = op == "ld" ? "load" : op == "st" ? "store" : "atomic";
    out.push_back({shared ? "bank-conflicts" : "uncoalesced-" + kind, hot.share, place_of(*hot.info), std::move(cause)});
  }
  return out;
}

}  // namespace warpmem::report
