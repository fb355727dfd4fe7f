#pragma once

#include <string>

#include "warpmem/report.hpp"

namespace warpmem::report {

// Global and local accesses at L1, the SMs' sectors at L2, DRAM; "" when nothing was touched.
std::string memory_table(const KernelResult& kernel, const TextStyle& style);
// Shared accesses with their wavefronts and conflicts; "" when there were none.
std::string shared_table(const KernelResult& kernel, const TextStyle& style);

}  // namespace warpmem::report
