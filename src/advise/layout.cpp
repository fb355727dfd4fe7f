#include "advise/layout.hpp"

#include "advise/emit.hpp"

namespace warpmem::advise {
namespace {

constexpr std::uint64_t round_up(std::uint64_t n, std::uint64_t unit) { return (n + unit - 1) / unit * unit; }
constexpr std::uint64_t shared_unit = 16;   // arrays behind one that grows keep their alignment
constexpr std::uint64_t global_unit = 256;  // what cudaMalloc gives at least
constexpr std::uint64_t bank_row = 128;

}  // namespace

bool changes_layout(FixKind kind) {
  return kind == FixKind::pad_rows || kind == FixKind::swizzle || kind == FixKind::align || kind == FixKind::planes;
}

LayoutMap::LayoutMap(const Fix& fix, std::uint64_t free) : fix_(fix), free_(round_up(free, std::uint64_t{1} << 21)) {
  const std::uint64_t size = fix.end - fix.begin;
  switch (fix.kind) {
    case FixKind::pad_rows:
      space_ = Space::shared;
      growth_ = round_up((size - 1) / fix.pitch * fix.pad, shared_unit);
      break;
    case FixKind::swizzle:
      space_ = Space::shared;
      break;
    case FixKind::planes:
      plane_ = round_up((size + fix.pitch - 1) / fix.pitch * fix.unit, global_unit);
      break;
    default:
      break;
  }
}

std::optional<std::uint64_t> LayoutMap::operator()(std::uint64_t address, unsigned bytes) const {
  if (address < fix_.begin) return address;
  if (address >= fix_.end) return address + growth_;
  return inside(address - fix_.begin, bytes);
}

std::optional<std::uint64_t> LayoutMap::inside(std::uint64_t offset, unsigned bytes) const {
  if (fix_.kind == FixKind::align) return fix_.begin + offset - fix_.shift;
  const std::uint64_t row = offset / fix_.pitch, column = offset % fix_.pitch;
  if (fix_.kind == FixKind::pad_rows) {
    if (column + bytes > fix_.pitch) return std::nullopt;
    return fix_.begin + row * (fix_.pitch + fix_.pad) + column;
  }
  const std::uint64_t unit = column / fix_.unit, rest = column % fix_.unit;
  if (rest + bytes > fix_.unit) return std::nullopt;
  if (fix_.kind == FixKind::swizzle) {
    const std::uint64_t columns = std::min(fix_.pitch, bank_row) / fix_.unit;
    return fix_.begin + row * fix_.pitch + (unit ^ row % columns) * fix_.unit + rest;
  }
  return free_ + unit * plane_ + row * fix_.unit + rest;
}

bool map_record(Record& record, const std::uint64_t* list, const std::vector<LayoutMap>& maps, std::uint64_t* out, std::uint64_t& used) {
  LaneAddresses at{};
  bool whole = true;
  for_each_lane(record, list, [&](unsigned lane, std::uint64_t a) {
    for (const LayoutMap& map : maps) {
      if (map.space() != record.space) continue;
      const auto moved = map(a, record.bytes);
      whole = whole && moved.has_value();
      a = moved.value_or(a);
    }
    at[lane] = a;
  });
  put_addresses(record, at, out, used);
  return whole;
}

}  // namespace warpmem::advise
