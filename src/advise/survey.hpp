// Passes a trace through to the simulator and keeps of each launch what proposals are made from.
#pragma once

#include <vector>

#include "advise/patterns.hpp"
#include "advise/sketch.hpp"
#include "advise/thread_model.hpp"
#include "trace/passed_on.hpp"

namespace warpmem::advise {

// Of one launch.
struct Seen {
  std::uint64_t launch = 0;
  KernelHead head;
  std::string name;  // the trace's
  std::vector<InstructionInfo> instructions;
  std::vector<InstructionPattern> patterns;  // index: instruction
  ThreadModel model;
  std::vector<Record> first_warp;              // the beginning of the first block's first warp, at most so many records:
  std::vector<std::uint64_t> first_list;       // and what they list
  bool generated = false;                      // blocks come as generators
  double sectors_read = 0, granules_read = 0;  // different 32- and 64-byte pieces that global loads touch
  std::uint64_t highest = 0;                   // one past the highest global address
};

class Survey : public trace::PassedOn<> {
 public:
  static constexpr std::size_t first_records = 4096;
  explicit Survey(TraceSource& inner) : PassedOn(inner) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;

  // What was seen of the launch whose blocks have just been read.
  Seen take();

 private:
  void note(const Record& record, const std::uint64_t* list);
  Seen seen_;
  ThreadModelFit fit_;
  DistinctCount sectors_, granules_;
  trace::VisitScratch scratch_;
  std::uint64_t launches_ = 0;
};

}  // namespace warpmem::advise
