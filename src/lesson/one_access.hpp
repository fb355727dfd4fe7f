// A single warp instruction as a whole launch: one block of one warp.
#pragma once

#include "warpmem/trace.hpp"

namespace warpmem::lesson {

class OneAccess final : public TraceSource {
 public:
  OneAccess(std::string text, ParsedAccess access);
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;
  const std::vector<InstructionInfo>& instructions() const override { return instructions_; }
  std::string name() const override { return text_; }
  std::string digest() const override { return text_; }

 private:
  std::string text_;
  ParsedAccess access_;
  std::vector<InstructionInfo> instructions_;
  bool begun_ = false, read_ = false;
};

}  // namespace warpmem::lesson
