// Runs what a table compares: a source, a text trace or a launch given as a function, on a shipped machine.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "warpmem/config.hpp"
#include "warpmem/machine.hpp"

namespace accuracy {

// Failures are std::runtime_error: this program has nothing to go on with.
warpmem::MachineConfig shipped(const std::string& name, const std::vector<std::string>& overrides = {});

// The only launch of a trace or gen: source from cold caches; or, `launches` times in a row without flushing, the last.
warpmem::KernelResult run(const std::string& source, const warpmem::MachineConfig& machine, unsigned launches = 1);
// All launches of a text trace.
std::vector<warpmem::KernelResult> run_text(const std::string& text, const warpmem::MachineConfig& machine);

// A launch whose records are a pure function of where they stand. false: the warp is done.
struct Launch {
  warpmem::KernelHead head;
  std::function<bool(std::uint64_t block, std::uint32_t warp, std::uint64_t position, warpmem::Record& record)> record;
};
warpmem::KernelResult run(const Launch& launch, const warpmem::MachineConfig& machine);

// Parts of launches. Addresses are base + lane * stride; all 32 lanes.
inline constexpr std::uint64_t first_buffer = 0x7F0000000000U;
warpmem::Record load(std::uint64_t base, std::int64_t stride, unsigned bytes);
warpmem::Record store(std::uint64_t base, std::int64_t stride, unsigned bytes);
warpmem::Record plain(warpmem::Op op);  // wait, barrier, mark
warpmem::Record compute(std::uint64_t instructions);

}  // namespace accuracy
