// Types that keep units apart: a cycle is not a byte, an SM cycle is not a DRAM cycle, a line is not an address.
// Everything here is a plain value the size of its number.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>

namespace warpmem {

// A number with a unit. Same units add and compare; a plain number scales; nothing else compiles.
template <class Unit, class Rep>
struct Quantity {
  Rep count{};

  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep value) : count(value) {}

  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.count + b.count); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.count - b.count); }
  friend constexpr Quantity operator*(Quantity a, Rep k) { return Quantity(a.count * k); }
  friend constexpr Quantity operator*(Rep k, Quantity a) { return Quantity(a.count * k); }
  constexpr Quantity& operator+=(Quantity b) {
    count += b.count;
    return *this;
  }
  constexpr Quantity& operator-=(Quantity b) {
    count -= b.count;
    return *this;
  }
};

// Points and spans of simulated time.
using Cycle = Quantity<struct SmClockTag, std::uint64_t>;  // whole SM clock cycles since the launch began
using Tick = Quantity<struct TickTag, std::uint64_t>;      // 1/256 of an SM cycle: the time base that the SM, L2 and DRAM clocks share
inline constexpr std::uint64_t ticks_per_cycle = 256;

constexpr Tick to_ticks(Cycle c) { return Tick(c.count * ticks_per_cycle); }
// The first whole SM cycle at or after a tick.
constexpr Cycle ceil_cycle(Tick t) { return Cycle((t.count + ticks_per_cycle - 1) / ticks_per_cycle); }

// Parameters as vendors and measurements state them: possibly fractional, each in its own clock.
using SmCycles = Quantity<struct SmCyclesTag, double>;
using L2Cycles = Quantity<struct L2CyclesTag, double>;
using Nanoseconds = Quantity<struct NanosecondsTag, double>;
using Megahertz = Quantity<struct MegahertzTag, double>;
using Bytes = Quantity<struct BytesTag, std::uint64_t>;

// Addresses. A line is 128 bytes, a sector 32, on every GPU since Volta.
inline constexpr unsigned line_bytes = 128;
inline constexpr unsigned sector_bytes = 32;
inline constexpr unsigned sectors_per_line = line_bytes / sector_bytes;
inline constexpr unsigned words_per_line = line_bytes / 4;
inline constexpr unsigned lanes_per_warp = 32;

using ByteAddress = Quantity<struct ByteAddressTag, std::uint64_t>;
using LineAddress = Quantity<struct LineAddressTag, std::uint64_t>;  // byte address / 128

constexpr LineAddress line_of(ByteAddress a) { return LineAddress(a.count / line_bytes); }
constexpr ByteAddress first_byte(LineAddress l) { return ByteAddress(l.count * line_bytes); }

// Bit sets. Bit i is lane i, sector i of the line, or 4-byte word i of the line.
template <class Tag, class Rep, unsigned Width>
struct BitSet {
  Rep bits{};

  constexpr BitSet() = default;
  constexpr explicit BitSet(Rep value) : bits(value) {}
  static constexpr BitSet all() { return BitSet(static_cast<Rep>(Width == 8 * sizeof(Rep) ? ~Rep{} : (Rep{1} << Width) - 1)); }

  friend constexpr bool operator==(const BitSet&, const BitSet&) = default;
  friend constexpr BitSet operator|(BitSet a, BitSet b) { return BitSet(static_cast<Rep>(a.bits | b.bits)); }
  friend constexpr BitSet operator&(BitSet a, BitSet b) { return BitSet(static_cast<Rep>(a.bits & b.bits)); }
  constexpr BitSet without(BitSet b) const { return BitSet(static_cast<Rep>(bits & ~b.bits)); }
  constexpr BitSet& operator|=(BitSet b) {
    bits |= b.bits;
    return *this;
  }
  constexpr bool none() const { return bits == 0; }
  constexpr bool has(unsigned i) const { return (bits >> i & 1U) != 0; }
  constexpr unsigned size() const {
    // Where the host has no instruction for it, counting four bits is a look-up in one word.
    if constexpr (Width == 4) return static_cast<unsigned>(0x4332'3221'3221'2110U >> (bits * 4U) & 7U);
    return static_cast<unsigned>(std::popcount(bits));
  }
};
using LaneMask = BitSet<struct LaneTag, std::uint32_t, 32>;
using SectorMask = BitSet<struct SectorTag, std::uint8_t, 4>;
using WordMask = BitSet<struct WordTag, std::uint32_t, 32>;

// The sectors that hold at least one of these words.
constexpr SectorMask sectors_of(WordMask w) {
  std::uint32_t b = w.bits;
  b |= b >> 4;
  b |= b >> 2;
  b |= b >> 1;
  b &= 0x01010101U;
  return SectorMask(static_cast<std::uint8_t>(b * 0x01020408U >> 24 & 0xFU));  // gathers bits 0, 8, 16, 24
}
// All words of these sectors.
constexpr WordMask words_of(SectorMask s) {
  return WordMask((s.bits * 0x00204081U & 0x01010101U) * 0xFFU);  // deals out bits 0 to 3 to bits 0, 8, 16, 24
}
// The sectors all of whose eight words are set.
constexpr SectorMask full_sectors(WordMask w) { return SectorMask::all().without(sectors_of(WordMask(~w.bits))); }

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
  constexpr std::uint64_t volume() const { return std::uint64_t{x} * y * z; }
};

}  // namespace warpmem
