// A host function that launches kernels, as a trace: it is run as far as the reader asks.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "record/settings.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::record {

struct ProgramOptions {
  unsigned unroll = 1;         // as WARPMEM_RECORD_UNROLL
  bool compute = false;        // as WARPMEM_RECORD_COMPUTE
  std::uint64_t launches = 0;  // the first so many are traced; 0: all
  BlockChoice blocks{};
  warpmem_device_figures device = Settings::default_device();
  std::function<void(const std::string&)> warn{};  // races; one line without end
};

// `program` runs in a coroutine, between the reader's calls; it allocates by warpmem_device_allocate and launches by
// warpmem_launch (or through the CUDA headers), and may check its results at its end: a message that it returns becomes
// the source's error, of kind internal. The source must be read by one host thread at a time. Its addresses are the same in
// every run. Not to be destroyed while a launch of another is being read on the same thread.
std::unique_ptr<TraceSource> make_program_source(std::string name, std::function<std::string()> program, ProgramOptions options = {});

}  // namespace warpmem::record
