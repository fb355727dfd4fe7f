// What happened when in a launch, for drawing: who was busy from when to when, and how much was in flight.
// Times are ticks (1/256 SM cycle) from the launch's begin. Collected only when RunOptions asks for it.
#pragma once

#include <cstdint>
#include <vector>

#include "warpmem/trace.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

struct TimelineSpan {
  enum class Track : std::uint8_t {
    warp,   // unit: SM, index: warp slot; a memory instruction from issue to its data's return, a store until L2 can take it
    lsu,    // unit: SM; the load-store pipe's front taken by an instruction
    slice,  // unit: lane, index: slice within it; its port
    bank,   // unit: lane, index: DRAM bank, counted over its channels; a read command from arrival to its data
  };
  Track track{};
  Op op{};
  std::uint16_t unit = 0;
  std::uint16_t index = 0;
  std::uint32_t instruction = 0;  // of `warp` and `lsu`: index into KernelResult::instructions
  Tick begin{}, end{};
};

struct TimelineLevel {
  enum class Kind : std::uint8_t { l1_pending_sectors, lsu_queue, dram_queue };  // unit: SM, SM, lane
  Kind kind{};
  std::uint16_t unit = 0;
  Tick at{};
  std::uint32_t value = 0;
};

struct Timeline {
  std::vector<TimelineSpan> spans;    // by unit: SMs, then lanes; in time order of their ends within a unit
  std::vector<TimelineLevel> levels;  // likewise
  bool complete = true;               // false: a unit had more spans than were asked for; its first ones are kept
};

struct TimelineOptions {
  std::size_t spans_per_unit = 0;  // 0: no timeline
  std::uint32_t units = 2;         // SMs, and as many lanes of the memory side, that are followed; the first ones
};

}  // namespace warpmem
