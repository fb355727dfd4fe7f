// Progress on a terminal, and Ctrl-C.
#pragma once

#include <atomic>

#include "cli/status_line.hpp"
#include "trace/passed_on.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::cli {

// From here on Ctrl-C is a wish that stop_wanted() reports; a second one ends the program at once.
void catch_interrupts();
bool stop_wanted();

// Passes a trace through and notes how far its launch is read.
class WatchedTrace : public trace::PassedOn<> {
 public:
  explicit WatchedTrace(TraceSource& inner) : PassedOn(inner) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;

  std::uint64_t kernels() const { return kernels_; }          // begun
  std::uint64_t blocks_read() const { return blocks_read_; }  // of this launch
  std::uint64_t blocks() const { return blocks_; }            // in this launch

 private:
  std::atomic<std::uint64_t> kernels_{0}, blocks_read_{0}, blocks_{0};
};

// The status line of one trace: launch, instructions, rate, and how much of the launch is left.
class Progress {
 public:
  Progress(const WatchedTrace& trace, bool wanted) : trace_(trace), line_(wanted) {}
  void update(std::uint64_t instructions);

 private:
  const WatchedTrace& trace_;
  StatusLine line_;
  std::uint64_t kernel_ = 0;  // whose start is noted
  double kernel_start_ = 0;   // in seconds of the line's life
};

}  // namespace warpmem::cli
