// Runs a trace through a machine. One launch after another; each gives a KernelResult.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "warpmem/config.hpp"
#include "warpmem/counters.hpp"
#include "warpmem/error.hpp"
#include "warpmem/timeline.hpp"
#include "warpmem/trace.hpp"

namespace warpmem {

struct RunOptions {
  unsigned threads = 1;
  std::uint64_t window_cycles = 0;  // 0: the longest that is exact. The result is the same for any.
  bool flush_caches = true;         // before each launch, as under the profiler; false: caches stay warm
  TimelineOptions timeline{};
  // Told now and then how many warp instructions have been replayed. Return false to stop (Ctrl-C).
  std::function<bool(std::uint64_t instructions)> progress{};
};

// What the launch was given on each SM, and why not more.
struct Occupancy {
  std::uint32_t blocks_per_sm = 0;
  std::uint32_t warps_per_sm = 0;
  Bytes shared_carveout{};  // shared memory per SM
  Bytes l1_capacity{};
  std::string limited_by;  // "warps", "blocks", "registers", "shared memory"
};

struct KernelResult {
  KernelHead head;
  std::uint64_t cycles = 0;          // SM cycles from the first block's start (or the last mark) to the last warp's end
  std::uint64_t elapsed_cycles = 0;  // with the launch cost: sm__cycles_elapsed.max
  double time_us = 0;                // of `cycles`
  double elapsed_ns = 0;             // of `elapsed_cycles`: gpu__time_duration.sum
  SmCounters sm;
  L2Counters l2;
  DramCounters dram;
  Occupancy occupancy;
  std::vector<InstructionInfo> instructions;
  std::vector<InstructionCounters> per_instruction;  // same index as `instructions`
  std::vector<NotModelled> not_modelled;
  // SM cycles for which a block's place on an SM stood free, beside the turnaround, while blocks were still to start:
  // the mean over places, from the launch's beginning even where a mark was passed.
  std::uint64_t launch_wait_cycles = 0;
  Timeline timeline;
};

struct RunResult {
  std::vector<KernelResult> kernels;
  bool interrupted = false;  // `progress` said stop
};

// Kernels beyond `on_kernel` are not kept: with it set, each result is handed over as it is done and RunResult::kernels
// stays empty. Error: the trace's, a machine with config_problems(), or a launch that does not fit the machine.
Result<RunResult> simulate(TraceSource& trace, const MachineConfig& machine, const RunOptions& options = {},
                           const std::function<void(KernelResult&&)>& on_kernel = {});

}  // namespace warpmem
