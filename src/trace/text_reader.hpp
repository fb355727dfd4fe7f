// The text trace (.wmt), as a stream: one block in memory at a time.
#pragma once

#include <optional>
#include <string>

#include "trace/block_builder.hpp"
#include "trace/instruction_table.hpp"
#include "trace/lines.hpp"
#include "trace/text_line.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class TextReader final : public TraceSource {
 public:
  explicit TextReader(Input input) : lines_(std::move(input)) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;
  const std::vector<InstructionInfo>& instructions() const override { return instructions_.all(); }
  std::string name() const override { return lines_.input().name(); }
  std::string digest() const override { return lines_.input().digest(); }

 private:
  Result<bool> next_line();  // false: the end. Blank lines are passed over
  Result<std::optional<KernelHead>> read_kernel();
  Result<bool> read_block(BlockTrace& out);
  Result<bool> find_section();
  Result<bool> read_section(BlockTrace& out);
  template <class T>
  Result<T> kept(Result<T> result);

  LineReader lines_;
  Scan scan_;  // behind the first word of the line in hand
  std::size_t word_at_ = 0;
  std::string_view word_;  // that first word
  bool held_ = false;      // the line in hand is still to be read
  bool first_ = true;      // nothing was read so far
  std::optional<Error> failed_;

  KernelHead head_;
  bool in_kernel_ = false;
  Bytes shared_limit_{};
  std::uint64_t next_index_ = 0;          // the block to hand out next
  std::optional<std::uint64_t> section_;  // the block whose instructions come next in the file
  bool kernel_read_ = false;              // the file has no more of this launch
  InstructionTable instructions_;
  BlockBuilder builder_;
  TextInstruction instruction_;
};

}  // namespace warpmem::trace
