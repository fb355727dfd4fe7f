// A trace through a machine with progress and Ctrl-C, for subcommands that make something else of it than `run` does.
#pragma once

#include <functional>
#include <string>

#include "warpmem/machine.hpp"

namespace warpmem::cli {

struct ReplayOptions {
  unsigned threads = 1;
  bool flush_caches = true;
  bool progress = true;
};
// False: interrupted. An input error that names no file gets the trace's.
Result<bool> replay(const std::string& trace, const MachineConfig& machine, const ReplayOptions& options,
                    const std::function<void(KernelResult&&)>& on_kernel);
// Says so on standard error; the exit status.
int report_interrupted();

}  // namespace warpmem::cli
