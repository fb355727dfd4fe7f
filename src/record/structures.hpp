// The structures that debug information tells of.
#pragma once

#include <elfutils/libdw.h>

#include <cstddef>
#include <functional>

namespace warpmem::record {

// The smallest alignment, `least` to 16, of all structures of this size in the compilation unit; 0 where there is none. Those are
// left out that a file defines for which `is_foreign` says so, and those of functions but the one whose code is at `at`.
unsigned smallest_alignment(Dwarf_Die unit, std::size_t bytes, unsigned least, Dwarf_Addr at,
                            const std::function<bool(const char*)>& is_foreign);

}  // namespace warpmem::record
