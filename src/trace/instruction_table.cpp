#include "trace/instruction_table.hpp"

#include <functional>

namespace warpmem::trace {

std::uint32_t InstructionTable::number(std::uint64_t pc, std::string_view source, const Operation& operation, std::uint64_t line) {
  std::uint64_t hash = pc * 0x9E3779B97F4A7C15U;
  hash ^= static_cast<std::uint64_t>(operation.op) | static_cast<std::uint64_t>(operation.space) << 8 |
          static_cast<std::uint64_t>(operation.cache) << 16 | std::uint64_t{operation.bytes} << 24;
  if (!source.empty()) hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9U + std::hash<std::string_view>{}(source);

  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const InstructionInfo& known = instructions_[it->second];
    if (known.pc == pc && operations_[it->second] == operation && known.source == source) return it->second;
  }
  const auto id = static_cast<std::uint32_t>(instructions_.size());
  instructions_.push_back({pc, std::string(source), op_text(operation.op, operation.space, operation.cache, operation.bytes), line});
  operations_.push_back(operation);
  by_hash_.emplace(hash, id);
  return id;
}

void InstructionTable::clear() {
  instructions_.clear();
  operations_.clear();
  by_hash_.clear();
}

}  // namespace warpmem::trace
