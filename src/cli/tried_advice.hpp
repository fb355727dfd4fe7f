// Findings and tried fixes with progress and Ctrl-C, for `advise` and `run --advise`.
#pragma once

#include <string>
#include <vector>

#include "warpmem/advise.hpp"

namespace warpmem::cli {

// A usage error for standard input, which cannot be read twice. After Ctrl-C stop_wanted() is true and the result empty.
Result<std::vector<advise::Advice>> tried_advice(const std::string& trace, const MachineConfig& machine, unsigned threads, bool progress);

}  // namespace warpmem::cli
