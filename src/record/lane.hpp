// One CUDA thread while its block runs, as the hooks and the scheduler see it.
#pragma once

#include <array>
#include <cstdint>

#include "record/event.hpp"
#include "record/switch.hpp"

namespace warpmem::record {

// Why a lane's thread gave way.
enum class Stop : std::uint8_t {
  none,            // has not begun, or its log was full
  turn,            // before an access that the lanes of its warp do in turn
  active,          // asks which lanes are here with it
  spinning,        // has looked at the same thing again and again: others first
  warp_operation,  // until the lanes of its mask have come
  barrier,
  fault,
  done
};

enum class WarpOperation : std::uint8_t { sync, ballot, exchange, all_values };

// A stack with a loop on it that runs one lane after the other.
struct Fiber {
  Context context = nullptr;
  const unsigned char* stack = nullptr;
  std::uint64_t stack_bytes = 0;
};

// What every thread needs lies in one cache line.
struct alignas(64) Lane {
  LaneLog* log = nullptr;  // its place in the warp's logs; null: nothing is logged
  const unsigned char* stack = nullptr;
  std::uint64_t stack_bytes = 0;
  Fiber* fiber = nullptr;    // null: not begun, or done
  std::uint32_t linear = 0;  // in the block
  std::array<std::uint32_t, 3> index{};
  Code stop_code = 0;             // where it is stopped
  std::uint32_t looks_again = 0;  // how often in a row it has seen one of `looks`
  Stop stop = Stop::none;
  bool saw_new = false;  // it has seen something else

  WarpOperation operation{};
  std::uint8_t barrier_kind = 0;  // 0 plain; 1 + kind of warpmem_barrier_reduce; or of_grid
  static constexpr std::uint8_t of_grid = 4;
  std::uint32_t mask = 0;
  std::uint64_t value = 0;  // given to, then taken from, a warp operation or barrier
  int source = 0;
  unsigned long long* all = nullptr;

  // The last things it looked at with volatile or atomic accesses.
  struct Look {
    Code code = 0;
    std::uint64_t address = 0, value = 0;
  };
  std::array<Look, 4> looks{};
  std::uint32_t looks_next = 0;
};

}  // namespace warpmem::record
