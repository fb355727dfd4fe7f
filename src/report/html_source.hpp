// What each line of a kernel's source cost, beside its text.
#pragma once

#include <string>

#include "report/source_text.hpp"
#include "warpmem/machine.hpp"

namespace warpmem::report {

// Instructions of one source line together; what names no line stands by its pc, trace line or operation.
struct SourceCost {
  std::string place;  // "file.cu:14", "pc 0x10"
  std::string ops;    // "ld.global.b32, st.global.b32"
  double share = 0;   // of the kernel's cycles
  std::uint64_t executed = 0, requests = 0, sectors = 0, ideal_sectors = 0, wavefronts = 0, ideal_wavefronts = 0;
};
// In the order of file and line, then the rest.
std::vector<SourceCost> source_costs(const KernelResult& kernel, const MachineConfig& machine);

// Tables, one a file: with the lines around those that cost, where the file can be read. "" when nothing touched memory.
std::string source_html(const std::vector<SourceCost>& costs, SourceText& text);

}  // namespace warpmem::report
