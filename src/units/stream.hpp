// A vector to which items are added in place: the caller fills in what add() returns. Building an item elsewhere and
// copying it makes the host wait until all its earlier stores are done.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpmem {

template <class Item>
class Stream {
 public:
  // Room at the end; holds what was there before.
  Item& add() {
    if (size_ == items_.size()) [[unlikely]]
      items_.resize(items_.empty() ? 64 : 2 * items_.size());
    return items_[size_++];
  }
  void clear() { size_ = 0; }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Item& operator[](std::size_t i) const { return items_[i]; }
  std::span<const Item> all() const { return {items_.data(), size_}; }

 private:
  std::vector<Item> items_;
  std::size_t size_ = 0;
};

}  // namespace warpmem
