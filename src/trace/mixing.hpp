// Random numbers as pure functions of a seed and a position.
#pragma once

#include <bit>
#include <cstdint>

#include "units/mix.hpp"

namespace warpmem::trace {

// Number `position` of stream `seed`, uniform over [0, span), span at most 2^63: the high half of a 64 x 64 bit product.
constexpr std::uint64_t uniform(std::uint64_t seed, std::uint64_t position, std::uint64_t span) {
  const std::uint64_t x = mix(mix(seed + 1) + position * 0x9E3779B97F4A7C15U);
  const std::uint64_t low = (x & 0xFFFFFFFFU) * (span & 0xFFFFFFFFU);
  const std::uint64_t cross = (x >> 32) * (span & 0xFFFFFFFFU) + (low >> 32);
  const std::uint64_t other = (x & 0xFFFFFFFFU) * (span >> 32) + (cross & 0xFFFFFFFFU);
  return (x >> 32) * (span >> 32) + (cross >> 32) + (other >> 32);
}

// A random permutation of [0, size), by its seed. Every step is a bijection of the next power of two; a result past
// `size` is sent through again, which ends because the path is a cycle that began inside.
class Permutation {
 public:
  constexpr Permutation(std::uint64_t size, std::uint64_t seed)
      : size_(size),
        bits_(static_cast<unsigned>(std::bit_width(size - 1))),
        mask_(bits_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits_) - 1),
        seed_(seed) {}
  constexpr std::uint64_t operator()(std::uint64_t position) const {
    do {
      position = step(position);
    } while (position >= size_);
    return position;
  }

 private:
  constexpr std::uint64_t step(std::uint64_t x) const {
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t key = mix(seed_ * 4 + round + 1);
      x = (x + key) & mask_;              // a shift
      x = (x * (key >> 7 | 1U)) & mask_;  // an odd factor has an inverse modulo a power of two
      x ^= x >> (bits_ / 2 + 1);          // the high half stays, so it can be taken back out
    }
    return x;
  }
  std::uint64_t size_;
  unsigned bits_;
  std::uint64_t mask_;
  std::uint64_t seed_;
};

}  // namespace warpmem::trace
