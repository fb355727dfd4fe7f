// Items gathered in one stream and dealt out by key. Many streams at once would keep the host waiting for its memory;
// one, of which the places are sorted afterwards, stays in its cache.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warpmem {

template <class Item>
class Sorter {
 public:
  // Keys are below `keys`.
  explicit Sorter(std::size_t keys) : begin_(keys + 1) {}

  void clear() { parts_.clear(); }
  // More items.
  void add(std::span<const Item> items) {
    if (!items.empty()) parts_.push_back(items);
  }
  // Puts all items in order of key(item), those of one key in the order in which they were added.
  template <class KeyOf>
  void sort(KeyOf&& key) {
    begin_.assign(begin_.size(), 0);
    std::size_t n = 0;
    for (const auto& part : parts_) {
      n += part.size();
      for (const Item& item : part) ++begin_[key(item)];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& b : begin_) {
      sum += b;
      b = sum;
    }
    if (sorted_.size() < n) sorted_.resize(n);
    // From the last to the first, each before those of its key that came after it.
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
      for (auto item = part->rbegin(); item != part->rend(); ++item) sorted_[--begin_[key(*item)]] = &*item;
    }
  }
  // Where the items of a key are; valid as long as they stay there.
  std::span<const Item* const> of(std::size_t key) const { return {sorted_.data() + begin_[key], begin_[key + 1] - begin_[key]}; }

 private:
  std::vector<std::span<const Item>> parts_;
  std::vector<std::uint32_t> begin_;  // of each key's items
  std::vector<const Item*> sorted_;
};

}  // namespace warpmem
