#include "l2/slice.hpp"

#include <algorithm>
#include <numeric>

namespace warpmem {

AddressMap::AddressMap(const MachineConfig& m) : partitions_(m.l2.partitions) {
  const std::uint32_t slices = m.l2.slices / m.l2.partitions;
  lanes_ = std::gcd(slices, m.dram.channels);
  slices_per_lane_ = slices / lanes_;
  channels_per_lane_ = m.dram.channels / lanes_;
  sets_ = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, m.l2.total.count / line_bytes / m.l2.slices / m.l2.ways));
  by_channels_ = Divider(m.dram.channels);
  by_sets_ = Divider(sets_);
  by_lines_per_row_ = Divider(std::max<std::uint64_t>(1, m.dram.row.count / line_bytes));
}

// Within a channel, rounds go through the sets in turn, rotated anew after each lap, and two neighbouring rounds have
// different homes: a contiguous footprint fills all slices and sets evenly, as it does on the hardware.
LinePlace AddressMap::place(LineAddress line) const {
  const std::uint64_t round = by_channels_.quotient(line.count);
  const std::uint32_t channel = channel_of(line.count, round);
  const std::uint64_t lap = by_sets_.quotient(round);
  const std::uint64_t lap_hash = mix(lap);
  std::uint32_t set = static_cast<std::uint32_t>(round - lap * sets_) + scale(static_cast<std::uint32_t>(lap_hash), sets_);
  if (set >= sets_) set -= sets_;
  LinePlace p;
  p.lane = lane_of_channel(channel);
  p.channel = channels_per_lane_ == 1 ? 0 : channel / lanes_;
  p.slice = slices_per_lane_ == 1 ? 0 : scale(static_cast<std::uint32_t>(mix(line.count)), slices_per_lane_);
  p.home = partitions_ == 1 ? 0 : static_cast<std::uint32_t>((lap_hash >> 32 ^ round ^ line.count) & 1);
  p.set = set;
  p.row = by_lines_per_row_.quotient(round);
  return p;
}

void L2Slice::reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t victim_draws) {
  tags_.reset(sets, ways);
  state_.assign(std::size_t{sets} * max_ways, Way{});
  victim_draws_ = victim_draws;
  free_at = busy = Tick(0);
}

void L2Slice::rewind() {
  for (Way& way : state_) {
    way.ready = Tick(0);
    way.pending = none;
  }
  free_at = busy = Tick(0);
}

std::uint32_t L2Slice::allocate(LineAddress line, std::uint32_t set, Victim& victim) {
  unsigned chosen = tags_.victim(set, victim_draws_, hash(line));
  victim.taken = false;
  for (std::uint32_t tried = 1; state_[set * max_ways + chosen].pending != none; ++tried) {
    if (tried == tags_.ways()) return none;
    chosen = tags_.other_victim(set, chosen);
  }
  const std::uint32_t index = set * max_ways + chosen;
  Way& way = state_[index];
  if (!way.valid.none() || !way.dirty.none()) victim = {way.line, way.dirty, way.valid, true};
  way = Way{};
  way.line = line;
  tags_.fill(set, chosen, partial(line));
  return index;
}

}  // namespace warpmem
