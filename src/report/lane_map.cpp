#include "report/lane_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/format.hpp"

namespace warpmem::report {

LaneMap map_lanes(const Record& record, const std::vector<std::uint64_t>& addresses) {
  const auto at = lane_addresses(record, addresses);
  std::map<std::uint64_t, DrawnLine> lines;
  LaneMap out;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if (!record.lanes.has(lane)) continue;
    ++out.lanes;
    for (std::uint64_t b = at[lane]; b < at[lane] + record.bytes; ++b) {
      DrawnLine& line = lines[b / line_bytes];
      line.address = b / line_bytes * line_bytes;
      line.bytes.set(b % line_bytes);
      line.lanes[b % line_bytes / sector_bytes] |= LaneMask(1U << lane);
    }
  }
  for (const auto& [number, line] : lines) {
    out.distinct_bytes += line.bytes.count();
    out.lines.push_back(line);
  }
  return out;
}

std::optional<Stride> stride_of(const Record& record, const std::vector<std::uint64_t>& addresses) {
  if (record.lanes.size() < 2) return std::nullopt;
  const auto at = lane_addresses(record, addresses);
  std::vector<unsigned> active;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    if (record.lanes.has(lane)) active.push_back(lane);
  const auto step = static_cast<std::int64_t>(at[active[1]] - at[active[0]]);
  const auto lanes = static_cast<std::int64_t>(active[1] - active[0]);
  if (step % lanes != 0) return std::nullopt;
  const std::int64_t stride = step / lanes;
  const std::uint64_t base = at[active[0]] - static_cast<std::uint64_t>(stride * active[0]);
  for (const unsigned lane : active)
    if (at[lane] != base + static_cast<std::uint64_t>(stride * lane)) return std::nullopt;
  return Stride{base, stride};
}

Record strided(const Record& record, std::uint64_t base, std::int64_t stride) {
  Record other = record;
  other.listed = false;
  other.base = base;
  other.stride = stride;
  return other;
}

std::string stride_text(std::uint64_t base, std::int64_t stride, bool hex) {
  return fmt::format("{}{}{}", hex ? fmt::format("{:#x}", base) : fmt::format("{}", base), stride < 0 ? "" : "+", stride);
}

std::string asked(const LaneMap& map, const Record& record) {
  const bool one = map.lanes == 1;
  const char* verb = record.op == Op::load    ? one ? "asks for" : "ask for"
                     : record.op == Op::store ? one ? "writes" : "write"
                     : one                    ? "updates"
                                              : "update";
  return fmt::format("{} {} {}{}", counted(map.lanes, "lane"), verb, counted(record.bytes, "byte"), one ? "" : " each");
}

std::string lane_list(LaneMask lanes, std::size_t room) {
  std::vector<unsigned> all;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    if (lanes.has(lane)) all.push_back(lane);
  if (all.empty()) return "";
  std::string text;
  if (all.size() == 1) return fmt::format("{}", all[0]);
  const unsigned step = all[1] - all[0];
  const bool even = std::adjacent_find(all.begin(), all.end(), [step](unsigned a, unsigned b) { return b - a != step; }) == all.end();
  if (all.size() == 2 && step > 1)
    text = fmt::format("{},{}", all[0], all[1]);
  else if (even && step == 1)
    text = fmt::format("{}-{}", all.front(), all.back());
  else if (even)
    text = fmt::format("{},{}..{}", all[0], all[1], all.back());
  else
    text = fmt::format("{}", fmt::join(all, ","));
  if (text.size() <= room) return text;
  text = fmt::format("{} lanes", all.size());
  return text.size() <= room ? text : fmt::format("{}x", all.size());
}

}  // namespace warpmem::report
