// The text of one kernel: verdict, where the cycles went, memory tables, hottest instructions, what to type next.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/cycle_rows.hpp"
#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "report/memory_table.hpp"
#include "report/source_text.hpp"
#include "report/text_parts.hpp"
#include "warpmem/report.hpp"

namespace warpmem {
namespace {

using namespace report;

std::string where_cycles_go(const KernelResult& kernel, const MachineConfig& machine, const TextStyle& style) {
  const auto rows = cycle_rows(kernel, machine);
  std::vector<double> values;
  for (const CycleRow& r : rows) values.push_back(r.share);
  const auto whole = whole_percents(values);
  constexpr unsigned label = 17;
  constexpr unsigned around = 2 + label + 7;
  const unsigned cells = style.width > around + 10 ? style.width - around : 10;
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (whole[i] != 0)
      out += "  " + left(rows[i].name, label) + bar(rows[i].share, cells, style) + right(fmt::format("{} %", whole[i]), 7) + '\n';
  return out.empty() ? out : '\n' + bold("where the cycles go", style) + '\n' + out;
}

std::string residency(const KernelResult& kernel, const MachineConfig& machine, const TextStyle& style) {
  const Occupancy& o = kernel.occupancy;
  if (o.blocks_per_sm == 0) return "";
  const double warps = ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles);
  const std::string limit = o.limited_by.empty() ? std::string() : fmt::format(" (limited by {})", o.limited_by);
  return wrap(fmt::format("{} of {} warps an SM; room for {}{}; L1 {} KiB.", decimal(warps, 1), machine.sm.max_warps,
                          counted(o.blocks_per_sm, "block"), limit, count(o.l1_capacity.count / 1024)),
              style.width) +
         '\n';
}

std::string how_often(const InstructionInfo& info, const InstructionCounters& c) {
  const bool by_line = waits_by_line(info.op);
  const double wait = ratio(static_cast<double>(c.wait_ticks), static_cast<double>((by_line ? c.lines : c.executed) * ticks_per_cycle));
  const std::string cycles = counted(static_cast<std::uint64_t>(std::lround(wait)), "cycle");
  if (c.executed == 1) return by_line ? fmt::format("Ran once, {} a line.", cycles) : fmt::format("Ran once, {}.", cycles);
  return fmt::format("Ran {} times, {} {}.", count(c.executed), cycles, by_line ? "a line" : "each");
}

std::string hot_lines(const std::vector<HotInstruction>& hot, const KernelResult& kernel, const MachineConfig& machine,
                      const std::vector<SampleAccess>& samples, SourceText& text, const TextStyle& style) {
  std::string out;
  std::size_t shown = 0;
  for (const HotInstruction& h : hot) {
    if (h.share < 0.005 && shown > 0) break;
    const InstructionInfo& info = *h.info;
    out += '\n' + instruction_title(shown + 1, info, h.share, text, style);
    const auto number = static_cast<std::size_t>(h.info - kernel.instructions.data());
    std::string cause = cause_of(info, *h.counters, lanes_of(number, kernel, machine, samples));
    if (cause.empty()) {
      const bool shared = info.op.find(".shared") != std::string::npos;
      cause = shared ? "No bank conflicts."
                     : fmt::format("No sector more than needed: {} a request.", times(ratio(h.counters->sectors, h.counters->requests)));
    }
    cause += ' ' + how_often(info, *h.counters);
    if (const std::string behind = waits_behind(h, kernel, machine); !behind.empty()) cause += ' ' + behind;
    out += "   " + wrap(cause, style.width - 3, 3) + '\n';
    ++shown;
  }
  return out;
}

std::string next_commands(const std::vector<HotInstruction>& hot, const KernelResult& kernel, const ReportContext& context,
                          const TextStyle& style) {
  constexpr unsigned indent = 6;
  const std::string heading = '\n' + bold("next:", style) + ' ';
  if (context.trace_source.empty() || context.trace_source == "-") return heading + "warpmem explain --help\n";
  const auto config = config_words(context.config_name);
  std::string out = heading;
  const auto worst = std::find_if(hot.begin(), hot.end(), [](const HotInstruction& h) { return !cause_of(*h.info, *h.counters).empty(); });
  if (!hot.empty()) {
    std::vector<std::string> words = {"warpmem", "explain", context.trace_source, "--at",
                                      place_to_type(*(worst != hot.end() ? *worst : hot.front()).info, kernel.instructions)};
    words.insert(words.end(), config.begin(), config.end());
    out += command(words, style.width, indent) + '\n' + std::string(indent, ' ');
  }
  const bool to_mend = worst != hot.end();
  std::vector<std::string> words = {"warpmem", to_mend ? "advise" : "run", context.trace_source};
  words.insert(words.end(), config.begin(), config.end());
  if (!to_mend) words.insert(words.end(), {"--json", "report.json"});
  return out + command(words, style.width, indent) + '\n';
}

}  // namespace

std::string kernel_text(const KernelResult& kernel, const MachineConfig& machine, const ReportContext& context, const TextStyle& style,
                        const std::vector<SampleAccess>& samples) {
  std::string out = headline(kernel, machine, context, style) + speed(kernel, machine) + residency(kernel, machine, style);
  out += where_cycles_go(kernel, machine, style);
  for (const std::string& table : {memory_table(kernel, style), shared_table(kernel, style)})
    if (!table.empty()) out += '\n' + table;
  const auto hot = hottest(kernel, machine, 3);
  SourceText text(context.trace_source);
  out += hot_lines(hot, kernel, machine, samples, text, style);
  if (!kernel.not_modelled.empty()) {
    std::string list;
    for (const NotModelled& n : kernel.not_modelled) list += (list.empty() ? "" : ", ") + fmt::format("{} {}", count(n.count), n.what);
    out += '\n' + wrap("not modelled, left out: " + list + " (warp instructions)", style.width, 2) + '\n';
  }
  return out + next_commands(hot, kernel, context, style);
}

}  // namespace warpmem
