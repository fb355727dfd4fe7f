// What a GPU would have stopped on, and where.
#pragma once

#include <cstdint>
#include <string>

#include "record/event.hpp"

namespace warpmem::record {

// What is said where the system gives no memory.
constexpr const char* no_room = "there is no room in memory to record this program: allow more (ulimit -v), or make it smaller";

struct Fault {
  std::uint64_t block = 0;   // linear in the grid
  std::uint32_t thread = 0;  // linear in the block
  Code code = 0;             // where; 0: not at an instruction
  std::string what;          // one sentence without end: what was done and why it cannot be
};

}  // namespace warpmem::record
