// A roofline without arithmetic: the share of each level's ceiling that a kernel reached.
#include <fmt/format.h>

#include <algorithm>

#include "report/derived.hpp"
#include "report/format.hpp"
#include "report/picture_parts.hpp"

namespace warpmem::report {
namespace {

constexpr double picture_width = 1040;
constexpr double label_edge = 166;
constexpr double bar_width = 546;
constexpr double first_row = 118;
constexpr double row_height = 74;
constexpr double bar_height = 30;

// Three figures that count, as in "512" and "0.0031".
std::string per_cycle(double x) {
  if (x >= 100) return decimal(x, 0);
  return x >= 10 ? decimal(x, 1) : decimal(x, 2);
}

void draw_scale(svg::Drawing& drawing) {
  for (int p = 0; p <= 100; p += 25) {
    const double x = label_edge + bar_width * p / 100;
    drawing.line({x, first_row - 12}, {x, first_row}, "rule");
    drawing.text({x, first_row - 18}, 13, fmt::format("{} %", p), "muted", svg::Anchor::middle);
  }
}

// A line where the lanes' bytes end, with a flag on it; off the scale the flag points there.
void draw_mark(svg::Drawing& drawing, double x, double y, double height, bool beyond) {
  drawing.line({x, y - 7}, {x, y + height + 7}, "mark", 3);
  drawing.path(fmt::format("M{} {}{}", svg::number(x), svg::number(y - 4), beyond ? "v-10l11 5z" : "l-6 -9h12z"), "mark-fill");
}

void draw_level(svg::Drawing& drawing, const Bandwidth& b, double y, double gigahertz) {
  const double share = ratio(b.achieved, b.ceiling);
  drawing.open({{"data-level", b.level},
                {"data-achieved", svg::number(b.achieved)},
                {"data-ceiling", svg::number(b.ceiling)},
                {"data-busy", svg::number(b.busy)}},
               fmt::format("{}: {} of {} bytes a cycle", b.level, per_cycle(b.achieved), per_cycle(b.ceiling)));
  drawing.text({label_edge - 14, y + 20}, 16, b.level, "ink bold", svg::Anchor::end);
  drawing.rect({label_edge, y, bar_width, bar_height}, "panel");
  for (int p = 25; p < 100; p += 25)
    drawing.line({label_edge + bar_width * p / 100, y}, {label_edge + bar_width * p / 100, y + bar_height}, "rule");
  const double full = bar_width * std::clamp(share, 0.0, 1.0);
  const double until = bar_width * std::clamp(b.busy, 0.0, 1.0);
  // Time in which the level was taken without moving as much as it could.
  if (until > full) {
    drawing.rect({label_edge, y, until, bar_height}, "waste");
    drawing.pattern({label_edge, y, until, bar_height}, svg::Pattern::diagonal);
  }
  if (full > 0) drawing.rect({label_edge, y, full, bar_height}, "used");
  drawing.rect({label_edge, y, bar_width, bar_height}, "outline");
  if (b.asked > 0) {
    const double x = label_edge + bar_width * std::min(1.0, ratio(b.asked, b.ceiling));
    draw_mark(drawing, x, y, bar_height, b.asked > b.ceiling);
  }
  const double edge = label_edge + bar_width + 18;
  drawing.text({edge, y + 14}, 15,
               fmt::format("{} of {}: {}", bandwidth(b.achieved * gigahertz), bandwidth(b.ceiling * gigahertz), percent(share)),
               "ink bold");
  drawing.text({edge, y + 33}, 13, fmt::format("{} of {} B/cycle, busy {}", per_cycle(b.achieved), per_cycle(b.ceiling), percent(b.busy)),
               "ink");
  drawing.text({label_edge, y + bar_height + 18}, 12, b.ceiling_words, "muted");
  drawing.close();
}

}  // namespace

std::vector<Bandwidth> bandwidths(const KernelResult& kernel, const MachineConfig& machine) {
  if (kernel.cycles == 0) return {};
  const auto real = [](std::uint64_t n) { return static_cast<double>(n); };
  const double cycles = real(kernel.cycles);
  const Utilisation u = utilisation(kernel, machine);
  double lanes = real(global_total(kernel).lane_bytes);
  for (const L1OpCounters& c : kernel.sm.local) lanes += real(c.lane_bytes);
  const double shared = real(shared_total(kernel).lane_bytes);
  const double asked = lanes / cycles;
  std::vector<Bandwidth> out;
  const auto sms = static_cast<double>(std::min<std::uint64_t>(machine.sm.count, kernel.head.grid.volume()));
  out.push_back({"L1 and shared", (lanes + shared) / cycles, sms * line_bytes, 0, u.data,
                 fmt::format("one wavefront of 128 bytes a cycle on each of {}", counted(static_cast<std::uint64_t>(sms), "SM"))});
  const double interval = std::max(machine.l2.read_sector_interval.count, machine.l2.request_interval.count / sectors_per_line);
  if (interval > 0)
    out.push_back(
        {"L2", real(l2_sectors_asked(kernel)) * sector_bytes / cycles, machine.l2.slices * sector_bytes / interval, asked, u.l2,
         fmt::format("a sector of 32 bytes every {} cycles from each of {}", svg::number(interval), counted(machine.l2.slices, "slice"))});
  const double gigahertz = machine.sm.clock.count / 1000;
  if (machine.dram.burst_time.count > 0 && gigahertz > 0)
    out.push_back({"DRAM", (real(kernel.dram.bytes_read) + real(kernel.dram.bytes_written)) / cycles, machine.dram_peak_GBs() / gigahertz,
                   asked, u.dram, fmt::format("{} without gaps, the theoretical peak", counted(machine.dram.channels, "channel"))});
  return out;
}

std::string bandwidth_picture(const std::vector<Bandwidth>& levels, Megahertz clock, const std::string& name, const Frame& frame) {
  const double gigahertz = clock.count / 1000;
  std::string told;
  for (const Bandwidth& b : levels)
    told += fmt::format("{}{}: {} of {} a second, {}, busy {}.", told.empty() ? "" : " ", b.level, bytes(b.achieved * gigahertz * 1e9),
                        bytes(b.ceiling * gigahertz * 1e9), percent(ratio(b.achieved, b.ceiling)), percent(b.busy));
  if (told.empty()) told = "No cycles, no bandwidth.";
  svg::Drawing drawing(frame.id, picture_width, "Bandwidth of " + name + " against its ceilings", told);
  heading(drawing, "Bandwidth against its ceilings");
  drawing.text({picture_margin, 64}, 15, svg::fitted(name, 15, picture_width - 2 * picture_margin), "muted");
  draw_scale(drawing);
  double y = first_row;
  bool asked = false;
  for (const Bandwidth& b : levels) {
    draw_level(drawing, b, y, gigahertz);
    asked = asked || b.asked > 0;
    y += row_height;
  }
  const double below =
      legend(drawing, {picture_margin, y},
             {{"used", false, "bytes that moved"}, {"waste", true, "busy all the same: conflicts, parts of sectors, gaps"}});
  if (asked) {
    draw_mark(drawing, picture_margin + 620, y + 6, 4, false);
    drawing.text({picture_margin + 636, y + 13}, 13, "what the lanes asked for in global memory");
  }
  y = below;
  return finished(drawing, y + 10, frame);
}

}  // namespace warpmem::report
