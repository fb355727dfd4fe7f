// How many different things were seen, to about 2 %, in a few kilobytes: the smallest hashes tell how densely hashes lie.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include "units/mix.hpp"

namespace warpmem::advise {

class DistinctCount {
 public:
  void add(std::uint64_t thing) {
    const std::uint64_t hash = mix(thing);
    if (hash >= limit_) return;
    smallest_.insert(hash);
    if (smallest_.size() <= kept) return;
    smallest_.erase(std::prev(smallest_.end()));
    limit_ = *smallest_.rbegin();
  }
  double estimate() const {
    if (smallest_.size() < kept) return static_cast<double>(smallest_.size());
    return static_cast<double>(kept - 1) / (std::ldexp(static_cast<double>(*smallest_.rbegin()), -64));
  }

 private:
  static constexpr std::size_t kept = 2048;
  std::set<std::uint64_t> smallest_;
  std::uint64_t limit_ = ~std::uint64_t{0};
};

}  // namespace warpmem::advise
