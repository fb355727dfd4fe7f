#include "report/picture_parts.hpp"

#include <fmt/format.h>

#include <sstream>

#include "report/explain.hpp"
#include "report/format.hpp"
#include "report/lane_map.hpp"
#include "report/layout.hpp"

namespace warpmem::report {

double heading(svg::Drawing& drawing, std::string_view text, bool code) {
  constexpr double size = 20;
  const double room = drawing.width() - 2 * picture_margin;
  // Program text is wider.
  const std::string shown = svg::fitted(text, code ? 1.1 * size : size, room);
  drawing.text({picture_margin, 36}, size, shown, code ? "ink bold code" : "ink bold");
  return 46;
}

double paragraph(svg::Drawing& drawing, svg::Point at, double width, double size, std::string_view text, std::string_view classes) {
  const auto room = static_cast<unsigned>(width / (0.52 * size));
  std::istringstream lines(wrap(text, room));
  double y = at.y;
  for (std::string line; std::getline(lines, line);) {
    y += 1.4 * size;
    drawing.text({at.x, y}, size, line, classes);
  }
  return y + 0.4 * size;
}

double legend(svg::Drawing& drawing, svg::Point at, const std::vector<LegendEntry>& entries) {
  constexpr double size = 13;
  constexpr double swatch = 16;
  double x = at.x;
  double y = at.y;
  for (const LegendEntry& entry : entries) {
    const double width = swatch + 8 + svg::text_width(entry.words, size) + 24;
    if (x > at.x && x + width > drawing.width() - picture_margin + 24) {
      x = at.x;
      y += 24;
    }
    drawing.rect({x, y, swatch, swatch}, entry.classes);
    if (entry.hatched) drawing.pattern({x, y, swatch, swatch}, svg::Pattern::diagonal);
    drawing.text({x + swatch + 8, y + 13}, size, entry.words, "ink");
    x += width;
  }
  return y + 24;
}

std::string finished(const svg::Drawing& drawing, double height, const Frame& frame) {
  return frame.file ? drawing.file(height) : drawing.element(height);
}

std::string access_text(const ParsedAccess& access) {
  const Record& r = access.record;
  std::string out = op_text(r.op, r.space, r.cache, r.bytes) + ' ';
  const auto stride = stride_of(r, access.addresses);
  const bool hex = r.space != Space::shared;
  if (stride && stride->bytes != 0) {
    out += stride_text(stride->base, stride->bytes, hex);
  } else if (stride || r.lanes.size() == 1) {
    const auto at = lane_addresses(r, access.addresses);
    std::uint64_t base = 0;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
      if (r.lanes.has(lane)) base = at[lane];
    out += hex ? fmt::format("{:#x}", base) : fmt::format("{}", base);
  } else {
    out += fmt::format("[{} addresses]", r.lanes.size());
  }
  if (r.lanes != LaneMask::all()) out += fmt::format(" @{:08x}", r.lanes.bits);
  return out;
}

std::optional<ParsedAccess> fixed_access(const ParsedAccess& access, const MachineConfig& machine) {
  const Record& r = access.record;
  const Explanation e = r.space == Space::shared ? explain_shared(r, access.addresses) : explain_global(r, access.addresses, machine);
  if (e.fix.access.empty()) return std::nullopt;
  std::string text = op_text(r.op, r.space, r.cache, r.bytes) + ' ';
  // One lane alone keeps its address; all other fixes name new addresses for the same lanes.
  if (e.fix.access.starts_with('@')) return std::nullopt;
  text += e.fix.access + fmt::format(" @{:08x}", r.lanes.bits);
  auto parsed = parse_access(text);
  if (!parsed) return std::nullopt;
  return std::move(*parsed);
}

}  // namespace warpmem::report
