// A first-in first-out queue in one block of memory that doubles when full.
#pragma once

#include <cstddef>
#include <vector>

namespace warpmem {

template <class T>
class RingQueue {
 public:
  bool empty() const { return head_ == tail_; }
  std::size_t size() const { return tail_ - head_; }
  const T& front() const { return items_[head_ & mask_]; }
  T& front() { return items_[head_ & mask_]; }
  // `i`: below size(), counted from the front.
  const T& at(std::size_t i) const { return items_[(head_ + i) & mask_]; }
  // An empty queue starts over at its first place, so that a short one keeps to little of the host's memory.
  void pop() {
    if (++head_ == tail_) head_ = tail_ = 0;
  }
  void push(const T& item) { push() = item; }
  // Room at the end, to be filled by the caller; holds what was there before.
  T& push() {
    if (size() == items_.size()) grow();
    return items_[tail_++ & mask_];
  }
  void clear() { head_ = tail_ = 0; }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 16 : 2 * items_.size());
    const std::size_t n = size();
    for (std::size_t i = 0; i < n; ++i) larger[i] = items_[(head_ + i) & mask_];
    items_.swap(larger);
    mask_ = items_.size() - 1;
    head_ = 0;
    tail_ = n;
  }
  std::vector<T> items_;
  std::size_t mask_ = 0, head_ = 0, tail_ = 0;
};

}  // namespace warpmem
