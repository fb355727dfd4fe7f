// Which lanes touch which bytes of which lines: what the drawing of an access shows.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "warpmem/access.hpp"

namespace warpmem::report {

struct DrawnLine {
  std::uint64_t address = 0;  // of its first byte
  std::bitset<line_bytes> bytes;
  std::array<LaneMask, sectors_per_line> lanes{};  // that touch each sector
};
struct LaneMap {
  std::vector<DrawnLine> lines;  // by address
  std::uint64_t distinct_bytes = 0;
  unsigned lanes = 0;
};
LaneMap map_lanes(const Record& record, const std::vector<std::uint64_t>& addresses);

// The address step from active lane to active lane, when it is the same between all of them, per lane number.
struct Stride {
  std::uint64_t base = 0;  // of lane 0, whether active or not
  std::int64_t bytes = 0;
};
std::optional<Stride> stride_of(const Record& record, const std::vector<std::uint64_t>& addresses);

// The record with other addresses: base + lane * stride.
Record strided(const Record& record, std::uint64_t base, std::int64_t stride);
std::string stride_text(std::uint64_t base, std::int64_t stride, bool hex);  // "0x1000+4", "0+132"

// "32 lanes ask for 4 bytes each", "1 lane writes 16 bytes".
std::string asked(const LaneMap& map, const Record& record);

// "0-6", "0,4..28", "3 9 ...": the lanes of a set in at most `room` columns.
std::string lane_list(LaneMask lanes, std::size_t room);

}  // namespace warpmem::report
