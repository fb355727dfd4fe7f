// L2's tags: sectored lines in hashed sets, write-back. Holds the sets of all slices of a lane side by side. Knows
// nothing of partitions or DRAM; machine/memory_lane.hpp joins them.
#pragma once

#include <algorithm>
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
  struct Victim {
    LineAddress line{};
    WordMask dirty{};  // none: nothing to write back
    SectorMask valid{};
  };
  // A line's place: its set, and the way in it.
  struct Place {
    std::uint32_t set = 0;
    std::uint32_t way = none;
    bool found() const { return way != none; }
  };

  // `ways`: 1 to 16. `victim_draws`: at least 1, see SetTags::victim.
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t victim_draws) {
    tags_.reset(sets, ways, victim_draws);
    ways_.assign(std::size_t{sets} * max_ways, Way{});
  }
  // Time starts at 0 again, contents stay and are ready.
  void rewind() {
    for (std::uint32_t set = 0; set < tags_.sets(); ++set) tags_.beside(set).held = 0;
    for (Way& way : ways_) {
      way.ready = Tick(0);
      way.holds = way.asks = 0;
    }
  }
  WARPMEM_HINT void prefetch(std::uint32_t set) const { tags_.prefetch(set); }
  // The next step: brings near the state of the way that holds a line, or of the one that it would replace.
  WARPMEM_HINT void prefetch_way(LineAddress line, std::uint32_t set) const {
    const std::uint32_t found = tags_.matches(set, partial(line));
    if (found != 0) {
      prefetch_way(set * max_ways + static_cast<unsigned>(std::countr_zero(found)));
    } else {
      prefetch_way(set * max_ways + tags_.victim(set, hash(line)));
    }
  }
  WARPMEM_HINT void prefetch_way(std::uint32_t index) const { bring_near(&ways_[index]); }

  // Where a line is, used just now.
  Place find(LineAddress line, std::uint32_t set) {
    for (std::uint32_t left = tags_.matches(set, partial(line)); left != 0; left &= left - 1) {
      const auto way = static_cast<unsigned>(std::countr_zero(left));
      if (ways_[set * max_ways + way].line != line) continue;
      tags_.use(set, way);
      return {set, way};
    }
    return {set, none};
  }
  // Takes a way for a line that is not present, none that is held. Not found: all are.
  Place allocate(LineAddress line, std::uint32_t set, Victim& victim) {
    victim.dirty = WordMask{};
    SetState& state = tags_.beside(set);
    unsigned way = tags_.victim(set, hash(line));
    for (std::uint32_t tried = 1; (state.held >> way & 1U) != 0; ++tried) {
      if (tried == tags_.ways()) return {set, none};
      way = tags_.other_victim(set, way);
    }
    Way& of = ways_[set * max_ways + way];
    if ((state.dirty >> way & 1U) != 0) victim = {of.line, of.dirty, valid({set, way})};
    of = Way{};
    of.line = line;
    state.valid &= ~(std::uint64_t{0xF} << 4 * way);
    state.dirty = static_cast<std::uint16_t>(state.dirty & ~(1U << way));
    tags_.fill(set, way, partial(line));
    return {set, way};
  }

  // Sectors asked for or here.
  SectorMask valid(Place p) const { return SectorMask(static_cast<std::uint8_t>(tags_.beside(p.set).valid >> 4 * p.way & 0xFU)); }
  void add_valid(Place p, SectorMask sectors) { tags_.beside(p.set).valid |= std::uint64_t{sectors.bits} << 4 * p.way; }
  // Words to write back.
  WordMask dirty(Place p) const { return ways_[index(p)].dirty; }
  void add_dirty(Place p, WordMask words) {
    ways_[index(p)].dirty |= words;
    SetState& state = tags_.beside(p.set);
    state.dirty = static_cast<std::uint16_t>(state.dirty | 1U << p.way);
  }
  // When the newest data asked for are here.
  Tick ready(Place p) const { return ready(index(p)); }
  Tick ready(std::uint32_t way) const { return ways_[way].ready; }  // `way`: index() of a place
  void ready_from(std::uint32_t way, Tick ready) { ways_[way].ready = std::max(ways_[way].ready, ready); }
  // A line is held, and not replaced, as long as someone comes back to it: one who asks for data of which it is not yet
  // known when they will be here (`asks`; the line is awaited then), or one who waits to learn that.
  bool held(Place p) const { return (tags_.beside(p.set).held >> p.way & 1U) != 0; }
  bool awaited(Place p) const { return ways_[index(p)].asks != 0; }
  void hold(Place p, bool asks) {
    Way& way = ways_[index(p)];
    ++way.holds;
    if (asks) ++way.asks;
    SetState& state = tags_.beside(p.set);
    state.held = static_cast<std::uint16_t>(state.held | 1U << p.way);
  }
  void release(std::uint32_t way, bool asked) {
    if (asked) --ways_[way].asks;
    if (--ways_[way].holds != 0) return;
    SetState& state = tags_.beside(way / max_ways);
    state.held = static_cast<std::uint16_t>(state.held & ~(1U << way % max_ways));
  }
  static std::uint32_t index(Place p) { return p.set * max_ways + p.way; }

 private:
  static constexpr unsigned max_ways = 16;
  // What replacing a line and a miss must know of a set: beside its tags, so that a miss reads nothing else.
  struct SetState {
    std::uint64_t valid = 0;  // 4 bits a way
    std::uint16_t held = 0;
    std::uint16_t dirty = 0;  // ways with words to write back
  };
  struct alignas(32) Way {
    LineAddress line{};
    Tick ready{};
    WordMask dirty{};
    std::uint16_t holds = 0, asks = 0;  // at most one for each request on its way between two slices
  };
  static std::uint64_t hash(LineAddress line) { return line.count * 0x9e3779b97f4a7c15U; }
  static std::uint8_t partial(LineAddress line) { return SetTags<max_ways>::partial(hash(line)); }

  SetTags<max_ways, SetState> tags_;
  std::vector<Way> ways_;
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
