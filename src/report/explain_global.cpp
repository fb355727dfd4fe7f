#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "report/derived.hpp"
#include "report/explain.hpp"
#include "report/format.hpp"
#include "report/lane_map.hpp"
#include "report/layout.hpp"
#include "warpmem/access.hpp"

namespace warpmem::report {
namespace {

bool adds_in_place(const Record& r) { return r.op == Op::reduction || r.op == Op::atomic; }

// Lanes that share an address, at most: each takes a turn of its own in a reduction.
unsigned turns(const Record& record, const std::vector<std::uint64_t>& addresses) {
  const auto at = lane_addresses(record, addresses);
  unsigned most = 0;
  for (unsigned a = 0; a < lanes_per_warp; ++a) {
    unsigned same = 0;
    for (unsigned b = 0; b < lanes_per_warp; ++b) same += record.lanes.has(a) && record.lanes.has(b) && at[a] == at[b] ? 1U : 0U;
    most = std::max(most, same);
  }
  return most;
}

std::uint64_t lowest_address(const Record& record, const std::vector<std::uint64_t>& addresses) {
  const auto at = lane_addresses(record, addresses);
  std::uint64_t lowest = ~std::uint64_t{0};
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    if (record.lanes.has(lane)) lowest = std::min(lowest, at[lane]);
  return lowest;
}

std::string exact_percent(double share) {
  std::string text = decimal(100 * share, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " %";
}

std::string beyond(unsigned sectors, unsigned ideal) {
  if (sectors == ideal + 1) return fmt::format("One sector more than the least possible ({})", ideal);
  return fmt::format("{} where {} would do", counted(sectors, "sector"), ideal);
}

Fix try_access(const std::string& advice, const Record& changed, const std::vector<std::uint64_t>& addresses, const std::string& words,
               const MachineConfig& machine, unsigned before) {
  const GlobalAccess after = analyse_global(changed, addresses, machine.l1);
  if (after.sectors >= before) return {};
  return {fmt::format("{} ({}): {}.", advice, words, counted(after.sectors, "sector")), words, after.sectors};
}

Explanation explain_turns(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                          const GlobalAccess& access, unsigned most) {
  Explanation e;
  e.why = fmt::format("Lanes that name one address do not merge: up to {} lanes share one, so L2 is asked in {} passes.", most, most);
  Record one = record;
  one.lanes = LaneMask(record.lanes.bits & (~record.lanes.bits + 1));
  const std::vector<std::uint64_t> first = record.listed ? std::vector<std::uint64_t>{addresses.at(record.base)} : addresses;
  if (record.listed) one.base = 0;
  if (map_lanes(record, addresses).distinct_bytes == record.bytes)
    e.fix = try_access("Add up within the warp first (shuffles) and let one lane do it", one, first, fmt::format("@{:08x}", one.lanes.bits),
                       machine, access.sectors);
  return e;
}

// "the lowest address lies 4 bytes past a line, so lane 31 falls into the next one."
std::string misaligned(std::uint64_t lowest, const Record& record, const std::vector<std::uint64_t>& addresses) {
  const LaneMap map = map_lanes(record, addresses);
  const DrawnLine& last = map.lines.back();
  LaneMask over = last.lanes[0] | last.lanes[1] | last.lanes[2] | last.lanes[3];
  const bool next_line = map.lines.size() > 1;
  if (!next_line)
    for (unsigned s = 0; s < sectors_per_line; ++s)
      if (!last.lanes[s].none()) over = last.lanes[s];
  return fmt::format("the lowest address lies {} past a {}, so {} {} {} into the next one.",
                     counted(lowest % (next_line ? line_bytes : sector_bytes), "byte"), next_line ? "line" : "sector",
                     over.size() == 1 ? "lane" : "lanes", lane_list(over, 20), over.size() == 1 ? "falls" : "fall");
}

// As few sectors as can be, in more lines than they need: each line is a request to L2 of its own.
Explanation explain_lines(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                          const GlobalAccess& access) {
  Explanation e;
  const auto stride = stride_of(record, addresses);
  const unsigned least = (access.sectors + sectors_per_line - 1) / sectors_per_line;
  e.why = fmt::format("No sector more than the least possible, but in {} where {} would do.", counted(access.lines.size(), "line"), least);
  if (!stride) return e;
  const std::uint64_t base = stride->base - lowest_address(record, addresses) % line_bytes;
  const GlobalAccess after = analyse_global(strided(record, base, stride->bytes), {}, machine.l1);
  if (after.lines.size() >= access.lines.size()) return e;
  const std::string words = stride_text(base, stride->bytes, true);
  e.fix = {fmt::format("Start at a multiple of 128 ({}): {}.", words, counted(after.lines.size(), "line")), words, after.sectors};
  return e;
}

}  // namespace

Explanation explain_global(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine) {
  const GlobalAccess access = analyse_global(record, addresses, machine.l1);
  if (record.lanes.none()) return {"No lane is active: nothing is asked for.", {}};
  const unsigned most = turns(record, addresses);
  if (adds_in_place(record) && most > 1) return explain_turns(record, addresses, machine, access, most);
  if (access.sectors <= access.ideal_sectors && access.lines.size() * sectors_per_line >= access.sectors + sectors_per_line)
    return explain_lines(record, addresses, machine, access);
  if (access.sectors <= access.ideal_sectors) {
    const bool broadcast = most == record.lanes.size() && most > 1;
    return {broadcast ? "The least possible: one address for all lanes is a broadcast." : "The least possible for these bytes.", {}};
  }
  Explanation e;
  const auto stride = stride_of(record, addresses);
  const std::string more = beyond(access.sectors, access.ideal_sectors);
  const auto width = static_cast<std::int64_t>(record.bytes);
  if (!stride) {
    e.why = more + ": the lanes' addresses are scattered, so sectors come with bytes that no lane asked for.";
    const std::uint64_t first = map_lanes(record, addresses).lines.front().address;
    e.fix = try_access("Neighbouring lanes on neighbouring elements", strided(record, first, width), {}, stride_text(first, width, true),
                       machine, access.sectors);
    return e;
  }
  const std::uint64_t lowest = lowest_address(record, addresses);
  const std::uint64_t start = lowest / line_bytes * line_bytes;
  if (std::abs(stride->bytes) <= width) {
    e.why = more + ": " + misaligned(lowest, record, addresses);
    const std::uint64_t base = stride->base - lowest % line_bytes;
    e.fix = try_access("Start at a multiple of 128", strided(record, base, stride->bytes), {}, stride_text(base, stride->bytes, true),
                       machine, access.sectors);
    return e;
  }
  e.why = fmt::format("{}: neighbouring lanes are {} apart and use {} each, so most of a sector is not asked for.", more,
                      counted(static_cast<std::uint64_t>(std::abs(stride->bytes)), "byte"), counted(record.bytes, "byte"));
  e.fix = try_access("Neighbouring lanes on neighbouring elements", strided(record, start, width), {}, stride_text(start, width, true),
                     machine, access.sectors);
  return e;
}

namespace {

// The eight words of a sector: used in full, in part, or not at all.
std::string word_map(const DrawnLine& line, unsigned sector, const TextStyle& style) {
  std::string out;
  for (unsigned word = 0; word < sector_bytes / 4; ++word) {
    unsigned used = 0;
    for (unsigned b = 0; b < 4; ++b) used += line.bytes.test(sector * sector_bytes + word * 4 + b) ? 1U : 0U;
    if (style.ascii)
      out += used == 4 ? "#" : used == 0 ? "." : "+";
    else
      out += used == 4 ? "█" : used == 0 ? "·" : "▄";
  }
  return out;
}

std::string line_row(const DrawnLine& line, std::size_t label, std::size_t cell, const TextStyle& style) {
  std::string out = "  " + left(fmt::format("{:#x}", line.address), label);
  for (unsigned s = 0; s < sectors_per_line; ++s) {
    if (line.lanes[s].none())
      out += left("  -", cell);
    else
      out += left("  " + word_map(line, s, style) + " " + lane_list(line.lanes[s], cell - 11), cell);
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

}  // namespace

std::string map_global(const Record& record, const std::vector<std::uint64_t>& addresses, const TextStyle& style, const MapWords& words) {
  const LaneMap map = map_lanes(record, addresses);
  std::size_t label = 0;
  for (const DrawnLine& line : map.lines) label = std::max(label, fmt::format("{:#x}", line.address).size());
  const std::size_t cell = std::max<std::size_t>(15, (style.width - 2 - label) / sectors_per_line);
  const std::size_t most = cell > 22 ? 22 : cell;
  std::string head = std::string(2 + label, ' ');
  for (unsigned s = 0; s < sectors_per_line; ++s) head += left(fmt::format("  {} {}", words.sector, s), most);
  head.erase(head.find_last_not_of(' ') + 1);
  std::string out = bold(head, style) + '\n';
  constexpr std::size_t shown_in_full = 8;
  const std::size_t n = map.lines.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (n > shown_in_full && i == 5) {
      out += fmt::format("  {} {} {}\n", style.ascii ? "..." : "⋮", n - 6, words.lines_more);
      i = n - 1;
    }
    out += line_row(map.lines[i], label, most, style);
  }
  return out;
}

std::string draw_global(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                        const TextStyle& style) {
  const GlobalAccess access = analyse_global(record, addresses, machine.l1);
  const LaneMap map = map_lanes(record, addresses);
  std::string summary =
      fmt::format("{}, {} in all. {}, {}: {} bytes move, {} used.", asked(map, record), count(std::uint64_t{map.lanes} * record.bytes),
                  counted(map.lines.size(), "line"), counted(access.sectors, "sector"), count(access.sectors * sector_bytes),
                  exact_percent(ratio(map.distinct_bytes, std::uint64_t{access.sectors} * sector_bytes)));
  if (map.lanes == 0) summary = "No lane is active.";
  std::string out = wrap(summary, style.width) + '\n';
  if (map.lanes == 0) return out;

  out += map_global(record, addresses, style);
  const Explanation e = explain_global(record, addresses, machine);
  out += wrap(e.why + (e.fix.text.empty() ? "" : " " + e.fix.text), style.width) + '\n';
  return out +
         wrap(fmt::format("L1: {}, {}, {}.   L2: {} on a miss.", counted(access.requests, "request"),
                          counted(access.tag_wavefronts, "tag wavefront"), counted(access.data_wavefronts, "data wavefront"),
                          counted(access.l2_requests, "request")),
              style.width) +
         '\n';
}

}  // namespace warpmem::report
