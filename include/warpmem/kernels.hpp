// The kernels that come with warpmem: ordinary CUDA source, run on the CPU for its addresses or on a GPU.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpmem::kernels {

// A number that a kernel's user may set.
struct Key {
  const char* name;
  std::uint64_t standard;   // its value when it is not set
  std::uint64_t low, high;  // inclusive
  const char* meaning;
  std::uint64_t multiple = 1;  // values are multiples of this
};

class Run;

// One kernel, with what it takes to run it.
struct Kernel {
  std::string name;         // "transpose-naive"
  const char* shows;        // one sentence
  const char* file;         // where its device code stands: "transpose.cuh"
  const char* function;     // "transpose_naive"
  std::vector<Key> keys;    // in the order of `kernel:NAME,key=value`
  void (*host)(Run&);       // makes the buffers, launches, checks the result against a plain one
  unsigned registers = 16;  // per thread, as nvcc 13.0 allots for compute capability 9.0
};

// All of them, by theme.
const std::vector<Kernel>& all();
// nullptr when there is none of that name.
const Kernel* find(std::string_view name);

}  // namespace warpmem::kernels
