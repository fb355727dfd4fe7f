// Traces of Accel-Sim's NVBit tracer after its post-processing (.traceg, tracer versions 3 to 6), as a stream of blocks.
#pragma once

#include "trace/accelsim_warp.hpp"
#include "trace/lines.hpp"
#include "trace/sectioned_source.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class AccelSimReader final : public SectionedSource {
 public:
  explicit AccelSimReader(Input input) : lines_(std::move(input)) {}
  const std::vector<InstructionInfo>& instructions() const override { return instructions_.all(); }
  std::vector<NotModelled> not_modelled() const override { return warp_.left_out(); }
  std::string name() const override { return lines_.input().name(); }
  std::string digest() const override { return lines_.input().digest(); }

 private:
  Result<std::optional<KernelHead>> read_head() override;
  Result<std::optional<std::uint64_t>> find_section(std::uint64_t least) override;
  Result<bool> read_section(std::uint64_t index, BlockTrace& out) override;
  Result<bool> next_line();  // false: the end. Blank lines are passed over
  tl::unexpected<Error> unexpected(const std::string& expected) const;
  Result<bool> begin_warp(BlockTrace& out);
  // The number in "NAME = number".
  Parsed<std::uint64_t> number_of_line(std::string_view what) const;

  LineReader lines_;
  Scan scan_;  // at the first character of the line in hand
  bool held_ = false;
  bool any_ = false;

  AccelSimHead head_;
  std::optional<std::uint64_t> announced_;  // instructions of the warp in hand that are still to come
  InstructionTable instructions_;
  BlockBuilder builder_;
  AccelSimWarp warp_;
};

// kernelslist.g: the launches' files in their order, beside the list. The list's own copy commands are passed over.
Result<std::unique_ptr<TraceSource>> open_kernel_list(Input list);

}  // namespace warpmem::trace
