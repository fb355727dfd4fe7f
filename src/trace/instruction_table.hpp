// The distinct instructions of a launch, numbered as they come.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trace/operation.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class InstructionTable {
 public:
  // The number of the instruction with this pc, source and operation; a new one when it has not been seen. `line`: where
  // it stands in the trace, kept for the first.
  std::uint32_t number(std::uint64_t pc, std::string_view source, const Operation& operation, std::uint64_t line);
  const std::vector<InstructionInfo>& all() const { return instructions_; }
  void clear();

 private:
  std::vector<InstructionInfo> instructions_;
  std::vector<Operation> operations_;                              // of each
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;  // of pc, source and operation
};

}  // namespace warpmem::trace
