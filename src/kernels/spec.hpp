// `NAME,key=value,...`: which kernel, and with which numbers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warpmem/kernels.hpp"

namespace warpmem::kernels {

struct Spec {
  const Kernel* kernel = nullptr;
  std::vector<std::pair<std::string, std::uint64_t>> values;  // of every key, in the kernel's order
  bool compute = false;                                       // every kernel's key: arithmetic is recorded, too
  std::string problem;                                        // what is wrong with the text; "" when nothing is
};

// `text` is what stands behind "kernel:". Numbers are decimal or 0x hex, with Ki, Mi, Gi or K, M, G behind if need be.
Spec parse_spec(std::string_view text);

// The same with every key written out: one text for one run.
std::string canonical(const Spec& spec);

}  // namespace warpmem::kernels
