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
  // `chunk`: this warp's own, for records made on demand.
  void start(const BlockTrace& block, std::uint32_t warp, RecordChunk& chunk) {
    chunk_ = &chunk;
    generator_ = block.generator;
    block_ = block.index;
    warp_ = warp;
    position_ = 0;
    if (generator_ != nullptr) {
      addresses_ = chunk.addresses.data();
      refill();
    } else if (warp + 1 >= block.warp_begin.size()) {  // a block that the trace says nothing of
      next_ = end_ = nullptr;
    } else {
      addresses_ = block.addresses.data();
      next_ = block.records.data() + block.warp_begin[warp];
      end_ = block.records.data() + block.warp_begin[warp + 1];
    }
  }
  WARPMEM_HINT void prefetch() const { bring_near(next_); }
  // The record to issue next; nullptr past the last.
  const Record* current() const { return next_ == end_ ? nullptr : next_; }
  const std::uint64_t* addresses() const { return addresses_; }
  void advance() {
    if (++next_ == end_ && generator_ != nullptr) refill();
  }

 private:
  void refill() {
    const std::size_t n = generator_->generate(block_, warp_, position_, chunk_->records, chunk_->addresses);
    if (n < RecordChunk::size) generator_ = nullptr;  // those were the last
    position_ += n;
    next_ = chunk_->records.data();
    end_ = next_ + n;
  }
  const Record* next_ = nullptr;
  const Record* end_ = nullptr;
  const std::uint64_t* addresses_ = nullptr;
  const RecordGenerator* generator_ = nullptr;
  std::uint64_t block_ = 0, position_ = 0;
  std::uint32_t warp_ = 0;
  RecordChunk* chunk_ = nullptr;
};

// What every instruction reads comes first: one line of the host's cache.
struct alignas(64) Warp {
  Scoreboard loads;
  std::uint64_t compute_left = 0;  // of the current `compute N`
  std::uint32_t block_slot = 0;
  std::uint32_t allowed = 0;  // while waiting for loads: how many may be outstanding to go on
  bool waiting = false;       // for loads
  WarpProgram program;

  WARPMEM_HINT void bring_near_itself() const {
    bring_near(this);
    bring_near(reinterpret_cast<const char*>(this) + 64);
  }
  // A new warp in this slot; its program is started beside.
  void reset() {
    loads = Scoreboard{};
    compute_left = 0;
    waiting = false;
  }
};

}  // namespace warpmem
