#include "cli/replay.hpp"
#include "cli/open.hpp"

#include <spdlog/spdlog.h>

#include "cli/console.hpp"
#include "cli/progress.hpp"

namespace warpmem::cli {

Result<bool> replay(const std::string& trace, const MachineConfig& machine, const ReplayOptions& options,
                    const std::function<void(KernelResult&&)>& on_kernel) {
  auto source = open_named(trace);
  if (!source) return tl::make_unexpected(source.error());
  WatchedTrace watched(**source);
  catch_interrupts();
  Progress progress(watched, options.progress);
  RunOptions run;
  run.threads = options.threads;
  run.flush_caches = options.flush_caches;
  run.progress = [&progress](std::uint64_t instructions) {
    progress.update(instructions);
    return !stop_wanted();
  };
  const auto result = simulate(watched, machine, run, on_kernel);
  if (stop_wanted() || (result && result->interrupted)) return false;
  if (result) return true;
  Error error = result.error();
  if (error.file.empty() && error.kind == ErrorKind::input) error.file = trace;
  return tl::make_unexpected(error);
}

int report_interrupted() {
  spdlog::error("warpmem: interrupted; there is no result.");
  return interrupted;
}

}  // namespace warpmem::cli
