// The tags of a set-associative cache, laid out for the host's cache: what a look-up reads of a set lies together, and
// SIMD compares all ways at once. Used by L1 and L2; the lines' own state is kept by them, indexed set * Ways + way.
//
// A way is known by 16 bits of its line's hash (0: empty); the owner confirms a match against the full address. Order
// of use is kept as ranks: 0 is the way used last, ways - 1 the one used longest ago.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "units/bring_near.hpp"
#include "units/mix.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace warpmem {

// `Ways`: 16 or 32, room per set; `ways` of reset() may be fewer.
template <unsigned Ways>
class SetTags {
 public:
  static_assert(Ways == 16 || Ways == 32);

  void reset(std::uint32_t sets, std::uint32_t ways) {
    sets_.assign(sets, Set{});
    ways_ = ways;
    in_use_ = ways == 32 ? ~0U : (1U << ways) - 1U;
    for (Set& s : sets_) {
      for (unsigned w = 0; w < Ways; ++w) s.rank[w] = static_cast<std::uint8_t>(w);
    }
  }
  std::uint32_t sets() const { return static_cast<std::uint32_t>(sets_.size()); }
  std::uint32_t ways() const { return ways_; }
  WARPMEM_HINT void prefetch(std::uint32_t set) const {
    bring_near(&sets_[set]);
    if constexpr (sizeof(Set) > 64) bring_near(&sets_[set].rank);
  }

  static std::uint16_t partial(std::uint64_t hash) { return static_cast<std::uint16_t>(hash >> 48 | 1U); }
  // Bit w: way w may hold the line.
  std::uint32_t matches(std::uint32_t set, std::uint16_t partial_tag) const { return equal(sets_[set].partial, partial_tag); }
  void use(std::uint32_t set, unsigned way) {
    Set& s = sets_[set];
    if (s.rank[way] != 0) move_to_front(s, way);
  }
  // The way to fill next: an empty one, else one whose rank is the largest of `draws` random ones (1: random
  // replacement; many: nearly the least recently used). `draws` at least 1. Drawn from the line's hash and the set's
  // history alone, so that asking ahead of time changes nothing.
  unsigned victim(std::uint32_t set, std::uint32_t draws, std::uint64_t hash) const {
    const Set& s = sets_[set];
    if (const std::uint32_t empty = equal(s.partial, 0) & in_use_) return static_cast<unsigned>(std::countr_zero(empty));
    std::uint32_t rank = ways_ - 1;
    if (draws < ways_) {
      rank = 0;
      std::uint64_t random = hash + s.fills * 0x9e3779b97f4a7c15U;
      for (std::uint32_t d = 0; d < draws; ++d) {
        if (d % 4 == 0) random = mix(random);
        rank = std::max(rank, static_cast<std::uint32_t>((random >> d % 4 * 16 & 0xFFFFU) * ways_ >> 16));
      }
    }
    return way_of_rank(s, rank);
  }
  // The next younger way, the oldest after the youngest.
  unsigned other_victim(std::uint32_t set, unsigned way) const {
    const Set& s = sets_[set];
    return way_of_rank(s, (s.rank[way] + ways_ - 1) % ways_);
  }
  // The way used longest ago of those not in `excluded`, which leaves at least one.
  unsigned oldest_but(std::uint32_t set, std::uint32_t excluded) const {
    const Set& s = sets_[set];
    std::uint32_t left = in_use_ & ~excluded;
    auto best = static_cast<unsigned>(std::countr_zero(left));
    for (left &= left - 1; left != 0; left &= left - 1) {
      const auto way = static_cast<unsigned>(std::countr_zero(left));
      if (s.rank[way] > s.rank[best]) best = way;
    }
    return best;
  }
  void fill(std::uint32_t set, unsigned way, std::uint16_t partial_tag) {
    sets_[set].partial[way] = partial_tag;
    ++sets_[set].fills;
    use(set, way);
  }
  void clear(std::uint32_t set, unsigned way) { sets_[set].partial[way] = 0; }

 private:
  struct alignas(64) Set {
    std::array<std::uint16_t, Ways> partial{};
    std::array<std::uint8_t, Ways> rank{};
    std::uint32_t fills = 0;
  };

#if defined(__SSE2__)
  static std::uint32_t equal(const std::array<std::uint16_t, Ways>& tags, std::uint16_t value) {
    const __m128i wanted = _mm_set1_epi16(static_cast<short>(value));
    std::uint32_t found = 0;
    for (unsigned w = 0; w < Ways; w += 16) {
      const __m128i low = _mm_cmpeq_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(&tags[w])), wanted);
      const __m128i high = _mm_cmpeq_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(&tags[w + 8])), wanted);
      found |= static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high))) << w;
    }
    return found;
  }
  static unsigned way_of_rank(const Set& s, std::uint32_t rank) {
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(rank));
    std::uint32_t found = 0;
    for (unsigned w = 0; w < Ways; w += 16) {
      found |= static_cast<std::uint32_t>(
                   _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(&s.rank[w])), wanted)))
               << w;
    }
    return static_cast<unsigned>(std::countr_zero(found));
  }
  // Younger ways than this one age by one rank; it becomes the youngest.
  static void move_to_front(Set& s, unsigned way) {
    const __m128i limit = _mm_set1_epi8(static_cast<char>(s.rank[way]));
    for (unsigned w = 0; w < Ways; w += 16) {
      auto* at = reinterpret_cast<__m128i*>(&s.rank[w]);
      const __m128i ranks = _mm_load_si128(at);
      _mm_store_si128(at, _mm_sub_epi8(ranks, _mm_cmplt_epi8(ranks, limit)));
    }
    s.rank[way] = 0;
  }
#else
  static std::uint32_t equal(const std::array<std::uint16_t, Ways>& tags, std::uint16_t value) {
    std::uint32_t found = 0;
    for (unsigned w = 0; w < Ways; ++w) found |= (tags[w] == value ? 1U : 0U) << w;
    return found;
  }
  static unsigned way_of_rank(const Set& s, std::uint32_t rank) {
    unsigned way = 0;
    while (s.rank[way] != rank) ++way;
    return way;
  }
  static void move_to_front(Set& s, unsigned way) {
    const std::uint8_t limit = s.rank[way];
    for (std::uint8_t& r : s.rank) r = static_cast<std::uint8_t>(r + (r < limit ? 1 : 0));
    s.rank[way] = 0;
  }
#endif

  std::vector<Set> sets_;
  std::uint32_t ways_ = 0;
  std::uint32_t in_use_ = 0;
};

}  // namespace warpmem
