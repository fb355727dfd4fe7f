// Division by a number fixed at start-up, as one multiplication.
#pragma once

#include <cstdint>

namespace warpmem {

// The product is exact as long as dividend * divisor < 2^64, which holds for line addresses in use and what is counted
// from them; what lies beyond is divided. `divisor`: at least 1.
class Divider {
 public:
  explicit Divider(std::uint64_t divisor = 1)
      : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor + 1), most_(divisor == 1 ? 0 : ~std::uint64_t{0} / divisor) {}
  std::uint64_t quotient(std::uint64_t n) const {
    __extension__ using Wide = unsigned __int128;
    if (n > most_) [[unlikely]]
      return n / divisor_;
    return static_cast<std::uint64_t>(static_cast<Wide>(n) * reciprocal_ >> 64);
  }
  std::uint64_t divisor() const { return divisor_; }

 private:
  std::uint64_t divisor_, reciprocal_, most_;
};

}  // namespace warpmem
