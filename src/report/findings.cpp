#include "report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/alone.hpp"
#include "report/derived.hpp"
#include "report/format.hpp"

namespace warpmem::report {
namespace {

// An instruction is worth a finding when it touches this many times the least possible.
constexpr double excess_from = 1.2;
// Of the cycles: below, changing an instruction brings nothing.
constexpr double least_share = 0.05;

}  // namespace

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
    // Atomics on one word take turns too, and the counts do not tell the two apart.
    const char* const meet = info.op.starts_with("red.") || info.op.starts_with("atom.")
                                 ? "Lanes meet at one word, or in one bank with different words:"
                                 : "Lanes meet in the same bank with different words:";
    return fmt::format("{} {} where {} would do.", lanes.empty() ? meet : lanes, amount(wavefronts, "wavefront"), times(ideal_wavefronts));
  }
  const double sectors = ratio(c.sectors, c.requests);
  const double ideal = ratio(c.ideal_sectors, c.requests);
  const double lines = ratio(c.lines, c.requests);
  if (sectors < excess_from * ideal) return "";
  // A line for each turn of an atomic: no number of different lines.
  const bool adds = info.op.starts_with("red.") || info.op.starts_with("atom.");
  const std::string figures =
      fmt::format("{}{} a request where {} would do.", adds ? "" : amount(lines, "line") + ", ", amount(sectors, "sector"), times(ideal));
  if (!lanes.empty()) return lanes + " " + figures;
  if (adds) return "Lanes on one address take turns, or lanes lie apart in sectors of their own: " + figures;
  if (lines >= 16) return "Lanes are a line or more apart, each in a line of its own: " + figures;
  // A sector's worth of bytes in two: from counts alone it may be either.
  if (sectors - ideal <= 1.05 && ideal < 1.5) return "Lanes lie apart, or the first one's address is not a multiple of 32: " + figures;
  if (sectors - ideal <= 1.05)
    return "The first lane's address is not a multiple of 32, so the last lanes fall into one sector more: " + figures;
  return "Lanes lie apart, so sectors come with bytes that no lane asked for: " + figures;
}

std::string waits_behind(const HotInstruction& hot, const KernelResult& kernel, const MachineConfig& machine) {
  // So much longer than by itself, and so much of its kind's waiting spent before the unit takes it.
  constexpr double longer_from = 1.5, queued_from = 0.25, busier_from = 2;
  const InstructionInfo& mine = *hot.info;
  const InstructionCounters& c = *hot.counters;
  const bool by_line = waits_by_line(mine.op);
  const double wait = ratio(waited_ticks(mine, c), static_cast<double>(c.executed * ticks_per_cycle));
  if (wait < longer_from * alone_cycles(mine.op, kernel, machine)) return "";
  const auto& ticks = by_line ? kernel.sm.store_wait_ticks : kernel.sm.wait_ticks;
  const std::uint64_t all = std::accumulate(ticks.begin(), ticks.end(), std::uint64_t{0});
  if (ratio(ticks[index_of(Wait::lsu)], all) < queued_from) return "";
  // What occupies the unit longest is what the others queue for.
  const InstructionInfo* before = nullptr;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i) {
    if (kernel.per_instruction[i].wavefronts <= most) continue;
    most = kernel.per_instruction[i].wavefronts;
    before = &kernel.instructions[i];
  }
  if (before == nullptr || before == &mine || ratio(most, c.wavefronts) < busier_from) return "";
  const std::string place = place_of(*before);
  return fmt::format("Much of it waiting behind {}{} in the load-store unit.", place, place == before->op ? "" : " (" + before->op + ")");
}

std::vector<HotInstruction> hottest(const KernelResult& kernel, const MachineConfig& machine, std::size_t most) {
  const std::size_t n = std::min(kernel.instructions.size(), kernel.per_instruction.size());
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto wait = [&kernel](std::size_t i) { return waited_ticks(kernel.instructions[i], kernel.per_instruction[i]); };
  std::stable_sort(order.begin(), order.end(), [&wait](std::size_t a, std::size_t b) { return wait(a) > wait(b); });
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += wait(i);
  const double waited = weighed_shares(kernel, machine).waited();
  std::vector<HotInstruction> hot;
  for (const std::size_t i : order) {
    if (hot.size() == most || wait(i) == 0) break;
    hot.push_back({&kernel.instructions[i], &kernel.per_instruction[i], waited * ratio(wait(i), total)});
  }
  return hot;
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
