#include "record/dependences.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "record/arena.hpp"

namespace warpmem::record {
namespace {

constexpr std::int64_t largest_factor = 4096;   // bytes an index steps over
constexpr std::uint64_t largest_member = 4096;  // bytes into a structure that a pointer leads to
constexpr unsigned enough = 3;                  // lanes, or steps, that must agree

bool is_pointer(std::uint64_t value) { return value - Arena::first < Arena::room * Arena::most; }

// As an index: 4-byte values are int more often than unsigned.
std::int64_t index_of(std::uint64_t value, unsigned bytes) {
  return bytes == 8 ? static_cast<std::int64_t>(value) : static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

// What is loaded may be any bits at all: differences and products wrap.
std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}
std::int64_t product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

template <class Each>
bool all_lanes(std::uint32_t lanes, Each&& each) {
  for (; lanes != 0; lanes &= lanes - 1)
    if (!each(static_cast<unsigned>(std::countr_zero(lanes)))) return false;
  return true;
}

bool through_pointer(const WarpLoad& load, const std::array<std::uint64_t, 32>& value) {
  const auto first = static_cast<unsigned>(std::countr_zero(load.lanes));
  const std::uint64_t member = load.address[first] - value[first];
  if (member >= largest_member || !is_pointer(value[first])) return false;
  return all_lanes(load.lanes, [&](unsigned lane) { return load.address[lane] - value[lane] == member; });
}

bool through_index(const WarpLoad& load, const std::array<std::uint64_t, 32>& value, unsigned bytes) {
  if (std::popcount(load.lanes) < static_cast<int>(enough)) return false;
  const auto first = static_cast<unsigned>(std::countr_zero(load.lanes));
  const std::int64_t v0 = index_of(value[first], bytes);
  std::int64_t factor = 0;
  for (std::uint32_t rest = load.lanes & (load.lanes - 1); rest != 0 && factor == 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::int64_t dv = difference(index_of(value[lane], bytes), v0);
    const auto da = static_cast<std::int64_t>(load.address[lane] - load.address[first]);
    if (dv == 0 && da == 0) continue;
    if (dv == 0 || da % dv != 0) return false;
    factor = da / dv;
    if (factor == 0 || std::abs(factor) > largest_factor) return false;
  }
  if (factor == 0) return false;
  return all_lanes(load.lanes, [&](unsigned lane) {
    return static_cast<std::int64_t>(load.address[lane] - load.address[first]) ==
           product(factor, difference(index_of(value[lane], bytes), v0));
  });
}

}  // namespace

bool Dependences::follows(Code from, Code to, unsigned loads_between, std::uint64_t value, std::uint64_t address) {
  Chain& chain = chains_[std::uint64_t{from} << 34 | std::uint64_t{to} << 4 | loads_between];
  if (chain.broken) return false;
  const bool first = !chain.started;
  const auto dv = static_cast<std::int64_t>(value - chain.value), da = static_cast<std::int64_t>(address - chain.address);
  chain.started = true;
  chain.value = value;
  chain.address = address;
  if (first || (dv == 0 && da == 0)) return chain.confirmed >= enough;
  if (chain.factor == 0 && dv != 0 && da % dv == 0 && std::abs(da / dv) <= largest_factor) chain.factor = da / dv;
  if (chain.factor == 0 || da != product(chain.factor, dv)) {
    chain.broken = true;
    return false;
  }
  // Even steps would come from a counter just as well.
  if (dv != chain.step && chain.step != 0 && chain.confirmed < enough) ++chain.confirmed;
  chain.step = dv;
  return chain.confirmed >= enough;
}

Dependence WarpDependences::load(const WarpLoad& load, Dependences& known) {
  Dependence wait;
  if (wait_) {
    wait.newest_exempt = 0;
  } else if (loads_ != waited_) {
    const std::uint64_t oldest = loads_ - std::min<std::uint64_t>(loads_ - waited_, kept_);
    for (std::uint64_t number = loads_; number-- > oldest;) {
      const Kept& kept = ring_[number % window];
      if ((load.lanes & ~kept.lanes) != 0) continue;
      const unsigned bytes = kept.shape.bytes();
      bool found = bytes == 8 && through_pointer(load, kept.value);
      if (!found && !load.even) found = through_index(load, kept.value, bytes);
      if (!found && load.single && loads_ - number <= chain_window && kept.lanes != 0) {
        const auto first = static_cast<unsigned>(std::countr_zero(load.lanes));
        found = known.follows(kept.code, load.code, static_cast<unsigned>(loads_ - number),
                              static_cast<std::uint64_t>(index_of(kept.value[first], bytes)), load.address[first]);
      }
      if (!found) continue;
      wait.newest_exempt = static_cast<std::uint16_t>(loads_ - number - 1);
      break;
    }
  }
  if (wait.newest_exempt == 0) waited();
  Kept& kept = ring_[loads_ % window];
  kept.lanes = load.lanes;
  kept.code = load.code;
  kept.shape = load.shape;
  kept.value = load.value;
  ++loads_;
  if (kept_ < window) ++kept_;
  return wait;
}

}  // namespace warpmem::record
