// Division by a number fixed at start-up, as one multiplication.
#pragma once

#include <cstdint>

namespace warpmem {

// Exact for dividends below 2^57 and divisors from 1 to 128, and for smaller dividends with larger divisors as long as
// dividend * divisor < 2^64: line addresses and what is counted from them.
class Divider {
 public:
  explicit Divider(std::uint64_t divisor = 1) : divisor_(divisor), reciprocal_(divisor == 1 ? 0 : ~std::uint64_t{0} / divisor + 1) {}
  std::uint64_t quotient(std::uint64_t n) const {
    __extension__ using Wide = unsigned __int128;
    return divisor_ == 1 ? n : static_cast<std::uint64_t>(static_cast<Wide>(n) * reciprocal_ >> 64);
  }
  std::uint64_t divisor() const { return divisor_; }

 private:
  std::uint64_t divisor_, reciprocal_;
};

}  // namespace warpmem
