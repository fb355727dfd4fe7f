// One L2 slice: sectored tags in hashed sets, write-back, and one service port. The slice knows nothing of partitions
// or DRAM; machine/memory_lane.hpp joins two partitions' slices and their channels.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "units/bring_near.hpp"
#include "units/divider.hpp"
#include "units/mix.hpp"
#include "units/set_tags.hpp"
#include "warpmem/config.hpp"

namespace warpmem {

// Where a line lives. One lane holds, for its share of the lines, the slices of each partition and the DRAM channels,
// so that lanes never touch each other's state.
struct LinePlace {
  std::uint32_t lane;
  std::uint32_t slice;    // within the lane and partition
  std::uint32_t channel;  // within the lane
  std::uint32_t home;     // partition
  std::uint32_t set;
  std::uint64_t row;  // DRAM row, counted over the channel
};

class AddressMap {
 public:
  explicit AddressMap(const MachineConfig& machine);
  std::uint32_t lanes() const { return lanes_; }
  std::uint32_t slices_per_lane() const { return slices_per_lane_; }  // and partition
  std::uint32_t channels_per_lane() const { return channels_per_lane_; }
  std::uint32_t sets() const { return sets_; }  // of a slice
  std::uint32_t lane_of(LineAddress line) const { return lane_of_channel(channel_of(line.count, by_channels_.quotient(line.count))); }
  LinePlace place(LineAddress line) const;

 private:
  std::uint32_t channel_of(std::uint64_t line, std::uint64_t round) const;
  std::uint32_t lane_of_channel(std::uint32_t channel) const { return channels_per_lane_ == 1 ? channel : channel % lanes_; }
  std::uint32_t lanes_, slices_per_lane_, channels_per_lane_, partitions_, sets_;
  Divider by_channels_, by_sets_, by_lines_per_row_;
};

// Lines go round the channels in turn, rotated anew after each two rounds so that no stride keeps to a few of them.
inline std::uint32_t AddressMap::channel_of(std::uint64_t line, std::uint64_t round) const {
  const auto channels = static_cast<std::uint32_t>(by_channels_.divisor());
  const auto turn = static_cast<std::uint32_t>(line - round * channels);
  const std::uint32_t channel = turn + scale(static_cast<std::uint32_t>(mix(round >> 1)), channels);
  return channel >= channels ? channel - channels : channel;
}

class L2Slice {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  struct alignas(32) Way {
    LineAddress line{};
    Tick ready{};                  // when the newest data asked for are here
    std::uint32_t pending = none;  // the caller's record of an unanswered miss
    WordMask dirty{};              // words to write back
    SectorMask valid{};            // asked for or here
  };
  struct Victim {
    LineAddress line{};
    WordMask dirty{};
    SectorMask valid{};
    bool taken = false;  // a line was replaced
  };

  // `ways`: 1 to 16. `victim_draws`: at least 1, see SetTags::victim.
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t victim_draws);
  // Time starts at 0 again, contents stay and are ready.
  void rewind();
  WARPMEM_HINT void prefetch(std::uint32_t set) const { tags_.prefetch(set); }
  // Brings near the state of the way that holds a line, or of the one that it would replace.
  WARPMEM_HINT void prefetch_way(LineAddress line, std::uint32_t set) const {
    const std::uint32_t found = tags_.matches(set, partial(line));
    const unsigned way = found != 0 ? static_cast<unsigned>(std::countr_zero(found)) : tags_.victim(set, victim_draws_, hash(line));
    bring_near(&state_[set * max_ways + way]);
  }
  WARPMEM_HINT void prefetch_way(std::uint32_t index) const { bring_near(&state_[index]); }
  // The way that holds a line, used just now; none.
  std::uint32_t find(LineAddress line, std::uint32_t set) {
    for (std::uint32_t left = tags_.matches(set, partial(line)); left != 0; left &= left - 1) {
      const auto way = static_cast<unsigned>(std::countr_zero(left));
      if (state_[set * max_ways + way].line != line) continue;
      tags_.use(set, way);
      return set * max_ways + way;
    }
    return none;
  }
  // Takes a way for a line that is not present, none with a pending miss. none: all have one.
  std::uint32_t allocate(LineAddress line, std::uint32_t set, Victim& victim);
  Way& way(std::uint32_t index) { return state_[index]; }

  // Claims the service port for `length` from `at` on, first come first served; returns the start.
  Tick serve(Tick at, Tick length) {
    const Tick start = at < free_at ? free_at : at;
    free_at = start + length;
    busy += length;
    return start;
  }
  Tick free_at{};
  Tick busy{};

 private:
  static constexpr unsigned max_ways = 16;
  static std::uint64_t hash(LineAddress line) { return line.count * 0x9e3779b97f4a7c15U; }
  static std::uint16_t partial(LineAddress line) { return SetTags<max_ways>::partial(hash(line)); }

  SetTags<max_ways> tags_;
  std::vector<Way> state_;
  std::uint32_t victim_draws_ = 1;
};

}  // namespace warpmem
