// Hands a launch's blocks to SMs: in launch order, to the slot that became free first, no faster than the chip's front
// end starts them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "machine/sm.hpp"
#include "units/ring_queue.hpp"
#include "warpmem/config.hpp"
#include "warpmem/trace.hpp"

namespace warpmem {

class Dispatcher {
 public:
  explicit Dispatcher(const LaunchConfig& launch)
      : interval_(to_ticks(launch.block_interval)),
        turnaround_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(launch.block_turnaround.count))) {}

  // Every slot of every SM is free at cycle 0, first slots first.
  void begin_launch(std::uint32_t sms, std::uint32_t blocks_per_sm);
  // Blocks that ended in the window just replayed, in any order.
  void take_back(std::vector<BlockEnd>& ended);
  // Starts blocks in all slots that are free before `horizon`: every slot freed before then is known.
  Result<bool> start(Cycle horizon, TraceSource& trace, std::deque<Sm>& sms);
  // All blocks of the launch were started.
  bool exhausted() const { return exhausted_; }
  // Cycles that slots stood free while a block was still to start, beside the turnaround.
  std::uint64_t waited() const { return waited_; }

 private:
  struct FreeSlot {
    std::uint64_t from = 0;
    std::uint16_t sm = 0;
  };
  Tick interval_;
  std::uint64_t turnaround_;
  Tick next_{};
  RingQueue<FreeSlot> free_;
  std::vector<std::unique_ptr<BlockTrace>> pool_;
  std::vector<BlockTrace*> spare_;
  bool exhausted_ = false;
  std::uint64_t waited_ = 0;
};

}  // namespace warpmem
