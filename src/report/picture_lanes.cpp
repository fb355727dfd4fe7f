// Lanes above, the lines they touch below.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/derived.hpp"
#include "report/explain.hpp"
#include "report/format.hpp"
#include "report/lane_map.hpp"
#include "report/picture_parts.hpp"
#include "warpmem/access.hpp"

namespace warpmem::report {
namespace {

constexpr double byte_width = 5.5;
constexpr double sector_gap = 8;
constexpr double left_edge = 136;  // of byte 0
constexpr double picture_width = 1040;
constexpr double lane_height = 24;
constexpr double lane_y = 96;
constexpr std::size_t tall_lines = 8;      // up to here a line gets a tall row
constexpr std::size_t threaded_lines = 2;  // up to here threads lead from the lanes to their bytes; of more they make a thicket

double x_of(unsigned byte) { return left_edge + byte * byte_width + byte / sector_bytes * sector_gap; }
double lane_x(unsigned lane) { return x_of(lane * 4); }

// Bytes of one line that the same lanes ask for.
struct Range {
  unsigned begin = 0, end = 0;
  LaneMask lanes;
};
struct Rows {
  double y = 0, height = 0, gap = 0;
  double of(std::size_t line) const { return y + static_cast<double>(line) * (height + gap); }
};

std::vector<Range> ranges_in(const DrawnLine& line, const ParsedAccess& access) {
  const auto at = lane_addresses(access.record, access.addresses);
  std::map<std::pair<unsigned, unsigned>, LaneMask> ranges;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if (!access.record.lanes.has(lane)) continue;
    const std::uint64_t first = std::max(at[lane], line.address);
    const std::uint64_t last = std::min(at[lane] + access.record.bytes, line.address + line_bytes);
    if (first >= last) continue;
    ranges[{static_cast<unsigned>(first - line.address), static_cast<unsigned>(last - line.address)}] |= LaneMask(1U << lane);
  }
  std::vector<Range> out;
  for (const auto& [bytes, lanes] : ranges) out.push_back({bytes.first, bytes.second, lanes});
  return out;
}

double middle(const Range& r) { return (x_of(r.begin) + x_of(r.end - 1) + byte_width) / 2; }

void draw_threads(svg::Drawing& drawing, const LaneMap& map, const ParsedAccess& access, const Rows& rows) {
  for (std::size_t i = map.lines.size(); i-- > 0;)
    for (const Range& r : ranges_in(map.lines[i], access))
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
        if (r.lanes.has(lane)) drawing.line({lane_x(lane) + 2 * byte_width, lane_y + lane_height}, {middle(r), rows.of(i)}, "thread", 1.2);
}

void draw_lanes(svg::Drawing& drawing, const ParsedAccess& access) {
  const auto at = lane_addresses(access.record, access.addresses);
  drawing.text({left_edge - 12, lane_y + 17}, 14, "lanes", "ink bold", svg::Anchor::end);
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    const bool active = access.record.lanes.has(lane);
    svg::Attributes attributes = {{"data-lane", fmt::format("{}", lane)}};
    if (active) attributes.emplace_back("data-address", fmt::format("{:#x}", at[lane]));
    drawing.open(attributes, active ? fmt::format("lane {}: {:#x}", lane, at[lane]) : fmt::format("lane {}: not active", lane));
    drawing.rect({lane_x(lane), lane_y, 4 * byte_width, lane_height}, active ? "lane" : "idle", 3);
    drawing.text({lane_x(lane) + 2 * byte_width, lane_y + 16.5}, 11.5, fmt::format("{}", lane), active ? "ink" : "muted",
                 svg::Anchor::middle);
    drawing.close();
  }
}

double width(const Range& r) { return x_of(r.end - 1) + byte_width - x_of(r.begin); }

// Ranges with room for a lane's number, or else whole runs of bytes.
std::vector<Range> roomy(const std::vector<Range>& ranges) {
  const bool each = std::all_of(ranges.begin(), ranges.end(), [](const Range& r) { return width(r) >= 11; });
  std::vector<Range> shown;
  for (const Range& r : ranges) {
    const bool joins = !each && !shown.empty() && shown.back().end == r.begin && r.begin % sector_bytes != 0;
    if (!joins) {
      shown.push_back(r);
      continue;
    }
    shown.back().end = r.end;
    shown.back().lanes |= r.lanes;
  }
  return shown;
}

void draw_ranges(svg::Drawing& drawing, const std::vector<Range>& ranges, double y, double height) {
  const double size = height > 20 ? 11 : 9.5;
  const double base = y + height / 2 + 0.36 * size;
  for (const Range& r : ranges) {
    drawing.rect({x_of(r.begin), y, width(r), height}, "used");
    const double here = width(r) < 14 ? std::min(size, 8.5) : size;
    std::string label = lane_list(r.lanes, static_cast<std::size_t>(width(r) / (0.56 * here)));
    if (svg::text_width(label, here) > width(r)) continue;
    drawing.text({middle(r), base}, here, label, "on-used", svg::Anchor::middle);
  }
}

void draw_sector(svg::Drawing& drawing, const DrawnLine& line, unsigned sector, double y, double height) {
  const unsigned first = sector * sector_bytes;
  unsigned used = 0;
  for (unsigned b = first; b < first + sector_bytes; ++b) used += line.bytes.test(b) ? 1U : 0U;
  const bool moves = used != 0;
  drawing.open({{"data-line", fmt::format("{:#x}", line.address)},
                {"data-sector", fmt::format("{}", sector)},
                {"data-used", fmt::format("{}", used)},
                {"data-wasted", fmt::format("{}", moves ? sector_bytes - used : 0)}},
               moves ? fmt::format("sector {} of {:#x}: {} of 32 bytes asked for, lanes {}", sector, line.address, used,
                                   lane_list(line.lanes[sector], 80))
                     : fmt::format("sector {} of {:#x}: does not move", sector, line.address));
  const svg::Box box{x_of(first), y, sector_bytes * byte_width, height};
  drawing.rect(box, moves ? "waste" : "empty");
  if (moves && used < sector_bytes) drawing.pattern(box, svg::Pattern::diagonal);
  drawing.close();
}

void draw_line(svg::Drawing& drawing, const DrawnLine& line, const ParsedAccess& access, double y, double height) {
  const double size = height > 20 ? 13 : 11;
  const double base = y + height / 2 + 0.36 * size;
  const std::string address = fmt::format("{:#x}", line.address);
  // Program text is 0.6 of its size wide.
  const double fits = (left_edge - 20) / (0.61 * static_cast<double>(address.size()));
  drawing.text({left_edge - 12, base}, std::min(size, fits), address, "ink code", svg::Anchor::end);
  // Threads to later lines pass behind this one, gaps and all.
  drawing.rect({left_edge, y, x_of(line_bytes - 1) + byte_width - left_edge, height}, "paper");
  unsigned sectors = 0;
  for (unsigned s = 0; s < sectors_per_line; ++s) {
    draw_sector(drawing, line, s, y, height);
    sectors += line.lanes[s].none() ? 0U : 1U;
  }
  draw_ranges(drawing, roomy(ranges_in(line, access)), y, height);
  drawing.text({x_of(line_bytes - 1) + byte_width + 12, base}, size,
               fmt::format("{} of {} B used", line.bytes.count(), sectors * sector_bytes), "ink");
}

std::string summary(const LaneMap& map, const GlobalAccess& access, const Record& record) {
  return fmt::format("{}. {}, {}: {} bytes move, {} % of them used.", asked(map, record), counted(map.lines.size(), "line"),
                     counted(access.sectors, "sector"), count(std::uint64_t{access.sectors} * sector_bytes),
                     times(100 * ratio(map.distinct_bytes, std::uint64_t{access.sectors} * sector_bytes)));
}

}  // namespace

std::string lanes_picture(const ParsedAccess& access, const MachineConfig& machine, const Frame& frame) {
  const LaneMap map = map_lanes(access.record, access.addresses);
  const GlobalAccess cost = analyse_global(access.record, access.addresses, machine.l1);
  const std::string text = access_text(access);
  const std::string told = map.lanes == 0 ? "No lane is active." : summary(map, cost, access.record);
  svg::Drawing drawing(frame.id, picture_width, "Lanes and sectors of " + text, told);
  double y = heading(drawing, text, true);
  paragraph(drawing, {picture_margin, y}, picture_width - 2 * picture_margin, 15, told);
  const bool tall = map.lines.size() <= tall_lines;
  const bool threaded = map.lines.size() <= threaded_lines;
  const Rows rows{lane_y + lane_height + (threaded ? 64 : 22), tall ? 28.0 : 17.0, tall ? 10.0 : 3.0};
  if (threaded) draw_threads(drawing, map, access, rows);
  draw_lanes(drawing, access);
  for (std::size_t i = 0; i < map.lines.size(); ++i) draw_line(drawing, map.lines[i], access, rows.of(i), rows.height);
  y = rows.of(map.lines.size()) - rows.gap;
  if (!map.lines.empty()) {
    for (unsigned s = 0; s < sectors_per_line; ++s)
      drawing.text({x_of(s * sector_bytes) + sector_bytes * byte_width / 2, y + 18}, 13, fmt::format("sector {}", s), "muted",
                   svg::Anchor::middle);
    y += 34;
    y = legend(drawing, {picture_margin, y},
               {{"used", false, "asked for, with the lane's number"},
                {"waste", true, "moves with its sector, asked for by no lane"},
                {"empty", false, "does not move"}});
  }
  const Explanation e = explain_global(access.record, access.addresses, machine);
  y = paragraph(drawing, {picture_margin, y}, picture_width - 2 * picture_margin, 15, e.why + (e.fix.text.empty() ? "" : " " + e.fix.text));
  y = paragraph(
      drawing, {picture_margin, y - 6}, picture_width - 2 * picture_margin, 13,
      fmt::format("L1: {}, {}, {}. L2: {} on a miss.", counted(cost.requests, "request"), counted(cost.tag_wavefronts, "tag wavefront"),
                  counted(cost.data_wavefronts, "data wavefront"), counted(cost.l2_requests, "request")),
      "muted");
  return finished(drawing, y + 14, frame);
}

}  // namespace warpmem::report
