// Deterministic hashing: spreads addresses over slices, sets and banks, and draws replacement victims.
#pragma once

#include <cstdint>

namespace warpmem {

// A bijection of 64-bit words in which each input bit changes about half of the output bits (the finaliser of
// splitmix64, public domain by Sebastiano Vigna).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9U;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebU;
  x ^= x >> 31;
  return x;
}
// Maps a 32-bit hash evenly to [0, n).
constexpr std::uint32_t scale(std::uint32_t hash, std::uint32_t n) { return static_cast<std::uint32_t>(std::uint64_t{hash} * n >> 32); }

}  // namespace warpmem
