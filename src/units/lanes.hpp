// A record's 32 lanes as addresses, and as the 128-byte rows of 4-byte words that they touch.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "warpmem/trace.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

using LaneAddresses = std::array<std::uint64_t, lanes_per_warp>;

// Calls visit(lane, address) for each active lane in lane order. `list`: the record's listed addresses' store.
template <class Visit>
inline void for_each_lane(const Record& r, const std::uint64_t* list, Visit&& visit) {
  if (r.listed) {
    const std::uint64_t* next = list + r.base;
    for (std::uint32_t left = r.lanes.bits; left != 0; left &= left - 1) visit(static_cast<unsigned>(std::countr_zero(left)), *next++);
  } else {
    for (std::uint32_t left = r.lanes.bits; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      visit(lane, r.base + static_cast<std::uint64_t>(static_cast<std::int64_t>(lane) * r.stride));
    }
  }
}

// Lanes side by side without a gap, from the first active one to the last: what most accesses are.
inline bool is_run(const Record& r) {
  if (r.listed || r.lanes.none() || r.stride != static_cast<std::int64_t>(r.bytes)) return false;
  const std::uint32_t from_first = r.lanes.bits >> std::countr_zero(r.lanes.bits);
  return (from_first & (from_first + 1)) == 0;
}

// Loads and stores of 8 bytes are served half-warp by half-warp, of 16 bytes quarter by quarter.
constexpr unsigned lane_groups(unsigned bytes) { return bytes <= 4 ? 1 : bytes / 4; }
constexpr unsigned lane_group(unsigned lane, unsigned bytes) { return lane * lane_groups(bytes) / lanes_per_warp; }

// The rows in the order in which lanes first name them, each with the words touched by each lane group. A row is a
// cache line in global memory, and one word of each of the 32 banks in shared memory: the same 128 bytes.
// An aligned access of at most 16 bytes lies in one row, so there are at most 32.
struct WordRows {
  unsigned count = 0;
  std::array<std::uint64_t, lanes_per_warp> row;
  std::array<std::array<std::uint32_t, 4>, lanes_per_warp> words;  // [row][lane group]

  std::uint32_t all_words(unsigned i) const { return words[i][0] | words[i][1] | words[i][2] | words[i][3]; }

  // The index of a row, new or known. `slots_` remembers where a row with these low bits was put last; only two rows
  // with equal low bits make it search.
  unsigned find(std::uint64_t r) {
    const auto slot = static_cast<unsigned>(r ^ r >> 6) % slots_.size();
    const unsigned guess = slots_[slot];
    if (guess < count && row[guess] == r) return guess;
    if (guess < count) {
      for (unsigned i = 0; i < count; ++i) {
        if (row[i] == r) return i;
      }
    }
    slots_[slot] = static_cast<std::uint8_t>(count);
    row[count] = r;
    words[count] = {};
    return count++;
  }
  void add(std::uint64_t address, unsigned bytes, unsigned group) {
    const std::uint32_t span = bytes <= 4 ? 1U : (1U << bytes / 4) - 1U;
    words[find(address / line_bytes)][group] |= span << (address / 4 % words_per_line);
  }
  WordRows() { slots_.fill(0xFF); }

 private:
  std::array<std::uint8_t, 64> slots_;
};

}  // namespace warpmem
