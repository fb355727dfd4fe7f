// The header of a .traceg: lines "-key = value".
#pragma once

#include "trace/text_scan.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

struct AccelSimHead {
  KernelHead kernel;
  std::uint64_t version = 0;                          // of the tracer; 0: not said
  std::uint64_t shared_window = 0, local_window = 0;  // where generic addresses of shared and local memory begin; 0: not said
  bool source_lines = false;
  bool has_grid = false, has_block = false;
};

// Takes one header line; keys that tell nothing about memory are passed over.
Parsed<bool> parse_accelsim_head(std::string_view line, AccelSimHead& head);
// What the whole header lacks; nullopt: nothing.
std::optional<std::string> accelsim_head_problem(const AccelSimHead& head);
// "(x,y,z)" or "x,y,z" at the scan's place.
Parsed<Dim3> scan_triple(Scan& scan, std::string_view what);

}  // namespace warpmem::trace
