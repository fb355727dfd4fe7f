// The tags of a set-associative cache, laid out for the host's cache: what a look-up reads of a set lies together, and
// SIMD compares all ways at once. Used by L1 and L2; the lines' own state is kept by them, indexed set * Ways + way.
//
// A way is known by 8 bits of its line's hash (0: empty); the owner confirms a match against the full address. Order of
// use is kept as ranks: 0 is the way used last, ways - 1 the one used longest ago. So a set of 32 ways is one line of the
// host's cache, and so is one of 16 ways with what its owner keeps beside it: with one SM after the other replaying a
// window, what a set does not need is what keeps the others' sets from staying near.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "units/bring_near.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace warpmem {

struct NothingBeside {};

// `Ways`: 16 or 32, room per set; `ways` of reset() may be fewer. `Beside`: what the owner keeps of each set and reads
// with its tags, so that both come near together.
template <unsigned Ways, class Beside = NothingBeside>
class SetTags {
 public:
  static_assert(Ways == 16 || Ways == 32);

  // `draws`: at least 1, see victim().
  void reset(std::uint32_t sets, std::uint32_t ways, std::uint32_t draws) {
    Set empty;
    for (unsigned w = 0; w < Ways; ++w) empty.rank[w] = static_cast<std::uint8_t>(w);
    sets_.assign(sets, empty);
    ways_ = ways;
    in_use_ = ways == 32 ? ~0U : (1U << ways) - 1U;
    tabulate_ranks(draws);
  }
  std::uint32_t sets() const { return static_cast<std::uint32_t>(sets_.size()); }
  std::uint32_t ways() const { return ways_; }
  Beside& beside(std::uint32_t set) { return sets_[set].beside; }
  const Beside& beside(std::uint32_t set) const { return sets_[set].beside; }
  WARPMEM_HINT void prefetch(std::uint32_t set) const { bring_near(&sets_[set]); }

  static std::uint8_t partial(std::uint64_t hash) {
    const auto tag = static_cast<std::uint8_t>(hash >> 56);
    return tag == 0 ? 1 : tag;
  }
  // Bit w: way w may hold the line.
  std::uint32_t matches(std::uint32_t set, std::uint8_t partial_tag) const { return equal(sets_[set].partial, partial_tag); }
  void use(std::uint32_t set, unsigned way) {
    Set& s = sets_[set];
    if (s.rank[way] != 0) move_to_front(s, way);
  }
  // The way to fill next: an empty one, else one whose rank is the largest of `draws` random ones (1: random
  // replacement; as many as ways, or more: the least recently used). Drawn from the line's hash and the set's order of
  // use alone, so that asking ahead of time changes nothing.
  unsigned victim(std::uint32_t set, std::uint64_t hash) const {
    const Set& s = sets_[set];
    if (const std::uint32_t empty = equal(s.partial, 0) & in_use_) return static_cast<unsigned>(std::countr_zero(empty));
    std::uint64_t history;
    std::memcpy(&history, s.rank.data(), sizeof history);  // of eight ways: nearly any use of the set changes it
    history ^= hash;
    return way_of_rank(s, rank_drawn_[history * 0x94d049bb133111ebU >> 56]);
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
  void fill(std::uint32_t set, unsigned way, std::uint8_t partial_tag) {
    sets_[set].partial[way] = partial_tag;
    use(set, way);
  }
  void clear(std::uint32_t set, unsigned way) { sets_[set].partial[way] = 0; }

 private:
  static constexpr std::size_t room =
      std::is_empty_v<Beside> ? std::size_t{2} * Ways : std::bit_ceil(std::size_t{2} * Ways + sizeof(Beside));
  struct alignas(room) Set {
    std::array<std::uint8_t, Ways> partial{};
    std::array<std::uint8_t, Ways> rank{};
    [[no_unique_address]] Beside beside{};
  };

#if defined(__SSE2__)
  static std::uint32_t equal(const std::array<std::uint8_t, Ways>& bytes, std::uint8_t value) {
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(value));
    std::uint32_t found = 0;
    for (unsigned w = 0; w < Ways; w += 16) {
      const __m128i some = _mm_load_si128(reinterpret_cast<const __m128i*>(&bytes[w]));
      found |= static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(some, wanted))) << w;
    }
    return found;
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
  static std::uint32_t equal(const std::array<std::uint8_t, Ways>& bytes, std::uint8_t value) {
    std::uint32_t found = 0;
    for (unsigned w = 0; w < Ways; ++w) found |= (bytes[w] == value ? 1U : 0U) << w;
    return found;
  }
  static void move_to_front(Set& s, unsigned way) {
    const std::uint8_t limit = s.rank[way];
    for (std::uint8_t& r : s.rank) r = static_cast<std::uint8_t>(r + (r < limit ? 1 : 0));
    s.rank[way] = 0;
  }
#endif
  static unsigned way_of_rank(const Set& s, std::uint32_t rank) {
    return static_cast<unsigned>(std::countr_zero(equal(s.rank, static_cast<std::uint8_t>(rank))));
  }

  // The largest of n draws from `ways` ranks is at most r with probability ((r + 1) / ways)^n: one entry for each 256th.
  void tabulate_ranks(std::uint32_t draws) {
    std::uint8_t rank = 0;
    for (std::size_t i = 0; i < rank_drawn_.size(); ++i) {
      const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(rank_drawn_.size());
      while (rank + 1U < ways_ && std::pow((rank + 1.0) / ways_, draws) < share) ++rank;
      rank_drawn_[i] = draws >= ways_ ? static_cast<std::uint8_t>(ways_ - 1) : rank;
    }
  }

  std::vector<Set> sets_;
  std::array<std::uint8_t, 256> rank_drawn_{};
  std::uint32_t ways_ = 0;
  std::uint32_t in_use_ = 0;
};

}  // namespace warpmem
