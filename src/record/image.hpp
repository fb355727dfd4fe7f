// The program's own image in memory: where it lies and what the linker put where.
#pragma once

#include <cstdint>

#include "record/event.hpp"

namespace warpmem::record {

struct Image {
  std::uint64_t begin = 0, size = 0;              // in memory: code and data of the executable
  std::uint64_t link_begin = 0;                   // the address of `begin` as linked
  std::uint64_t code_end = 0;                     // in memory: no code of the executable lies behind
  std::uint64_t device = 0, device_size = 0;      // section of __device__ variables
  std::uint64_t constant = 0, constant_size = 0;  // section of __constant__ variables

  bool holds(std::uint64_t address) const { return address - begin < size; }
  Code code(std::uint64_t pc) const { return static_cast<Code>(pc - begin); }
  std::uint64_t link_address(Code code) const { return link_begin + code; }
};

// Read once, from the program headers.
const Image& image();

}  // namespace warpmem::record
