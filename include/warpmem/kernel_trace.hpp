// Kernels of warpmem/kernels.hpp as traces.
#pragma once

#include <memory>
#include <string>

#include "warpmem/trace.hpp"

namespace warpmem {

// A kernel's accesses, from "kernel:NAME,key=value,...": it runs on the CPU, block by block, as the reader asks, and needs no
// file. At its end its result is checked; a wrong one is an internal error. open_trace() takes such names, too.
Result<std::unique_ptr<TraceSource>> open_kernel(const std::string& text);

}  // namespace warpmem
