#pragma once

#include <string>

#include "report/layout.hpp"
#include "warpmem/report.hpp"

namespace warpmem::report {

// Global and local accesses at L1, the SMs' sectors at L2, DRAM; no rows when nothing was touched.
Table memory_rows(const KernelResult& kernel);
// Shared accesses with their wavefronts and conflicts; no rows when there were none.
Table shared_rows(const KernelResult& kernel);

// The same as text, "" without rows.
std::string memory_table(const KernelResult& kernel, const TextStyle& style);
std::string shared_table(const KernelResult& kernel, const TextStyle& style);

}  // namespace warpmem::report
