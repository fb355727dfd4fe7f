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
  using Slot = std::uint16_t;
  static constexpr Slot none = 0xFFFF;  // so a cache holds at most 65,534 lines: 8 MiB

  // `lines`: capacity, 1 to 65,534. `victim_window`: share of the lines, oldest first, from which a victim is drawn.
  void reset(std::uint32_t lines, double victim_window);

  Slot find(LineAddress line) const {
    for (Slot s = bucket_[bucket_of(line)]; s != none; s = nodes_[s].chain) {
      if (nodes_[s].line == line) return s;
    }
    return none;
  }
  void prefetch(LineAddress line) const { __builtin_prefetch(&bucket_[bucket_of(line)]); }
  WordMask& valid(Slot s) { return nodes_[s].valid; }          // readable now: fetched, or written by this SM
  SectorMask& pending(Slot s) { return nodes_[s].pending; }    // asked of L2
  std::uint32_t& pending_entry(Slot s) { return nodes_[s].pending_entry; }  // for PendingMisses
  // Marks the line as used just now.
  void touch(Slot s) {
    if (s != newest_) make_newest(s);
  }
  // Takes a slot for a line that is not present; its state is empty. none: every candidate has sectors pending.
  Slot allocate(LineAddress line);
  // Drops a line; what is pending for it is no longer kept.
  void drop(Slot s);
  std::uint32_t capacity() const { return static_cast<std::uint32_t>(nodes_.size()); }

 private:
  // All of a line in 32 bytes: two to a cache line of the host, which the simulator's speed hangs on.
  struct alignas(32) Node {
    LineAddress line{};
    WordMask valid{};
    std::uint32_t pending_entry = 0xFFFFFFFF;
    Slot older = none, newer = none;  // young list
    Slot old_position = none;         // index in old_
    Slot chain = none;                // of the hash bucket
    SectorMask pending{};
  };
  std::uint32_t bucket_of(LineAddress line) const { return static_cast<std::uint32_t>(line.count * 0x9e3779b97f4a7c15U >> bucket_shift_); }
  void unhash(Slot s);
  void unlink_young(Slot s);
  void link_youngest(Slot s);
  void leave_old(Slot position);
  void refill_old();
  void make_newest(Slot s);

  // Every line is either in the young list (a doubly linked list, newest first) or among the `window_` oldest, an
  // unordered array from which victims are drawn. A use brings a line to the young list's head.
  std::vector<Node> nodes_;
  std::vector<Slot> old_;
  std::vector<Slot> bucket_;
  std::vector<Slot> free_;
  Slot newest_ = none, oldest_young_ = none;
  unsigned bucket_shift_ = 63;
  std::uint32_t window_ = 1;
  Random random_{0};
};

}  // namespace warpmem
