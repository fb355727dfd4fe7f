// One program being recorded: its device memory, what is known of its code, and what of its launches is traced.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/arithmetic.hpp"
#include "record/block.hpp"
#include "record/channel.hpp"
#include "record/image.hpp"
#include "record/settings.hpp"
#include "record/symbols.hpp"

namespace warpmem::record {

struct LaunchRequest {
  Dim3 grid, block;
  std::uint64_t shared = 0;  // dynamic, bytes
  std::string name;          // as written in the source; may be empty
  std::string file;
  int line = 0;
  const void* function = nullptr;
  ThreadBody body;
  bool cooperative = false;
};

// What was done and what was left out.
struct RecordSummary {
  std::uint64_t launches = 0, launches_traced = 0;
  std::uint64_t refused = 0;  // beside those
  std::uint64_t blocks = 0, blocks_traced = 0;
  std::uint64_t records = 0, accesses = 0;  // warp instructions; by lanes
  std::string ended_by;                     // the budget that ended tracing; "" none
  std::uint64_t cut_off = 0;                // launches of which a block had too many records
};

class Recorder {
 public:
  // Without a channel nothing is traced. `warn` takes one line without end.
  Recorder(Settings settings, Channel* channel, std::function<void(const std::string&)> warn);

  // Runs the launch; the result is as warpmem_launch's. A fault ends in `stop`, which does not return.
  int launch(const LaunchRequest& request);
  // A launch that CUDA refuses: `why` is said, once for each kernel and place.
  void refused(const LaunchRequest& request, const std::string& why);
  // Called with the message of a fault.
  std::function<void(const Error&)> stop;

  Arena& arena() { return arena_; }
  SharedSpace& shared() { return shared_; }
  BlockRunner& runner() { return runner_; }
  const Settings& settings() const { return settings_; }
  const RecordSummary& summary() const { return summary_; }
  void set_carveout(const void* function, int percent) { carveouts_[function] = percent; }
  void not_modelled(const char* what) { ++not_modelled_[what]; }
  // A function of the kernel's was entered: is it the one that the launch names?
  void offer_name(Code entry);
  bool naming() const { return naming_ > 0; }
  bool one_block() const { return running_ != nullptr && running_->grid.volume() == 1; }
  // Its blocks may wait for one another.
  bool cooperative() const { return running_ != nullptr && running_->cooperative; }
  // The source line and function of a place, as they were found before.
  const std::string& line_of(Code code);
  const std::string& function_of(Code code);
  // The alignment, `least` and more, of the user's structures of this size around the place; 0: there are none.
  unsigned structure_word(Code code, std::size_t bytes, unsigned least = 1) {
    const auto known = structure_words_.find(code);
    return known != structure_words_.end() ? known->second : find_structure_word(code, bytes, least);
  }
  Error error_of(const Fault& fault);

 private:
  struct Kernel {
    std::string name;  // printed
    bool order_matters = false;
  };
  const Symbols& symbols();
  unsigned find_structure_word(Code code, std::size_t bytes, unsigned least);
  int refusal(const LaunchRequest& request) const;
  bool wanted(const LaunchRequest& request, const Kernel& kernel, std::string key);
  bool within_budget();
  void run_blocks(const LaunchRequest& request, Kernel& kernel, bool traced);
  void run_together(const LaunchRequest& request, Kernel& kernel, bool traced);
  void check_shared_bytes();
  void end_launch(std::uint64_t blocks, std::uint64_t blocks_traced);
  void hand_over(BlockTrace& trace, const LaunchRequest& request, Kernel& kernel, bool first);
  void race(const Races::Pair& pair);
  std::uint64_t output_bytes() const;

  Settings settings_;
  Channel* channel_;
  std::function<void(const std::string&)> warn_;
  std::unique_ptr<Symbols> symbols_;
  std::map<Code, std::string> lines_, functions_;
  std::unordered_map<Code, unsigned> structure_words_;  // an instruction has one size
  Arena arena_;
  SharedSpace shared_;
  CodeMap codes_;
  Arithmetic arithmetic_;
  Records records_;
  BlockRunner runner_;
  BlockTrace trace_;
  KernelHead head_;

  std::map<std::string, Kernel> kernels_;  // by name, place and address
  std::map<std::string, std::uint64_t> launches_of_;
  std::map<const void*, int> carveouts_;
  std::map<std::string, std::uint64_t> not_modelled_;
  std::set<std::string> refusals_told_;
  std::map<std::string, bool> races_told_;
  const LaunchRequest* running_ = nullptr;
  std::string running_name_;
  const void* running_function_ = nullptr;
  unsigned naming_ = 0;  // functions still to be looked at for the kernel's name
  RecordSummary summary_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The recorder whose program runs on this host thread: an embedding program's, or the process's own, made at first need.
Recorder& active_recorder();

}  // namespace warpmem::record
