// How the hooks note an access: is it device memory or shared memory, and in whose log does it go.
#pragma once

#include <cstring>

#include "record/arena.hpp"
#include "record/current.hpp"
#include "record/image.hpp"
#include "record/runtime.hpp"
#include "record/shared_space.hpp"

namespace warpmem::record {

// A copy of image() within reach of one load. Each recorder sets it, for a program's static objects may launch kernels
// before this file's own would be made.
extern constinit Image hook_image;

inline Code code_at(const void* return_address) {
  return static_cast<Code>(reinterpret_cast<std::uint64_t>(return_address) - hook_image.begin);
}

// Where in the trace an address lies that is neither in an arena nor in shared memory; 0: it is not traced (a stack, a
// constant, a table of the program).
// An address that device code cannot have is a fault.
std::uint64_t locate(std::uint64_t address, Shape shape, Code code);
// The log is full: the other lanes of the warp catch up.
void give_way(Code code);

inline std::uint64_t located(std::uint64_t address, Shape shape, Code code) {
  if (address - Arena::first < Arena::room * Arena::most) return where_of(shape, address);
  const SharedSpace& shared = *current_shared;
  if (const std::uint64_t at = address - reinterpret_cast<std::uint64_t>(warpmem_dynamic_shared); at < SharedSpace::dynamic_room)
    return where_of(shape.in_shared(), shared.dynamic_offset() + at);
  if (address - current_host_stack.begin < current_host_stack.size) return 0;
  if (hook_image.holds(address))
    if (const std::uint32_t found = shared.find(address); found != 0) return where_of(shape.in_shared(), found - 1);
  return locate(address, shape, code);
}

inline std::uint64_t value_at(const void* pointer, unsigned bytes) {
  std::uint64_t value = 0;
  switch (bytes) {
    case 1:
      return *static_cast<const std::uint8_t*>(pointer);
    case 2: {
      std::uint16_t part;
      std::memcpy(&part, pointer, 2);
      return part;
    }
    case 4: {
      std::uint32_t part;
      std::memcpy(&part, pointer, 4);
      return part;
    }
    default:
      std::memcpy(&value, pointer, 8);
      return value;
  }
}

// Constant operation, width and cache operator: what most hooks are.
inline void note_access(LaneLog& log, const void* pointer, Shape shape, Code code) {
  const std::uint64_t where = located(reinterpret_cast<std::uint64_t>(pointer), shape, code);
  if (where == 0) return;
  log.add_access(code, where, shape.op() == 0 ? value_at(pointer, shape.bytes()) : 0);
  if (log.full()) give_way(code);
}

}  // namespace warpmem::record
