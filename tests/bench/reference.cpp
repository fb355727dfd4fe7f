#include "reference.hpp"

#include <algorithm>
#include <set>

#include "trace/visit.hpp"

namespace bench {

using namespace warpmem;

Result<std::uint64_t> Reference::replay(TraceSource& trace) {
  std::uint64_t instructions = 0;
  trace::VisitScratch scratch;
  for (;;) {
    const auto head = trace.next_kernel();
    if (!head) return tl::make_unexpected(head.error());
    if (!*head) return instructions;
    l2_.clear();
    BlockTrace block;
    for (;;) {
      const auto more = trace.next_block(block);
      if (!more) return tl::make_unexpected(more.error());
      if (!*more) break;
      trace::visit_records(**head, block, scratch,
                           [&](std::uint32_t, std::span<const Record> records, std::span<const std::uint64_t> list) {
                             for (const Record& record : records) {
                               if (!touches_memory(record.op)) continue;
                               std::vector<std::uint64_t> lanes;
                               for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
                                 if (!record.lanes.has(lane)) continue;
                                 lanes.push_back(record.listed ? list[record.base + lanes.size()]
                                                               : record.base + static_cast<std::uint64_t>(record.stride) * lane);
                               }
                               access(record, lanes);
                               ++instructions;
                             }
                           });
    }
  }
}

void Reference::access(const Record& record, const std::vector<std::uint64_t>& lanes) {
  if (record.space == Space::shared) {
    shared_access(lanes);
  } else {
    global_access(lanes, record.bytes);
  }
}

void Reference::global_access(const std::vector<std::uint64_t>& lanes, unsigned bytes) {
  std::set<std::uint64_t> lines, sectors;
  for (const std::uint64_t address : lanes) {
    for (const std::uint64_t byte : {address, address + bytes - 1}) {
      lines.insert(byte / line_bytes);
      sectors.insert(byte / sector_bytes);
    }
  }
  sectors_ += sectors.size();
  for (const std::uint64_t line : lines) {
    Line& state = l2_[line];
    for (unsigned s = 0; s < sectors_per_line; ++s) {
      if (!sectors.contains(line * sectors_per_line + s)) continue;
      if (state.sector[s]) ++sector_hits_;
      state.sector[s] = true;
    }
  }
}

void Reference::shared_access(const std::vector<std::uint64_t>& lanes) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
  for (const std::uint64_t offset : lanes) words_of_bank[offset / 4 % 32].insert(offset / 4);
  std::size_t degree = 0;
  for (const auto& [bank, words] : words_of_bank) degree = std::max(degree, words.size());
  wavefronts_ += degree;
}

}  // namespace bench
