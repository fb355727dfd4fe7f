// A trace by the name that the command line gives it.
#pragma once

#include <memory>
#include <string>

#include "warpmem/trace.hpp"

namespace warpmem::cli {

// As open_trace; of CUDA source it says how to make a trace.
Result<std::unique_ptr<TraceSource>> open_named(const std::string& name);

}  // namespace warpmem::cli
