// Traces of Accel-Sim's NVBit tracer after its post-processing (.traceg, tracer versions 3 to 6), as a stream of blocks.
#pragma once

#include "trace/accelsim_warp.hpp"
#include "trace/block_builder.hpp"
#include "trace/lines.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class AccelSimReader final : public TraceSource {
 public:
  explicit AccelSimReader(Input input) : lines_(std::move(input)) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;
  const std::vector<InstructionInfo>& instructions() const override { return instructions_.all(); }
  std::vector<NotModelled> not_modelled() const override { return warp_.left_out(); }
  std::string name() const override { return lines_.input().name(); }
  std::string digest() const override { return lines_.input().digest(); }

 private:
  template <class T>
  Result<T> kept(Result<T> result);
  Result<bool> next_line();  // false: the end. Blank lines are passed over
  tl::unexpected<Error> unexpected(const std::string& expected) const;
  Result<std::optional<KernelHead>> read_kernel();
  Result<bool> read_block(BlockTrace& out);
  Result<bool> find_section();
  Result<bool> read_section(BlockTrace& out);
  Result<bool> begin_warp(BlockTrace& out);
  // The number in "NAME = number".
  Parsed<std::uint64_t> number_of_line(std::string_view what) const;

  LineReader lines_;
  Scan scan_;  // at the first character of the line in hand
  bool held_ = false;
  bool any_ = false;
  std::optional<Error> failed_;

  AccelSimHead head_;
  bool in_kernel_ = false, kernel_read_ = false;
  std::uint64_t next_index_ = 0;
  std::optional<std::uint64_t> section_;    // the block whose instructions come next in the file
  std::optional<std::uint64_t> announced_;  // instructions of the warp in hand that are still to come
  InstructionTable instructions_;
  BlockBuilder builder_;
  AccelSimWarp warp_;
};

// kernelslist.g: the launches' files in their order, beside the list. The list's own copy commands are passed over.
Result<std::unique_ptr<TraceSource>> open_kernel_list(Input list);

}  // namespace warpmem::trace
