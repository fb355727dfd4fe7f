// Keeps the first execution of each instruction while a trace passes through: what pictures are drawn from.
#pragma once

#include <vector>

#include "trace/passed_on.hpp"
#include "warpmem/pictures.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::report {

class FirstAccesses : public trace::PassedOn<> {
 public:
  // `wanted`: otherwise nothing is kept and nothing is looked at.
  FirstAccesses(TraceSource& inner, bool wanted) : PassedOn(inner), wanted_(wanted) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;

  const std::vector<SampleAccess>& samples() const { return samples_; }  // of this launch

 private:
  void look_at(const BlockTrace& block);
  void look_at_generated(const BlockTrace& block);
  void note(const Record& record, const std::uint64_t* addresses, std::uint64_t block, std::uint32_t warp);
  bool all_seen() const { return seen_count_ >= inner_.instructions().size(); }

  bool wanted_;
  std::uint32_t warps_ = 0;  // of a block of this launch
  bool generated_looked_at_ = false;
  std::vector<bool> seen_;
  std::size_t seen_count_ = 0;
  std::vector<SampleAccess> samples_;
};

}  // namespace warpmem::report
