// What a GPU would have stopped on, and where.
#pragma once

#include <cstdint>
#include <string>

#include "record/event.hpp"

namespace warpmem::record {

struct Fault {
  std::uint64_t block = 0;   // linear in the grid
  std::uint32_t thread = 0;  // linear in the block
  Code code = 0;             // where; 0: not at an instruction
  std::string what;          // one sentence without end: what was done and why it cannot be
};

}  // namespace warpmem::record
