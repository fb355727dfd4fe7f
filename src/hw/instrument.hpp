// Adds to PTX, before each access to memory, the storing of its address to a log in global memory.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpmem::hw {

// One access in the code, counted from 1 throughout a module: what the upper 16 bits of a log entry name.
struct Site {
  char operation = 'l';  // l load, s store, a atomic or reduction
  bool shared = false;
  std::uint32_t bytes = 0;  // per lane
};

struct SharedVariable {
  std::string name;  // demangled, of the variable alone: "As"
  std::uint64_t bytes = 0;
};

// A module whose kernels keep a log. Its variable `warpmem_log` takes two 64-bit numbers before a launch: the log's
// address and the bytes each thread may fill (a multiple of 8, all zero at first). Thread t of the launch fills its part
// with entries of site << 48 | address, a shared address being one within the block's window. After the launch
// warpmem_log[2 + k] is the address of the kernel's k-th shared variable.
struct Instrumented {
  std::string ptx;
  std::vector<Site> sites;                                    // of site k at k - 1
  std::map<std::string, std::vector<SharedVariable>> shared;  // by the kernel's mangled name, as declared
  std::string problem;                                        // "" when all was understood
};

constexpr unsigned most_shared_variables = 30;

Instrumented instrument(std::string_view ptx);

}  // namespace warpmem::hw
