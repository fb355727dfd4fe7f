// What a machine instruction of an NVIDIA GPU (SASS) means to the memory model.
#pragma once

#include <string>
#include <string_view>

#include "trace/operation.hpp"

namespace warpmem::trace {

enum class SassKind : std::uint8_t {
  memory,        // Sass::operation says which
  barrier,       // waits for the block
  compute,       // touches no memory that is modelled
  async_wait,    // waits for asynchronous copies to shared memory
  exit,          // ends lanes
  not_modelled,  // touches memory that is not modelled; Sass::name says what
};

struct Sass {
  SassKind kind = SassKind::compute;
  Operation operation;
  bool generic = false;     // the address itself says whether it is global, shared or local
  bool async_copy = false;  // LDGSTS: loads into shared memory, not into registers
  std::string_view name;    // of the opcode, without modifiers
  // How many consecutive registers an operand means, from the one named.
  std::uint8_t address_registers = 1, data_registers = 1;
};

// `accesses`: the trace gives addresses for the instruction.
Sass decode_sass(std::string_view opcode, bool accesses);

}  // namespace warpmem::trace
