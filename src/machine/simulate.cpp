#include "machine/engine.hpp"
#include "warpmem/machine.hpp"

namespace warpmem {

Result<RunResult> simulate(TraceSource& trace, const MachineConfig& machine, const RunOptions& options,
                           const std::function<void(KernelResult&&)>& on_kernel) {
  if (const auto problems = config_problems(machine); !problems.empty()) {
    return input_error("machine " + machine.name + " cannot be simulated: " + problems.front());
  }
  RunResult run;
  Engine engine(machine, options);
  for (;;) {
    const Result<std::optional<KernelHead>> head = trace.next_kernel();
    if (!head) return tl::make_unexpected(head.error());
    if (!*head) return run;
    Result<KernelResult> kernel = engine.run_launch(**head, trace);
    if (!kernel) return tl::make_unexpected(kernel.error());
    if (engine.interrupted()) {
      run.interrupted = true;
      return run;
    }
    if (on_kernel) {
      on_kernel(std::move(*kernel));
    } else {
      run.kernels.push_back(std::move(*kernel));
    }
  }
}

}  // namespace warpmem
