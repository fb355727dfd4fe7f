// One L2 slice: sectored tags in hashed sets, write-back, and one service port. The slice knows nothing of partitions
// or DRAM; machine/memory_lane.hpp joins two partitions' slices and their channels.
#pragma once

#include <cstdint>
#include <vector>

#include "units/clocks.hpp"
#include "units/mix.hpp"
#include "warpmem/config.hpp"
#include "warpmem/counters.hpp"

namespace warpmem {

// Where a line lives. One lane holds, for its share of the lines, the slices of each partition and the DRAM channels,
// so that lanes never touch each other's state.
struct LinePlace {
  std::uint32_t lane;
  std::uint32_t slice;      // within the lane and partition
  std::uint32_t channel;    // within the lane
  std::uint32_t home;       // partition
  std::uint32_t set;
  std::uint64_t row;        // DRAM row, counted over the channel
};

class AddressMap {
 public:
  explicit AddressMap(const MachineConfig& machine);
  std::uint32_t lanes() const { return lanes_; }
  std::uint32_t slices_per_lane() const { return slices_per_lane_; }      // and partition
  std::uint32_t channels_per_lane() const { return channels_per_lane_; }
  std::uint32_t sets() const { return sets_; }                            // of a slice
  std::uint32_t lane_of(LineAddress line) const { return place(line).lane; }
  LinePlace place(LineAddress line) const;

 private:
  std::uint32_t lanes_, slices_per_lane_, channels_per_lane_, partitions_, sets_;
  std::uint64_t lines_per_row_;
};

class L2Slice {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  struct Way {
    Tick ready{};                 // when the newest data asked for are here
    std::uint32_t pending = none; // the caller's record of an unanswered miss
    WordMask dirty{};             // words to write back
    SectorMask valid{};           // asked for or here
  };
  struct Victim {
    LineAddress line{};
    WordMask dirty{};
    SectorMask valid{};
    bool taken = false;  // a line was replaced
  };

  // `draws`: ways drawn for a victim; as many as there are ways: strict LRU.
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t draws);
  // Time starts at 0 again, contents stay and are ready.
  void rewind();
  void prefetch(std::uint32_t set) const { __builtin_prefetch(&tags_[std::size_t{set} * ways_]); }
  // The way that holds a line, used just now; none.
  std::uint32_t find(LineAddress line, std::uint32_t set);
  // Takes a way for a line that is not present. The victim is the least recently used of a few ways drawn at random,
  // none of them with a pending miss. none: all pending.
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
  std::uint32_t oldest(std::uint32_t first) const;
  static constexpr std::uint64_t empty_tag = ~std::uint64_t{0};
  std::uint32_t ways_ = 0;
  std::uint32_t clock_ = 0;
  std::uint32_t draws_ = 1;
  Random random_{0};
  std::vector<std::uint64_t> tags_;     // line addresses, [set * ways + way]
  std::vector<std::uint32_t> used_;     // the clock of the last use
  std::vector<Way> state_;
};

}  // namespace warpmem
