#include "l1/tag_store.hpp"

#include <algorithm>
#include <bit>

namespace warpmem {

void L1Tags::reset(std::uint32_t lines, double victim_window) {
  nodes_.assign(lines, Node{});
  old_.clear();
  window_ = std::max(1U, static_cast<std::uint32_t>(victim_window * lines));
  bucket_.assign(std::bit_ceil(2 * lines), none);
  bucket_shift_ = 64 - static_cast<unsigned>(std::countr_zero(bucket_.size()));
  free_.resize(lines);
  for (std::uint32_t i = 0; i < lines; ++i) free_[i] = static_cast<Slot>(lines - 1 - i);
  newest_ = oldest_young_ = none;
  random_ = Random(0);
}

void L1Tags::unhash(Slot s) {
  Slot* at = &bucket_[bucket_of(nodes_[s].line)];
  while (*at != s) at = &nodes_[*at].chain;
  *at = nodes_[s].chain;
}

void L1Tags::unlink_young(Slot s) {
  const Slot o = nodes_[s].older;
  const Slot n = nodes_[s].newer;
  (n == none ? newest_ : nodes_[n].older) = o;
  (o == none ? oldest_young_ : nodes_[o].newer) = n;
}

void L1Tags::link_youngest(Slot s) {
  nodes_[s].older = newest_;
  nodes_[s].newer = none;
  (newest_ == none ? oldest_young_ : nodes_[newest_].newer) = s;
  newest_ = s;
}

void L1Tags::leave_old(Slot position) {
  nodes_[old_[position]].old_position = none;
  const Slot last = old_.back();
  old_.pop_back();
  if (position == old_.size()) return;
  old_[position] = last;
  nodes_[last].old_position = position;
}

void L1Tags::refill_old() {
  if (!free_.empty()) return;  // not full yet: no victims wanted
  while (old_.size() < window_ && oldest_young_ != none) {
    const Slot s = oldest_young_;
    unlink_young(s);
    nodes_[s].old_position = static_cast<Slot>(old_.size());
    old_.push_back(s);
  }
}

void L1Tags::make_newest(Slot s) {
  if (nodes_[s].old_position != none) {
    leave_old(nodes_[s].old_position);
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
    std::uint32_t position = start;
    while (!nodes_[old_[position]].pending.none()) {
      position = position + 1 == candidates ? 0 : position + 1;
      if (position == start) return none;
    }
    s = old_[position];
    leave_old(static_cast<Slot>(position));
    unhash(s);
  }
  Slot& bucket = bucket_[bucket_of(line)];
  nodes_[s] = Node{};
  nodes_[s].line = line;
  nodes_[s].chain = bucket;
  bucket = s;
  link_youngest(s);
  return s;
}

void L1Tags::drop(Slot s) {
  unhash(s);
  if (nodes_[s].old_position != none) {
    leave_old(nodes_[s].old_position);
  } else {
    unlink_young(s);
  }
  nodes_[s] = Node{};
  free_.push_back(s);
}

}  // namespace warpmem
