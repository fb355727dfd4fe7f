// A resident warp: where it stands in its program and what it waits for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "warp/scoreboard.hpp"
#include "warpmem/trace.hpp"

namespace warpmem {

// Reads one warp's records: straight from its block's trace, or a few at a time from a generator.
class WarpProgram {
 public:
  void start(const BlockTrace& block, std::uint32_t warp) {
    generator_ = block.generator;
    block_ = block.index;
    warp_ = warp;
    position_ = 0;
    if (generator_ != nullptr) {
      addresses_ = chunk_addresses_.data();
      refill();
    } else if (warp + 1 >= block.warp_begin.size()) {  // a block that the trace says nothing of
      next_ = end_ = nullptr;
    } else {
      addresses_ = block.addresses.data();
      next_ = block.records.data() + block.warp_begin[warp];
      end_ = block.records.data() + block.warp_begin[warp + 1];
    }
  }
  // The record to issue next; nullptr past the last.
  const Record* current() const { return next_ == end_ ? nullptr : next_; }
  const std::uint64_t* addresses() const { return addresses_; }
  void advance() {
    if (++next_ == end_ && generator_ != nullptr) refill();
  }

 private:
  static constexpr std::size_t chunk = 8;
  void refill() {
    const std::size_t n = generator_->generate(block_, warp_, position_, chunk_, chunk_addresses_);
    position_ += n;
    next_ = chunk_.data();
    end_ = next_ + n;
  }
  const Record* next_ = nullptr;
  const Record* end_ = nullptr;
  const std::uint64_t* addresses_ = nullptr;
  const RecordGenerator* generator_ = nullptr;
  std::uint64_t block_ = 0, position_ = 0;
  std::uint32_t warp_ = 0;
  std::array<Record, chunk> chunk_;
  std::array<std::uint64_t, chunk * lanes_per_warp> chunk_addresses_;
};

struct Warp {
  Scoreboard loads;
  std::uint32_t block_slot = 0;
  std::uint64_t age = 0;            // order of arrival at the SM
  std::uint64_t compute_left = 0;   // of the current `compute N`
  std::uint32_t allowed = 0;        // while waiting for loads: how many may be outstanding to go on
  bool waiting = false;             // for loads
};

}  // namespace warpmem
