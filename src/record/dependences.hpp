// Which earlier loads of its warp a load has to wait for. The trace format's defaults say it for all else.
//
// A load waits for all loads of the loop's round before, whose values are used by then; and for the load that its address
// was computed from. The latter shows in the numbers: the same address = value * k + c in all lanes, where no simpler
// reason (addresses evenly spaced over the lanes, or over time) explains the addresses as well.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "record/event.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::record {

// A load by the lanes of a warp; arrays are by lane.
struct WarpLoad {
  std::uint32_t lanes = 0;
  Code code = 0;
  Shape shape{};
  bool even = false;    // base + stride over the lanes
  bool single = false;  // all lanes read the same address
  std::array<std::uint64_t, 32> address;
  std::array<std::uint64_t, 32> value;
};

class Dependences;

// One warp's loads so far.
class WarpDependences {
 public:
  void begin() {
    loads_ = waited_ = rounds_ = 0;
    wait_ = false;
    kept_ = 0;
  }
  // Back at the head of a loop; every `unroll` rounds the loads before are waited for.
  void round(unsigned unroll) {
    if (++rounds_ < unroll) return;
    rounds_ = 0;
    wait_ = wait_ || loads_ != waited_;
  }
  // Something waited for all loads.
  void waited() {
    waited_ = loads_;
    wait_ = false;
  }
  // What this load waits for; it is the newest load from then on.
  Dependence load(const WarpLoad& load, Dependences& known);
  // An atomic: it returns data that nothing else is known of.
  void other_load() {
    ring_[loads_++ % window].lanes = 0;
    if (kept_ < window) ++kept_;
  }

 private:
  friend class Dependences;
  static constexpr unsigned window = 16;       // loads kept
  static constexpr unsigned chain_window = 4;  // of them looked at for chains over time
  struct Kept {
    std::uint32_t lanes = 0;
    Code code = 0;
    Shape shape{};
    std::array<std::uint64_t, 32> value;
  };
  std::uint64_t loads_ = 0, waited_ = 0;
  std::uint32_t rounds_ = 0;
  bool wait_ = false;
  unsigned kept_ = 0;
  std::array<Kept, window> ring_;
};

// What a launch has shown of loads that read one address at a time, over time.
class Dependences {
 public:
  void begin() { chains_.clear(); }

 private:
  friend class WarpDependences;
  struct Chain {
    std::uint64_t value = 0, address = 0;
    std::int64_t factor = 0, step = 0;
    unsigned confirmed = 0;
    bool started = false, broken = false;
  };
  // The pair of a value loaded at `from` and the address of a load at `to`, so many loads later. true: one is computed from the other.
  bool follows(Code from, Code to, unsigned loads_between, std::uint64_t value, std::uint64_t address);
  std::unordered_map<std::uint64_t, Chain> chains_;
};

}  // namespace warpmem::record
