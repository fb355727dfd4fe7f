#include "l1/tag_store.hpp"

#include <algorithm>
#include <bit>

namespace warpmem {

void L1Tags::reset(std::uint32_t lines, double victim_window) {
  line_.assign(lines, LineAddress{});
  state_.assign(lines, State{});
  older_.assign(lines, none);
  newer_.assign(lines, none);
  old_position_.assign(lines, none);
  old_.clear();
  window_ = std::max(1U, static_cast<std::uint32_t>(victim_window * lines));
  bucket_.assign(std::bit_ceil(2 * lines), none);
  bucket_mask_ = static_cast<std::uint32_t>(bucket_.size() - 1);
  chain_.assign(lines, none);
  free_.resize(lines);
  for (std::uint32_t i = 0; i < lines; ++i) free_[i] = lines - 1 - i;
  newest_ = oldest_young_ = none;
  random_ = Random(0);
}

void L1Tags::unhash(Slot s) {
  Slot* at = &bucket_[bucket_of(line_[s])];
  while (*at != s) at = &chain_[*at];
  *at = chain_[s];
}

void L1Tags::unlink_young(Slot s) {
  const Slot o = older_[s];
  const Slot n = newer_[s];
  (n == none ? newest_ : older_[n]) = o;
  (o == none ? oldest_young_ : newer_[o]) = n;
}

void L1Tags::link_youngest(Slot s) {
  older_[s] = newest_;
  newer_[s] = none;
  (newest_ == none ? oldest_young_ : newer_[newest_]) = s;
  newest_ = s;
}

void L1Tags::leave_old(std::uint32_t position) {
  old_position_[old_[position]] = none;
  if (position + 1 != old_.size()) {
    old_[position] = old_.back();
    old_position_[old_[position]] = position;
  }
  old_.pop_back();
}

void L1Tags::refill_old() {
  if (!free_.empty()) return;  // not full yet: no victims wanted
  while (old_.size() < window_ && oldest_young_ != none) {
    const Slot s = oldest_young_;
    unlink_young(s);
    old_position_[s] = static_cast<std::uint32_t>(old_.size());
    old_.push_back(s);
  }
}

void L1Tags::touch(Slot s) {
  if (s == newest_) return;
  if (old_position_[s] != none) {
    leave_old(old_position_[s]);
    link_youngest(s);
    refill_old();
  } else {
    unlink_young(s);
    link_youngest(s);
  }
}

L1Tags::Slot L1Tags::allocate(LineAddress line) {
  Slot s = none;
  if (!free_.empty()) {
    s = free_.back();
    free_.pop_back();
  } else {
    refill_old();
    const auto candidates = static_cast<std::uint32_t>(old_.size());
    const std::uint32_t start = random_.below(candidates);
    std::uint32_t position = none;
    for (std::uint32_t i = 0; i < candidates && position == none; ++i) {
      const std::uint32_t p = start + i < candidates ? start + i : start + i - candidates;
      if (state_[old_[p]].pending.none()) position = p;
    }
    if (position == none) return none;
    s = old_[position];
    leave_old(position);
    unhash(s);
  }
  line_[s] = line;
  state_[s] = State{};
  const std::uint32_t b = bucket_of(line);
  chain_[s] = bucket_[b];
  bucket_[b] = s;
  link_youngest(s);
  return s;
}

void L1Tags::drop(Slot s) {
  unhash(s);
  if (old_position_[s] != none) {
    leave_old(old_position_[s]);
  } else {
    unlink_young(s);
  }
  line_[s] = LineAddress{};
  free_.push_back(s);
}

}  // namespace warpmem
