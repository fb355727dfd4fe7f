// L1's tags: sectored lines, found by a hash of their address, replaced roughly oldest first.
//
// Measured on the H200 (docs/model.md, "l1"): for strides from 128 B to 128 KiB the cache behaves as one set. A cyclic
// walk a little larger than the cache loses its hits gradually, which neither LRU nor random replacement does; a victim
// drawn from the oldest sixth or so does.
#pragma once

#include <cstdint>
#include <vector>

#include "units/mix.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

class L1Tags {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot none = 0xFFFFFFFF;

  struct State {
    WordMask valid{};      // readable now: fetched, or written by this SM
    SectorMask pending{};  // asked of L2
  };

  // `lines`: capacity, at least 1. `victim_window`: share of the lines, oldest first, from which a victim is drawn.
  void reset(std::uint32_t lines, double victim_window);

  Slot find(LineAddress line) const {
    for (Slot s = bucket_[bucket_of(line)]; s != none; s = chain_[s]) {
      if (line_[s] == line) return s;
    }
    return none;
  }
  State& state(Slot s) { return state_[s]; }
  // Marks the line as used just now.
  void touch(Slot s);
  // Takes a slot for a line that is not present; its state is empty. none: every candidate has sectors pending.
  Slot allocate(LineAddress line);
  // Drops a line; what is pending for it is no longer kept.
  void drop(Slot s);
  std::uint32_t capacity() const { return static_cast<std::uint32_t>(line_.size()); }

 private:
  std::uint32_t bucket_of(LineAddress line) const { return static_cast<std::uint32_t>(mix(line.count)) & bucket_mask_; }
  void unhash(Slot s);
  void unlink_young(Slot s);
  void link_youngest(Slot s);
  void leave_old(std::uint32_t position);
  void refill_old();

  // Every line is either in the young list (a doubly linked list, newest first) or among the `window_` oldest, an
  // unordered array from which victims are drawn. A use brings a line to the young list's head.
  std::vector<LineAddress> line_;
  std::vector<State> state_;
  std::vector<Slot> older_, newer_;          // young list
  std::vector<std::uint32_t> old_position_;  // index in old_, or none
  std::vector<Slot> old_;
  std::vector<Slot> bucket_, chain_;
  std::vector<Slot> free_;
  Slot newest_ = none, oldest_young_ = none;
  std::uint32_t bucket_mask_ = 0;
  std::uint32_t window_ = 1;
  Random random_{0};
};

}  // namespace warpmem
