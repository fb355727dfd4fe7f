// L1's tags: sectored lines in up to 32 ways, replaced roughly oldest first.
//
// Measured on the H200 (docs/model.md, "l1"): for strides from 128 B to 128 KiB the cache behaves as if fully
// associative. Folding the line address into the set index by exclusive or does that for every power-of-two stride. A
// cyclic walk a little larger than the cache loses its hits gradually, so the victim is not strictly the oldest.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "units/bring_near.hpp"
#include "units/set_tags.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

class L1Tags {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot none = 0xFFFFFFFF;

  // `lines`: capacity, at least 1, rounded down to whole sets. `victim_draws`: at least 1, see SetTags::victim.
  void reset(std::uint32_t lines, std::uint32_t victim_draws) {
    const std::uint32_t sets = std::bit_ceil((lines + max_ways - 1) / max_ways);
    set_bits_ = static_cast<unsigned>(std::countr_zero(sets));
    // A fold by 63 bits changes nothing: line addresses have fewer.
    folds_.fill(63);
    unsigned folds = 0;
    for (unsigned shift = set_bits_; shift != 0 && shift < 64; shift *= 2) folds_[folds++] = static_cast<std::uint8_t>(shift);
    tags_.reset(sets, std::max(1U, lines / sets), victim_draws);
    lines_.assign(std::size_t{sets} * max_ways, Line{});
    pending_ways_.assign(sets, 0);
  }
  // The set of a line: look it up once and hand it to find() and allocate().
  std::uint32_t set_of(LineAddress line) const {
    // Exclusive or of the address's digits in base `sets`, by doubling.
    std::uint64_t folded = line.count;
    for (std::size_t i = folds_.size(); i-- > 0;) folded ^= folded >> folds_[i];
    return static_cast<std::uint32_t>(folded & ((1U << set_bits_) - 1U));
  }
  static std::uint32_t set_of_slot(Slot s) { return s / max_ways; }
  Slot find(LineAddress line) const { return find(line, set_of(line)); }
  Slot allocate(LineAddress line) { return allocate(line, set_of(line)); }
  Slot find(LineAddress line, std::uint32_t set) const {
    for (std::uint32_t left = tags_.matches(set, partial(line)); left != 0; left &= left - 1) {
      const Slot s = set * max_ways + static_cast<Slot>(std::countr_zero(left));
      if (lines_[s].address == line) return s;
    }
    return none;
  }
  WARPMEM_HINT void prefetch_set(std::uint32_t set) const { tags_.prefetch(set); }
  WARPMEM_HINT void prefetch(Slot s) const { bring_near(&lines_[s]); }
  WordMask& valid(Slot s) { return lines_[s].valid; }             // readable now: fetched, or written by this SM
  SectorMask pending(Slot s) const { return lines_[s].pending; }  // asked of L2
  void ask(Slot s, SectorMask sectors) {
    lines_[s].pending |= sectors;
    pending_ways_[s / max_ways] |= 1U << s % max_ways;
  }
  void arrive(Slot s, SectorMask sectors) {
    lines_[s].valid |= words_of(sectors);
    lines_[s].pending = lines_[s].pending.without(sectors);
    if (lines_[s].pending.none()) pending_ways_[s / max_ways] &= ~(1U << s % max_ways);
  }
  // For PendingMisses: the newest request for this line.
  std::uint16_t& pending_entry(Slot s) { return lines_[s].pending_entry; }
  // Marks the line as used just now.
  void touch(Slot s) { tags_.use(s / max_ways, s % max_ways); }
  // Takes a slot for a line that is not present; its state is empty. none: every line of the set has sectors pending.
  Slot allocate(LineAddress line, std::uint32_t set) {
    const std::uint32_t busy = pending_ways_[set];
    if (static_cast<unsigned>(std::popcount(busy)) == tags_.ways()) return none;
    unsigned way = tags_.victim(set, hash(line));
    if ((busy >> way & 1U) != 0) way = tags_.oldest_but(set, busy);
    tags_.fill(set, way, partial(line));
    lines_[set * max_ways + way] = {line, WordMask{}, no_entry, SectorMask{}};
    return set * max_ways + way;
  }
  // Drops a line; what is pending for it is no longer kept.
  void drop(Slot s) {
    tags_.clear(s / max_ways, s % max_ways);
    pending_ways_[s / max_ways] &= ~(1U << s % max_ways);
    lines_[s] = Line{};
  }
  std::uint32_t capacity() const { return tags_.sets() * tags_.ways(); }

  static constexpr std::uint16_t no_entry = 0xFFFF;

 private:
  static constexpr unsigned max_ways = 32;
  struct alignas(16) Line {
    LineAddress address{};
    WordMask valid{};
    std::uint16_t pending_entry = no_entry;
    SectorMask pending{};
  };
  static_assert(sizeof(Line) == 16);
  static std::uint64_t hash(LineAddress line) { return line.count * 0x9e3779b97f4a7c15U; }
  static std::uint8_t partial(LineAddress line) { return SetTags<max_ways>::partial(hash(line)); }

  SetTags<max_ways> tags_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> pending_ways_;  // of each set: the ways with pending sectors, which no new line may take
  unsigned set_bits_ = 0;
  std::array<std::uint8_t, 6> folds_{};  // shifts, the widest last
};

}  // namespace warpmem
