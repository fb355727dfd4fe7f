// The memory chart: how many bytes went between the levels, and what each level answered itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/derived.hpp"
#include "report/format.hpp"
#include "report/picture_parts.hpp"

namespace warpmem::report {
namespace {

constexpr double picture_width = 1040;
constexpr double box_top = 92;
constexpr double box_height = 132;
constexpr double shared_top = 262;
constexpr double shared_height = 124;

struct Unit {
  const char* name;
  double x, width;
};
constexpr Unit sm{"SMs", 24, 130};
constexpr Unit l1{"L1", 284, 160};
constexpr Unit l2{"L2", 574, 160};
constexpr Unit dram{"DRAM", 864, 152};

// 2 for a trickle, 26 for the most that moves anywhere in the picture: area stands for bytes.
double thickness(double moved, double most) { return moved <= 0 ? 0 : std::max(2.0, 26 * moved / most); }

// Pointing left for reads (data come to the SMs), right for writes.
void arrow(svg::Drawing& drawing, double from, double to, double y, double thick, bool left, std::string_view classes) {
  const double head = std::max(9.0, thick * 0.75);
  const double half = thick / 2;
  const double wide = half + 5;
  if (left)
    drawing.path(fmt::format("M{0} {1}L{2} {3}V{4}H{5}V{6}H{2}V{7}Z", svg::number(from), svg::number(y), svg::number(from + head),
                             svg::number(y - wide), svg::number(y - half), svg::number(to), svg::number(y + half), svg::number(y + wide)),
                 classes);
  else
    drawing.path(fmt::format("M{0} {1}L{2} {3}V{4}H{5}V{6}H{2}V{7}Z", svg::number(to), svg::number(y), svg::number(to - head),
                             svg::number(y - wide), svg::number(y - half), svg::number(from), svg::number(y + half), svg::number(y + wide)),
                 classes);
}

void link(svg::Drawing& drawing, const char* name, const Unit& a, const Unit& b, const MemoryFlow::Link& moved, double most, double top,
          double height) {
  const double from = a.x + a.width + 4;
  const double to = b.x - 4;
  const double middle = (from + to) / 2;
  const auto one = [&](double amount, double y, bool read) {
    drawing.open({{"data-link", name}, {"data-way", read ? "read" : "write"}, {"data-bytes", fmt::format("{:.0f}", amount)}});
    if (amount > 0) {
      const double thick = thickness(amount, most);
      arrow(drawing, from, to, y, thick, read, read ? "flow" : "flow-write");
      if (!read) {
        const double head = std::max(9.0, thick * 0.75);
        if (thick > 5) drawing.pattern({from, y - thick / 2, to - head - from, thick}, svg::Pattern::diagonal);
      }
      drawing.text({middle, y - thick / 2 - 8}, 14, fmt::format("{} {}", read ? "read" : "write", bytes(amount)), "ink",
                   svg::Anchor::middle);
    } else {
      drawing.line({from, y}, {to, y}, "dashed");
    }
    drawing.close();
  };
  one(moved.read, top + height * 0.32, true);
  one(moved.write, top + height * 0.82, false);
}

void busy(svg::Drawing& drawing, svg::Point at, double width, double share) {
  drawing.text(at, 13, fmt::format("busy {}", percent(share)));
  const svg::Box bar{at.x, at.y + 7, width, 10};
  drawing.rect(bar, "paper");
  if (share > 0) drawing.rect({bar.x, bar.y, bar.width * std::min(1.0, share), bar.height}, "s6");
  drawing.rect(bar, "outline");
}

void unit(svg::Drawing& drawing, const Unit& u, double top, double height, const char* name) {
  drawing.rect({u.x, top, u.width, height}, "panel", 6);
  drawing.text({u.x + 14, top + 27}, 18, name, "ink bold");
}

void hits(svg::Drawing& drawing, const Unit& u, const std::optional<double>& share, const char* what) {
  drawing.text({u.x + 14, box_top + 56}, 14, share ? fmt::format("{} {}", what, percent(*share)) : fmt::format("{} -", what));
}

std::string told(const MemoryFlow& f) {
  const auto both = [](const MemoryFlow::Link& l) { return fmt::format("{} read and {} written", bytes(l.read), bytes(l.write)); };
  return fmt::format("Between the lanes and L1 {}, between L1 and L2 {}, between L2 and DRAM {}, in shared memory {}.", both(f.lanes_l1),
                     both(f.l1_l2), both(f.l2_dram), both(f.lanes_shared));
}

}  // namespace

MemoryFlow memory_flow(const KernelResult& kernel, const MachineConfig& machine) {
  const auto real = [](std::uint64_t n) { return static_cast<double>(n); };
  MemoryFlow f;
  std::uint64_t looked = 0;
  std::uint64_t found = 0;
  for (const auto* ops : {&kernel.sm.global, &kernel.sm.local}) {
    for (std::size_t i = 0; i < memory_ops; ++i)
      (i == index_of(Op::load) ? f.lanes_l1.read : f.lanes_l1.write) += real((*ops)[i].lane_bytes);
    looked += (*ops)[index_of(Op::load)].sectors;
    found += (*ops)[index_of(Op::load)].sector_hits;
  }
  for (std::size_t i = 0; i < memory_ops; ++i)
    (i == index_of(Op::load) ? f.lanes_shared.read : f.lanes_shared.write) += real(kernel.sm.shared[i].lane_bytes);
  std::uint64_t l2_found = 0;
  for (std::size_t i = 0; i < l2_ops; ++i) {
    const double moved = real(kernel.l2.sectors_tex[i]) * sector_bytes;
    (i == static_cast<std::size_t>(L2Op::read) ? f.l1_l2.read : f.l1_l2.write) += moved;
    l2_found += kernel.l2.hits_tex[i];
  }
  f.l2_dram = {real(kernel.dram.bytes_read), real(kernel.dram.bytes_written)};
  if (looked != 0) f.l1_hits = ratio(found, looked);
  if (const std::uint64_t asked = l2_sectors_asked(kernel); asked != 0) f.l2_hits = ratio(l2_found, asked);
  if (const std::uint64_t rows = kernel.dram.row_hits + kernel.dram.row_misses; rows != 0) f.row_hits = ratio(kernel.dram.row_hits, rows);
  const SharedOpCounters shared = shared_total(kernel);
  f.shared_wavefronts = real(shared.wavefronts);
  f.shared_conflicts = real(shared.conflicts);
  const Utilisation u = utilisation(kernel, machine);
  f.l1_busy = u.data;
  f.l2_busy = u.l2;
  f.dram_busy = u.dram;
  f.warps = ratio(kernel.sm.resident_warp_cycles, kernel.sm.active_cycles);
  return f;
}

std::string memory_picture(const MemoryFlow& flow, const std::string& name, const Frame& frame) {
  svg::Drawing drawing(frame.id, picture_width, "Memory chart of " + name, told(flow));
  heading(drawing, "What moved between the levels");
  drawing.text({picture_margin, 64}, 15, svg::fitted(name, 15, picture_width - 2 * picture_margin), "muted");
  double most = 1;
  for (const auto& l : {flow.lanes_l1, flow.lanes_shared, flow.l1_l2, flow.l2_dram}) most = std::max({most, l.read, l.write});
  const bool shares = flow.lanes_shared.read + flow.lanes_shared.write > 0;

  link(drawing, "lanes-l1", sm, l1, flow.lanes_l1, most, box_top, box_height);
  link(drawing, "l1-l2", l1, l2, flow.l1_l2, most, box_top, box_height);
  link(drawing, "l2-dram", l2, dram, flow.l2_dram, most, box_top, box_height);
  unit(drawing, sm, box_top, shares ? shared_top + shared_height - box_top : box_height, sm.name);
  drawing.text({sm.x + 14, box_top + 56}, 14, decimal(flow.warps, 1) + " warps");
  unit(drawing, l1, box_top, box_height, l1.name);
  hits(drawing, l1, flow.l1_hits, "loads hit");
  busy(drawing, {l1.x + 14, box_top + 92}, l1.width - 28, flow.l1_busy);
  unit(drawing, l2, box_top, box_height, l2.name);
  hits(drawing, l2, flow.l2_hits, "hit");
  busy(drawing, {l2.x + 14, box_top + 92}, l2.width - 28, flow.l2_busy);
  unit(drawing, dram, box_top, box_height, dram.name);
  hits(drawing, dram, flow.row_hits, "row hits");
  busy(drawing, {dram.x + 14, box_top + 92}, dram.width - 28, flow.dram_busy);
  double y = box_top + box_height;
  if (shares) {
    link(drawing, "lanes-shared", sm, l1, flow.lanes_shared, most, shared_top, shared_height);
    unit(drawing, l1, shared_top, shared_height, "shared");
    drawing.text({l1.x + 14, shared_top + 58}, 14, count(static_cast<std::uint64_t>(flow.shared_wavefronts)) + " wavefronts");
    drawing.text({l1.x + 14, shared_top + 82}, 14, count(static_cast<std::uint64_t>(flow.shared_conflicts)) + " conflicts");
    y = shared_top + shared_height;
  }
  y = paragraph(drawing, {picture_margin, y + 12}, picture_width - 2 * picture_margin, 13,
                "Arrows are as thick as the bytes they stand for. Lanes to L1: the bytes that lanes asked for; beyond L1: whole sectors "
                "of 32 bytes. Striped: stores, reductions and atomics. Row hits: accesses to DRAM that found their row open. Warps: "
                "resident on an SM, on average.",
                "muted");
  return finished(drawing, y + 12, frame);
}

}  // namespace warpmem::report
