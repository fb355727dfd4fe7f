#include "report/first_accesses.hpp"

#include <array>

namespace warpmem::report {

Result<std::optional<KernelHead>> FirstAccesses::next_kernel() {
  auto head = inner_.next_kernel();
  if (head && *head) {
    warps_ = (*head)->warps_per_block();
    generated_looked_at_ = false;
    seen_.clear();
    seen_count_ = 0;
    samples_.clear();
  }
  return head;
}

Result<bool> FirstAccesses::next_block(BlockTrace& out) {
  auto more = inner_.next_block(out);
  if (!wanted_ || !more || !*more || all_seen()) return more;
  if (out.generator == nullptr)
    look_at(out);
  else if (!generated_looked_at_)
    look_at_generated(out);
  return more;
}

void FirstAccesses::look_at(const BlockTrace& block) {
  for (std::size_t warp = 0; warp + 1 < block.warp_begin.size(); ++warp)
    for (std::size_t i = block.warp_begin[warp]; i < block.warp_begin[warp + 1]; ++i)
      note(block.records[i], block.addresses.data(), block.index, static_cast<std::uint32_t>(warp));
}

// One block shows what a generator makes; its records are made for this alone, so a long warp is not followed to its end.
void FirstAccesses::look_at_generated(const BlockTrace& block) {
  constexpr std::size_t at_once = 64;
  constexpr std::uint64_t most = 4096;
  generated_looked_at_ = true;
  std::array<Record, at_once> records;
  std::array<std::uint64_t, at_once * lanes_per_warp> addresses;
  for (std::uint32_t warp = 0; warp < warps_ && !all_seen(); ++warp)
    for (std::uint64_t position = 0; position < most;) {
      const std::size_t n = block.generator->generate(block.index, warp, position, records, addresses);
      for (std::size_t i = 0; i < n; ++i) note(records[i], addresses.data(), block.index, warp);
      position += n;
      if (n < at_once) break;
    }
}

void FirstAccesses::note(const Record& record, const std::uint64_t* addresses, std::uint64_t block, std::uint32_t warp) {
  if (!touches_memory(record.op)) return;
  if (record.instruction >= seen_.size()) seen_.resize(record.instruction + std::size_t{1}, false);
  if (seen_[record.instruction] || record.lanes.none()) return;
  seen_[record.instruction] = true;
  ++seen_count_;
  SampleAccess sample{record.instruction, block, warp, {record, {}}};
  if (record.listed) {
    sample.access.addresses.assign(addresses + record.base, addresses + record.base + record.lanes.size());
    sample.access.record.base = 0;
  }
  samples_.push_back(std::move(sample));
}

}  // namespace warpmem::report
