#include "report/html_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/html_parts.hpp"
#include "report/html_source.hpp"
#include "report/memory_table.hpp"
#include "report/picture.hpp"
#include "report/svg.hpp"

namespace warpmem::report {
namespace {

constexpr std::size_t hottest_shown = 3;

std::string figure_row(std::string_view name, std::string_view value) {
  return fmt::format("<div>{}{}</div>\n", html::element("dt", name), html::element("dd", value));
}

std::string figures(const KernelResult& kernel, const MachineConfig& machine) {
  const double useful = ratio(static_cast<double>(global_total(kernel).lane_bytes), kernel.time_us * 1000);
  const double peak = machine.dram.burst_time.count > 0 ? machine.dram_peak_GBs() : 0;
  std::string out = "<dl class=\"figures\">\n";
  out += figure_row("cycles", count(kernel.cycles)) + figure_row("time", microseconds(kernel.time_us));
  if (kernel.elapsed_cycles > kernel.cycles) out += figure_row("with the launch", counted(kernel.elapsed_cycles, "cycle"));
  if (useful > 0) out += figure_row("useful bandwidth", bandwidth(useful)) + figure_row("of DRAM's peak", percent(ratio(useful, peak)));
  const Dim3& g = kernel.head.grid;
  const Dim3& b = kernel.head.block;
  out += figure_row("grid of blocks", fmt::format("{} x {} x {}", g.x, g.y, g.z));
  out += figure_row("threads a block", fmt::format("{} x {} x {}", b.x, b.y, b.z));
  const Occupancy& o = kernel.occupancy;
  if (o.blocks_per_sm != 0) {
    out += figure_row("warps an SM", fmt::format("{} of {}", decimal(ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles), 1),
                                                 machine.sm.max_warps));
    out += figure_row("blocks an SM", count(o.blocks_per_sm) + (o.limited_by.empty() ? "" : ", limited by " + o.limited_by));
    out += figure_row("L1", fmt::format("{} KiB", count(o.l1_capacity.count / 1024)));
  }
  return out + "</dl>\n";
}

std::string access_figures(const ParsedAccess& access, const MachineConfig& machine, const std::string& id) {
  if (access.record.space != Space::shared) return html::figure(lanes_picture(access, machine, {id + "-lanes", false}));
  return html::figure(banks_picture(access, fixed_access(access, machine), {id + "-banks", false})) +
         html::figure(array_picture(access, shape_of(access), {id + "-array", false}));
}

std::string hot_instruction(const HotInstruction& hot, std::size_t place, const KernelResult& kernel, const MachineConfig& machine,
                            const std::vector<SampleAccess>& samples, const std::string& id, SourceText& text) {
  const InstructionInfo& info = *hot.info;
  std::string title = fmt::format("{}. {}", place, place_of(info));
  if (place_of(info) != info.op) title += "  " + info.op;
  std::string out = html::element("h4", fmt::format("{}: {} of the cycles", title, percent(hot.share))) + '\n';
  if (const auto at = source_place(info.source))
    if (const auto line = text.line(*at)) {
      const std::size_t first = line->find_first_not_of(" \t");
      if (first != std::string::npos) out += "<p>" + html::element("code", line->substr(first)) + "</p>\n";
    }
  const auto index = static_cast<std::size_t>(hot.info - kernel.instructions.data());
  std::string cause = cause_of(info, *hot.counters, lanes_of(index, kernel, machine, samples));
  if (cause.empty())
    cause = info.op.find(".shared") != std::string::npos ? "No bank conflicts." : "It touches no sector more than it needs.";
  out +=
      html::element("p", fmt::format("{} Ran {}. {}", cause, counted(hot.counters->executed, "time"), waits_behind(hot, kernel, machine))) +
      '\n';
  const auto sample = std::find_if(samples.begin(), samples.end(), [index](const SampleAccess& s) { return s.instruction == index; });
  if (sample == samples.end()) return out;
  out += html::element("p", fmt::format("As it first ran: block {}, warp {}.", count(sample->block), count(sample->warp)), "muted") + '\n';
  return out + access_figures(sample->access, machine, fmt::format("{}-hot{}", id, place));
}

}  // namespace

std::string kernel_html(const KernelResult& kernel, const MachineConfig& machine, const ReportContext& context,
                        const std::vector<SampleAccess>& samples, std::uint64_t number, SourceText& text) {
  const std::string id = fmt::format("k{}", number);
  const std::string& name = kernel.head.name;
  const Verdict v = verdict(kernel, machine);
  const bool held = v.sentence.starts_with("held");
  std::string out = fmt::format("<section id=\"{}\">\n", id) + html::element("h2", name) + '\n';
  out += fmt::format("<p class=\"verdict\"><strong>{}</strong> {}</p>\n", svg::escaped(name),
                     svg::escaped(fmt::format("on {}{} {}", context.config_name, held ? ":" : "", v.sentence)));
  out += figures(kernel, machine);
  out += html::figure(cycles_picture(cycle_rows(kernel, machine), kernel.cycles, name, {id + "-cycles", false}));
  out += html::figure(memory_picture(memory_flow(kernel, machine), name, {id + "-memory", false}));
  out += html::figure(bandwidth_picture(bandwidths(kernel, machine), machine.sm.clock, name, {id + "-bandwidth", false}));
  out += html::table(memory_rows(kernel), "Global memory, L2 and DRAM") + html::table(shared_rows(kernel), "Shared memory");
  const auto hot = hottest(kernel, machine, hottest_shown);
  if (!hot.empty()) out += html::element("h3", "The instructions that wait longest") + '\n';
  for (std::size_t i = 0; i < hot.size(); ++i)
    if (i == 0 || hot[i].share >= 0.005) out += hot_instruction(hot[i], i + 1, kernel, machine, samples, id, text);
  if (const std::string lines = source_html(source_costs(kernel, machine), text); !lines.empty())
    out += html::element("h3", "Line by line") + '\n' + lines;
  if (!kernel.not_modelled.empty()) {
    std::string list;
    for (const NotModelled& n : kernel.not_modelled) list += (list.empty() ? "" : ", ") + fmt::format("{} {}", count(n.count), n.what);
    out += html::element("p", "Not modelled, left out: " + list + " (warp instructions).") + '\n';
  }
  return out + "</section>\n";
}

}  // namespace warpmem::report
