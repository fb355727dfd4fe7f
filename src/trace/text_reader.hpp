// The text trace (.wmt), as a stream: one block in memory at a time.
#pragma once

#include <string>

#include "trace/instruction_table.hpp"
#include "trace/lines.hpp"
#include "trace/sectioned_source.hpp"
#include "trace/text_line.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class TextReader final : public SectionedSource {
 public:
  explicit TextReader(Input input) : lines_(std::move(input)) {}
  const std::vector<InstructionInfo>& instructions() const override { return instructions_.all(); }
  std::string name() const override { return lines_.input().name(); }
  std::string digest() const override { return lines_.input().digest(); }

 private:
  Result<std::optional<KernelHead>> read_head() override;
  Result<std::optional<std::uint64_t>> find_section(std::uint64_t least) override;
  Result<bool> read_section(std::uint64_t index, BlockTrace& out) override;
  Result<bool> next_line();  // false: the end. Blank lines are passed over

  LineReader lines_;
  Scan scan_;  // behind the first word of the line in hand
  std::size_t word_at_ = 0;
  std::string_view word_;  // that first word
  bool held_ = false;      // the line in hand is still to be read
  bool first_ = true;      // nothing was read so far

  KernelHead head_;
  Bytes shared_limit_{};
  InstructionTable instructions_;
  BlockBuilder builder_;
  TextInstruction instruction_;
};

}  // namespace warpmem::trace
