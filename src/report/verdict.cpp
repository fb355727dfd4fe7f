// What holds a kernel back, in a sentence.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/alone.hpp"
#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"

namespace warpmem::report {
namespace {

// A stage that is occupied this much of the time sets the pace; below it, warps wait for one another's answers.
constexpr double bound_from = 0.6;
constexpr double launch_bound_from = 0.35;
// From here on a stage does as much as it can; below, more bytes under way use the rest of its time.
constexpr double full_from = 0.9;
// A kind of access is worth blaming when it touches this many times the least possible.
constexpr double excess_from = 1.2;
constexpr double uncoalesced_from = 2.0;
// From this part of the waiting on it is for other accesses, or for an access's own other lines; below, for latency.
constexpr double queued_from = 1.0 / 3;

struct Kind {
  Op op;
  const char* plural;
};
constexpr Kind kinds[] = {{Op::load, "loads"}, {Op::store, "stores"}, {Op::reduction, "reductions"}, {Op::atomic, "atomics"}};

// Sectors that go on to L2: what a load finds in L1 does not move.
std::uint64_t moved(const L1OpCounters& c, Op op) { return op == Op::load ? c.sectors - std::min(c.sectors, c.sector_hits) : c.sectors; }

// What a sector of this kind takes of an L2 slice's time; the same for all where the machine says nothing.
double sector_time(Op op, const MachineConfig& machine) {
  const double time = op == Op::load    ? machine.l2.read_sector_interval.count
                      : op == Op::store ? machine.l2.write_sector_interval.count
                                        : machine.l2.reduction_sector_interval.count;
  return time > 0 ? time : 1;
}

// The kinds of global access that move sectors beyond the least possible, together: the one that costs L2 the most time so,
// and those that cost at least half as much.
struct Excess {
  std::vector<Kind> kinds;            // none: nothing moves that need not
  double per_request = 0, ideal = 0;  // sectors touched, and the least possible
  double factor = 0;                  // sectors moved over the least possible
  double share_of_sectors = 0;        // of all that move
  bool hits = false;
};
Excess excess_of(const KernelResult& kernel, const MachineConfig& machine) {
  const auto beyond = [&](const Kind& k) {
    const L1OpCounters& c = kernel.sm.global[index_of(k.op)];
    const std::uint64_t sectors = moved(c, k.op);
    return static_cast<double>(sectors - std::min(sectors, c.ideal_sectors)) * sector_time(k.op, machine);
  };
  double most = 0;
  for (const Kind& k : kinds) most = std::max(most, beyond(k));
  Excess out;
  if (most == 0) return out;
  L1OpCounters sum;
  std::uint64_t moving = 0, all = 0;
  for (const Kind& k : kinds) {
    const L1OpCounters& c = kernel.sm.global[index_of(k.op)];
    all += moved(c, k.op);
    if (beyond(k) < most / 2) continue;
    out.kinds.push_back(k);
    moving += moved(c, k.op);
    sum.sectors += c.sectors;
    sum.requests += c.requests;
    sum.ideal_sectors += c.ideal_sectors;
  }
  out.per_request = ratio(sum.sectors, sum.requests);
  out.ideal = ratio(sum.ideal_sectors, sum.requests);
  out.factor = ratio(moving, sum.ideal_sectors);
  out.share_of_sectors = ratio(moving, all);
  out.hits = moving < sum.sectors;
  return out;
}

std::string names(const Excess& e) {
  std::string out;
  for (std::size_t i = 0; i < e.kinds.size(); ++i)
    out += (i == 0 ? "" : i + 1 == e.kinds.size() ? " and " : ", ") + std::string(e.kinds[i].plural);
  return out;
}

std::string excess_sentence(const Excess& e) {
  const bool one = e.kinds.size() == 1;
  return fmt::format("held back by its {}. {} {}{} where {} would do, {} {} times the useful bytes move.", names(e),
                     one ? "Each one touches" : "They touch", amount(e.per_request, "sector"), one ? "" : " each", times(e.ideal),
                     e.hits ? "and after hits in L1" : "so", decimal(e.factor, 1));
}

std::string moved_sentence(const Excess& e, double share) {
  if (e.factor < excess_from)
    return share >= full_from ? "The bytes it moves are needed: only moving fewer would make it faster."
                              : "The bytes it moves are needed; more of them in flight (wider accesses, unrolling, more warps) would use "
                                "the rest.";
  return fmt::format("Its {} touch {} each where {} would do: {}{} times the useful bytes.", names(e), amount(e.per_request, "sector"),
                     times(e.ideal), e.hits ? "after hits in L1, " : "", decimal(e.factor, 1));
}

std::string conflict_figures(const SharedOpCounters& shared) {
  return fmt::format("{} an instruction where {} would do", amount(ratio(shared.wavefronts, shared.instructions), "wavefront"),
                     times(ratio(shared.ideal_wavefronts, shared.instructions)));
}

std::string data_sentence(const KernelResult& kernel, double share) {
  const SharedOpCounters shared = shared_total(kernel);
  const L1OpCounters global = global_total(kernel);
  if (shared.wavefronts > global.data_wavefronts) {
    if (ratio(shared.wavefronts, shared.ideal_wavefronts) >= excess_from)
      return "held back by bank conflicts in shared memory: " + conflict_figures(shared) + '.';
    return fmt::format("held back by shared memory, busy {} of the time without bank conflicts: fewer or wider accesses would help.",
                       percent(share));
  }
  return fmt::format("held back by the L1 data stage, busy {} of the time: {} a global access.", percent(share),
                     amount(ratio(global.data_wavefronts, global.requests), "wavefront"));
}

// What is not the matter yet: seen, and smaller than latency.
std::string beside(const Excess& e, const SharedOpCounters& shared) {
  const bool conflicts = ratio(shared.wavefronts, shared.ideal_wavefronts) >= uncoalesced_from;
  if (e.factor < uncoalesced_from && !conflicts) return "";
  const std::string what = e.factor >= uncoalesced_from ? fmt::format("its {} touch {} each where {} would do", names(e),
                                                                      amount(e.per_request, "sector"), times(e.ideal))
                                                        : "shared memory takes " + conflict_figures(shared);
  return fmt::format(" Also, {}; that costs more with more warps.", what);
}

Verdict by_nothing(const std::string& more) {
  return {Bound::nothing, 0, "is not held back: its warps end without waiting for what they store." + more};
}

// Nothing is loaded, and the launch is over before the first store can have arrived: no warp can have waited for one.
bool outruns_stores(const KernelResult& kernel, const MachineConfig& machine) {
  const bool loads = std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                                 [](const InstructionInfo& i) { return i.op.starts_with("ld.") || i.op.starts_with("atom."); });
  return !loads && static_cast<double>(kernel.cycles) <= alone_cycles("st.global.b32", kernel, machine);
}

const char* stage_name(Bound bound) {
  switch (bound) {
    case Bound::dram:
      return "DRAM";
    case Bound::l2:
      return "L2";
    case Bound::l1_data:
      return "L1's data stage";
    case Bound::l1_tag:
      return "L1's tag stage";
    case Bound::lsu:
      return "the load-store unit";
    default:
      return "instruction issue";
  }
}

struct Waited {
  const char* op;
  const char* words;
};
constexpr Waited waited_for[] = {
    {"ld.global", "a global load"},           {"ld.shared", "a shared load"},     {"ld.local", "a local load"},
    {"atom.global", "a global atomic"},       {"atom.shared", "a shared atomic"}, {"red.global", "a line of a global reduction"},
    {"st.global", "a line of a global store"}};

std::string cycles_of(double cycles) { return counted(static_cast<std::uint64_t>(std::lround(cycles)), "cycle"); }

// The kind of access that the warps wait for longest, of those for whose data they wait. Null: none.
const Waited* waited_longest(const KernelResult& kernel, const MachineConfig& machine, bool for_data) {
  for (const HotInstruction& hot : hottest(kernel, machine, kernel.per_instruction.size()))
    for (const Waited& w : waited_for)
      if (hot.info->op.starts_with(w.op) && (!for_data || !waits_by_line(w.op))) return &w;
  return nullptr;
}

// Nothing is at its limit all the time, and yet accesses take much longer than by themselves.
Verdict by_queueing(const KernelResult& kernel, const MachineConfig& machine, Bound busiest, double share) {
  const Waited* const w = waited_longest(kernel, machine, false);
  if (w == nullptr) return by_nothing("");
  const std::string longer = fmt::format("{} takes {} where one by itself takes about {}", w->words,
                                         cycles_of(mean_wait_cycles(kernel, w->op)), decimal(alone_cycles(w->op, kernel, machine), 0));
  // Adding is done where the address lies: of few addresses, few slices do all of it, and the others are idle.
  const std::string_view op(w->op);
  if (op == "red.global" || op == "atom.global")
    return {Bound::l2, 1 - share,
            fmt::format("held back by its {}, which L2 does one after another at each address: {}. Adding up within the block first would "
                        "leave fewer.",
                        op == "red.global" ? "reductions" : "atomics", longer)};
  return {Bound::queueing, 1 - share,
          fmt::format("held back by queueing: {}, though the busiest stage, {}, is busy {} of the time.", longer, stage_name(busiest),
                      percent(share))};
}

// Nothing is at its limit, and what the warps wait for takes about as long as it does by itself.
Verdict by_latency(const KernelResult& kernel, const MachineConfig& machine, double idle, const Excess& e) {
  const std::string more = beside(e, shared_total(kernel));
  const Waited* const w = waited_longest(kernel, machine, true);
  if (w == nullptr) return by_nothing(more);
  const double warps = ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles);
  const bool one = warps < 1.05;
  const bool few = warps < 0.3 * machine.sm.max_warps;
  return {Bound::latency, idle,
          fmt::format("held back by latency: {} takes {}, and {} (of {}) an SM {} to hide it.{}", w->words,
                      cycles_of(mean_wait_cycles(kernel, w->op)), one ? "1 warp" : decimal(warps, 1) + " warps", machine.sm.max_warps,
                      few ? (one ? "is too few" : "are too few") : "with so few loads in flight each do not suffice", more)};
}

}  // namespace

Verdict verdict(const KernelResult& kernel, const MachineConfig& machine) {
  const Utilisation u = utilisation(kernel, machine);
  if (kernel.sm.instructions == 0) return {Bound::nothing, 0, "has nothing to do."};
  const L1OpCounters global = global_total(kernel);
  const SharedOpCounters shared = shared_total(kernel);
  const Excess e = excess_of(kernel, machine);
  if (global.instructions > 0 && outruns_stores(kernel, machine)) return by_nothing(beside(e, shared));
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
  if (share < bound_from) {
    if (global.instructions + shared.instructions == 0) return {Bound::issue, u.issue, "touches no memory that is modelled here."};
    const auto hot = hottest(kernel, machine, 1);
    const bool waits_in_shared = !hot.empty() && hot[0].info->op.find(".shared") != std::string::npos;
    const bool queued = queued_share(kernel, machine) >= queued_from;
    if (queued && !waits_in_shared && e.factor >= uncoalesced_from && e.share_of_sectors >= 0.5)
      return {Bound::uncoalesced, 1 - share, excess_sentence(e)};
    // Also where others queue behind what conflicts.
    if (queued && ratio(shared.wavefronts, shared.ideal_wavefronts) >= uncoalesced_from)
      return {Bound::shared, 1 - share, "held back by bank conflicts in shared memory: " + conflict_figures(shared) + '.'};
    return queued ? by_queueing(kernel, machine, bound, share) : by_latency(kernel, machine, 1 - share, e);
  }
  switch (bound) {
    case Bound::dram:
      return {bound, share,
              fmt::format("held back by DRAM bandwidth: its buses are busy {} of the time. {}", percent(share), moved_sentence(e, share))};
    case Bound::l2:
      if (e.factor >= excess_from) return {bound, share, excess_sentence(e)};
      return {bound, share,
              fmt::format("held back by L2 bandwidth: its slices are busy {} of the time. {}", percent(share), moved_sentence(e, share))};
    case Bound::l1_data: {
      const bool in_shared = shared.wavefronts > global.data_wavefronts;
      return {in_shared ? Bound::shared : bound, share, data_sentence(kernel, share)};
    }
    case Bound::l1_tag:
      return {bound, share,
              fmt::format("held back by the L1 tag stage, busy {} of the time: {} a global access.", percent(share),
                          amount(ratio(global.tag_wavefronts, global.requests), "tag wavefront"))};
    case Bound::lsu:
      return {bound, share,
              fmt::format("held back by the number of its memory instructions: the load-store unit is busy {} of the time. "
                          "Wider accesses would take fewer.",
                          percent(share))};
    default:
      return {bound, share, fmt::format("held back by instruction issue: the schedulers issue {} of the time.", percent(share))};
  }
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
    case Bound::queueing:
      return "queue-bound";
    default:
      return "latency-bound";
  }
}

}  // namespace warpmem::report
