// A resident warp: where it stands in its program and what it waits for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "units/bring_near.hpp"
#include "warp/scoreboard.hpp"
#include "warpmem/trace.hpp"

namespace warpmem {

// The next few records of a warp whose trace makes them on demand, and their listed addresses.
struct alignas(64) RecordChunk {
  static constexpr std::size_t size = 8;
  std::array<Record, size> records;
  std::array<std::uint64_t, size * lanes_per_warp> addresses;
};

// Reads one warp's records: straight from its block's trace, or a few at a time from a generator.
class WarpProgram {
 public:
  // `chunk`: this warp's own, for records made on demand; the same at every call.
  void start(const BlockTrace& block, std::uint32_t warp, RecordChunk& chunk) {
    warp_ = static_cast<std::uint16_t>(warp);
    position_ = 0;
    more_ = block.generator != nullptr;
    if (more_) {
      refill(block, chunk);
    } else if (warp + 1 >= block.warp_begin.size()) {  // a block that the trace says nothing of
      next_ = end_ = nullptr;
    } else {
      next_ = block.records.data() + block.warp_begin[warp];
      end_ = block.records.data() + block.warp_begin[warp + 1];
    }
  }
  WARPMEM_HINT void prefetch() const { bring_near(next_); }
  // The record to issue next; nullptr past the last.
  const Record* current() const { return next_ == end_ ? nullptr : next_; }
  void advance(const BlockTrace& block, RecordChunk& chunk) {
    if (++next_ == end_ && more_) refill(block, chunk);
  }

 private:
  void refill(const BlockTrace& block, RecordChunk& chunk) {
    const std::size_t n = block.generator->generate(block.index, warp_, position_, chunk.records, chunk.addresses);
    more_ = n == RecordChunk::size;
    position_ += n;
    next_ = chunk.records.data();
    end_ = next_ + n;
  }
  const Record* next_ = nullptr;
  const Record* end_ = nullptr;
  std::uint64_t position_ = 0;
  std::uint16_t warp_ = 0;
  bool more_ = false;  // the generator has more
};

// One line of the host's cache.
struct alignas(64) Warp {
  Scoreboard loads;
  std::uint64_t compute_left = 0;  // of the current `compute N`
  WarpProgram program;
  std::uint16_t block_slot = 0;
  std::uint8_t allowed = 0;  // while waiting for loads: how many may be outstanding to go on
  bool waiting = false;      // for loads

  // A new warp in this slot; its program is started beside.
  void reset() {
    loads = Scoreboard{};
    compute_left = 0;
    waiting = false;
  }
};
static_assert(sizeof(Warp) == 64);

}  // namespace warpmem
