// A calendar of events by SM cycle: a ring of buckets with a bit for each that holds something, so that time jumps
// from event to event. Events beyond the ring wait in a list until the ring has turned far enough.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace warpmem {

// `Span`: cycles in the ring, a multiple of 64; best longer than nearly every delay, so that few events wait outside.
// At most 65,535 events may be in the ring at once: numbers of 16 bits keep it small, as each SM has its own.
template <class Event, std::size_t Span>
class EventWheel {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  // `cycle` is not before the cycle last taken.
  void add(std::uint64_t cycle, const Event& event) {
    if (cycle >= base_ + span) {
      far_.push_back({cycle, event});
      if (cycle < far_min_) far_min_ = cycle;
      if (next_valid_ && cycle < next_) next_ = cycle;
      return;
    }
    put(cycle, event);
  }

  // The cycle of the earliest event, or `never`. Looking does not turn the ring: something earlier may still be added.
  std::uint64_t next() {
    if (!next_valid_) {
      next_ = find();
      if (far_min_ < next_) next_ = far_min_;
      next_valid_ = true;
    }
    return next_;
  }

  // Moves the events of cycle next() to `out`, which is cleared first, and the wheel to that cycle. Order: latest added first.
  void take(std::vector<Event>& out) {
    const std::uint64_t cycle = next();
    out.clear();
    if (far_min_ <= cycle) advance(cycle);
    base_ = cycle;
    const std::size_t bucket = cycle % span;
    for (std::uint16_t i = head_[bucket]; i != none;) {
      out.push_back(pool_[i].event);
      const std::uint16_t following = pool_[i].next;
      pool_[i].next = free_;
      free_ = i;
      i = following;
    }
    head_[bucket] = none;
    occupied_[bucket / 64] &= ~(std::uint64_t{1} << bucket % 64);
    next_valid_ = false;
  }

  bool empty() { return next() == never; }
  EventWheel() { head_.fill(none); }

 private:
  static constexpr std::size_t span = Span;
  static constexpr std::uint16_t none = 0xFFFF;
  struct Node {
    Event event;
    std::uint16_t next;
  };
  struct Far {
    std::uint64_t cycle;
    Event event;
  };

  void put(std::uint64_t cycle, const Event& event) {
    std::uint16_t i = free_;
    if (i == none) {
      i = static_cast<std::uint16_t>(pool_.size());
      pool_.push_back({});
    } else {
      free_ = pool_[i].next;
    }
    const std::size_t bucket = cycle % span;
    pool_[i] = {event, head_[bucket]};
    head_[bucket] = i;
    occupied_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
    if (next_valid_ && cycle < next_) next_ = cycle;
  }
  std::uint64_t find() const {
    const std::size_t start = base_ % span;
    constexpr std::size_t words = span / 64;
    for (std::size_t k = 0; k <= words; ++k) {
      const std::size_t w = (start / 64 + k) % words;
      std::uint64_t bits = occupied_[w];
      if (k == 0) bits &= ~std::uint64_t{0} << start % 64;
      if (k == words) bits &= ~(~std::uint64_t{0} << start % 64);
      if (bits != 0) {
        const std::size_t bucket = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        return base_ + (bucket + span - start) % span;
      }
    }
    return never;
  }
  // Brings in the far events that the ring reaches once it stands at `cycle`; nothing earlier is left.
  void advance(std::uint64_t cycle) {
    base_ = cycle;
    far_min_ = never;
    std::size_t kept = 0;
    for (const Far& f : far_) {
      if (f.cycle < base_ + span) {
        put(f.cycle, f.event);
      } else {
        if (f.cycle < far_min_) far_min_ = f.cycle;
        far_[kept++] = f;
      }
    }
    far_.resize(kept);
  }

  std::array<std::uint16_t, span> head_;
  std::array<std::uint64_t, span / 64> occupied_{};
  std::vector<Node> pool_;
  std::uint16_t free_ = none;
  std::vector<Far> far_;
  std::uint64_t far_min_ = never;
  std::uint64_t base_ = 0;
  std::uint64_t next_ = never;
  bool next_valid_ = false;
};

}  // namespace warpmem
