// The lines of the text format that say where instructions belong: `kernel`, `block`, `warp`, `warpmem-trace`.
#pragma once

#include "trace/text_scan.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// Each reads what follows the line's first word.
Parsed<bool> parse_version(Scan scan);
// `shared_given`: the line has shared=.
Parsed<KernelHead> parse_kernel(Scan scan, bool& shared_given);
Parsed<std::uint64_t> parse_block(Scan scan, const Dim3& grid);  // linear index
Parsed<std::uint32_t> parse_warp(Scan scan, const KernelHead& head);

}  // namespace warpmem::trace
