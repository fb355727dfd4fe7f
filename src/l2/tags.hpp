// L2's tags: sectored lines in hashed sets, write-back. Holds the sets of all slices of a lane side by side. Knows
// nothing of partitions or DRAM; machine/memory_lane.hpp joins them.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "units/bring_near.hpp"
#include "units/set_tags.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

class L2Tags {
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
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t victim_draws) {
    tags_.reset(sets, ways, victim_draws);
    state_.assign(std::size_t{sets} * max_ways, Way{});
  }
  // Time starts at 0 again, contents stay and are ready.
  void rewind() {
    for (Way& way : state_) {
      way.ready = Tick(0);
      way.pending = none;
    }
  }
  WARPMEM_HINT void prefetch(std::uint32_t set) const { tags_.prefetch(set); }
  // Brings near the state of the way that holds a line, or of the one that it would replace.
  WARPMEM_HINT void prefetch_way(LineAddress line, std::uint32_t set) const {
    const std::uint32_t found = tags_.matches(set, partial(line));
    const unsigned way = found != 0 ? static_cast<unsigned>(std::countr_zero(found)) : tags_.victim(set, hash(line));
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
  std::uint32_t allocate(LineAddress line, std::uint32_t set, Victim& victim) {
    unsigned chosen = tags_.victim(set, hash(line));
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
  Way& way(std::uint32_t index) { return state_[index]; }

 private:
  static constexpr unsigned max_ways = 16;
  static std::uint64_t hash(LineAddress line) { return line.count * 0x9e3779b97f4a7c15U; }
  static std::uint8_t partial(LineAddress line) { return SetTags<max_ways>::partial(hash(line)); }

  SetTags<max_ways> tags_;
  std::vector<Way> state_;
};

// The service port of one slice: one request at a time, first come first served.
struct SlicePort {
  Tick free_at{};
  Tick busy{};
  // Claims `length` from `at` on; returns the start.
  Tick serve(Tick at, Tick length) {
    const Tick start = at < free_at ? free_at : at;
    free_at = start + length;
    busy += length;
    return start;
  }
};

}  // namespace warpmem
