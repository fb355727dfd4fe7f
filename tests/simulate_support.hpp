// What tests of whole machines share: shipped configurations, and runs of traces from a name or from text.
#pragma once

#include <string>
#include <vector>

#include "trace_support.hpp"
#include "warpmem/config.hpp"
#include "warpmem/machine.hpp"

namespace warpmem::test {

inline MachineConfig shipped(const std::string& name, const std::vector<std::string>& overrides = {}) {
  auto loaded = load_config(std::string(WARPMEM_SOURCE_DIR) + "/configs/" + name + ".json", overrides);
  INFO((loaded ? std::string() : loaded.error().message));
  REQUIRE(loaded.has_value());
  return loaded->machine;
}

// `trace`: a file or a gen: source.
inline std::vector<KernelResult> simulate_all(const std::string& trace, const MachineConfig& machine, const RunOptions& options = {}) {
  auto source = open_trace(trace);
  INFO((source ? std::string() : source.error().message));
  REQUIRE(source.has_value());
  auto run = simulate(**source, machine, options);
  INFO((run ? std::string() : std::to_string(run.error().line) + ": " + run.error().message));
  REQUIRE(run.has_value());
  return std::move(run->kernels);
}
inline KernelResult simulate_one(const std::string& trace, const MachineConfig& machine, const RunOptions& options = {}) {
  auto kernels = simulate_all(trace, machine, options);
  REQUIRE(kernels.size() == 1);
  return std::move(kernels.front());
}
// `text`: a text trace, with or without its first line.
inline std::string whole_trace(const std::string& text) { return text.starts_with("warpmem-trace") ? text : "warpmem-trace 1\n" + text; }
inline std::vector<KernelResult> simulate_text(const std::string& text, const MachineConfig& machine, const RunOptions& options = {}) {
  return simulate_all(TemporaryFile(whole_trace(text)).path(), machine, options);
}
inline KernelResult simulate_kernel(const std::string& text, const MachineConfig& machine, const RunOptions& options = {}) {
  return simulate_one(TemporaryFile(whole_trace(text)).path(), machine, options);
}

inline const L1OpCounters& global(const KernelResult& kernel, Op op) { return kernel.sm.global[index_of(op)]; }
inline const SharedOpCounters& shared(const KernelResult& kernel, Op op) { return kernel.sm.shared[index_of(op)]; }
inline std::uint64_t tex(const KernelResult& kernel, L2Op op) { return kernel.l2.sectors_tex[static_cast<std::size_t>(op)]; }

}  // namespace warpmem::test
