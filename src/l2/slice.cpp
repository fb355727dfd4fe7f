#include "l2/slice.hpp"

#include <algorithm>
#include <numeric>

namespace warpmem {

AddressMap::AddressMap(const MachineConfig& m) : partitions_(m.l2.partitions) {
  const std::uint32_t slices = m.l2.slices / m.l2.partitions;
  lanes_ = std::gcd(slices, m.dram.channels);
  slices_per_lane_ = slices / lanes_;
  channels_per_lane_ = m.dram.channels / lanes_;
  lines_per_row_ = std::max<std::uint64_t>(1, m.dram.row.count / line_bytes);
  sets_ = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, m.l2.total.count / line_bytes / m.l2.slices / m.l2.ways));
}

// Lines go round the channels in turn, rotated anew after each round so that no stride keeps to a few of them. Within a
// channel, rounds go through the sets in turn in the same way, and two neighbouring rounds have different homes: a
// contiguous footprint fills all slices and sets evenly, as it does on the hardware.
LinePlace AddressMap::place(LineAddress line) const {
  const std::uint32_t channels = lanes_ * channels_per_lane_;
  const std::uint64_t round = line.count / channels;
  const auto turn = static_cast<std::uint32_t>(line.count - round * channels);
  const std::uint64_t hash = mix(round >> 1);
  std::uint32_t channel = turn + scale(static_cast<std::uint32_t>(hash), channels);
  if (channel >= channels) channel -= channels;
  const std::uint64_t lap = round / sets_;
  LinePlace p;
  p.lane = channel % lanes_;
  p.channel = channel / lanes_;
  p.slice = slices_per_lane_ == 1 ? 0 : scale(static_cast<std::uint32_t>(mix(line.count)), slices_per_lane_);
  p.home = partitions_ == 1 ? 0 : static_cast<std::uint32_t>((hash >> 32 ^ round ^ turn) & 1);
  p.set = static_cast<std::uint32_t>((round - lap * sets_ + scale(static_cast<std::uint32_t>(mix(lap)), sets_)) % sets_);
  p.row = round / lines_per_row_;
  return p;
}

void L2Slice::reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t draws) {
  draws_ = draws;
  random_ = Random(0);
  ways_ = ways;
  clock_ = 0;
  const std::size_t n = std::size_t{sets} * ways;
  tags_.assign(n, empty_tag);
  used_.assign(n, 0);
  state_.assign(n, Way{});
  free_at = busy = Tick(0);
}

void L2Slice::rewind() {
  for (Way& way : state_) {
    way.ready = Tick(0);
    way.pending = none;
  }
  free_at = busy = Tick(0);
}

std::uint32_t L2Slice::find(LineAddress line, std::uint32_t set) {
  const std::uint32_t first = set * ways_;
  for (std::uint32_t i = first; i < first + ways_; ++i) {
    if (tags_[i] == line.count) {
      used_[i] = ++clock_;
      return i;
    }
  }
  return none;
}

std::uint32_t L2Slice::allocate(LineAddress line, std::uint32_t set, Victim& victim) {
  const std::uint32_t first = set * ways_;
  std::uint32_t best = first;
  for (std::uint32_t i = first + 1; i < first + ways_; ++i) best = used_[i] < used_[best] ? i : best;
  if (draws_ < ways_ && used_[best] != 0) {  // a way never used comes before any victim
    best = first + random_.below(ways_);
    for (std::uint32_t d = 1; d < draws_; ++d) {
      const std::uint32_t i = first + random_.below(ways_);
      best = used_[i] < used_[best] ? i : best;
    }
  }
  for (std::uint32_t tried = 1; state_[best].pending != none; ++tried) {
    if (tried == ways_) {
      victim.taken = false;
      return none;
    }
    best = best + 1 == first + ways_ ? first : best + 1;
  }
  victim.taken = false;
  if (tags_[best] != empty_tag) victim = {LineAddress(tags_[best]), state_[best].dirty, state_[best].valid, true};
  tags_[best] = line.count;
  used_[best] = ++clock_;
  state_[best] = Way{};
  return best;
}

}  // namespace warpmem
