// The records of a block, whether they lie in memory or a generator makes them.
#pragma once

#include <span>
#include <vector>

#include "warpmem/trace.hpp"

namespace warpmem::trace {

// Room for a stretch of generated records, reused from call to call.
struct VisitScratch {
  static constexpr std::size_t stretch = 1024;
  std::vector<Record> records;
  std::vector<std::uint64_t> addresses;
};

// Calls visit(warp, records, addresses) in program order for stretches of each warp's records; `addresses` are those
// that listed records index.
template <class Visit>
void visit_records(const KernelHead& head, const BlockTrace& block, VisitScratch& scratch, Visit&& visit) {
  const std::span<const Record> records(block.records);
  const std::uint32_t warps = head.warps_per_block();
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    if (block.generator == nullptr) {
      const std::size_t begin = block.warp_begin[warp], end = block.warp_begin[warp + 1];
      if (begin < end) visit(warp, records.subspan(begin, end - begin), std::span<const std::uint64_t>(block.addresses));
      continue;
    }
    scratch.records.resize(VisitScratch::stretch);
    scratch.addresses.resize(VisitScratch::stretch * lanes_per_warp);
    for (std::uint64_t position = 0;;) {
      const std::size_t made = block.generator->generate(block.index, warp, position, scratch.records, scratch.addresses);
      if (made > 0) visit(warp, std::span<const Record>(scratch.records).first(made), std::span<const std::uint64_t>(scratch.addresses));
      if (made < VisitScratch::stretch) break;
      position += made;
    }
  }
}

}  // namespace warpmem::trace
