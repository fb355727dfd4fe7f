#include "cli/trace_sums.hpp"

#include <array>

namespace warpmem::cli {
namespace {

// The records of one warp, whether they are stored or made on demand.
bool each_of_warp(const BlockTrace& block, std::uint32_t warp, const std::function<bool(const Record&, const std::uint64_t*)>& visit) {
  if (block.generator == nullptr) {
    for (std::size_t i = block.warp_begin[warp]; i < block.warp_begin[warp + 1]; ++i)
      if (!visit(block.records[i], block.addresses.data())) return false;
    return true;
  }
  constexpr std::size_t at_once = 64;
  std::array<Record, at_once> records;
  std::array<std::uint64_t, at_once * lanes_per_warp> addresses;
  for (std::uint64_t position = 0;;) {
    const std::size_t n = block.generator->generate(block.index, warp, position, records, addresses);
    for (std::size_t i = 0; i < n; ++i)
      if (!visit(records[i], addresses.data())) return false;
    position += n;
    if (n < at_once) return true;
  }
}

std::uint32_t warps_of(const BlockTrace& block, const KernelHead& head) {
  if (block.generator != nullptr) return head.warps_per_block();
  return block.warp_begin.empty() ? 0 : static_cast<std::uint32_t>(block.warp_begin.size() - 1);
}

std::string name_of(const Record& r) {
  switch (r.op) {
    case Op::barrier:
      return "bar";
    case Op::wait:
      return "wait";
    case Op::compute:
      return "compute";
    case Op::mark:
      return "mark";
    default:
      return op_text(r.op, r.space, r.cache, r.bytes);
  }
}

}  // namespace

Result<bool> each_record(TraceSource& source, const Visits& visits) {
  BlockTrace block;
  Position at;
  for (;; ++at.kernel) {
    const auto head = source.next_kernel();
    if (!head) return tl::make_unexpected(head.error());
    if (!*head) return true;
    for (;;) {
      const auto more = source.next_block(block);
      if (!more) return tl::make_unexpected(more.error());
      if (!*more) break;
      at.block = block.index;
      if (visits.block) visits.block(block, **head);
      const bool without_records = block.generator == nullptr && block.records.empty();
      if (!visits.record || without_records) continue;
      const std::uint32_t warps = warps_of(block, **head);
      for (at.warp = 0; at.warp < warps; ++at.warp)
        if (!each_of_warp(block, at.warp, [&](const Record& r, const std::uint64_t* addresses) { return visits.record(r, addresses, at); }))
          return true;
    }
    if (visits.kernel) visits.kernel();
  }
}

Result<TraceSums> sum_up(TraceSource& source) {
  TraceSums sums;
  struct Kind {
    Record sample;
    std::uint64_t count = 0;
  };
  std::map<std::uint32_t, Kind> kinds;  // by a small number, so that names are made once
  std::map<std::string, std::uint64_t> missing;
  Visits visits;
  visits.record = [&](const Record& r, const std::uint64_t*, const Position&) {
    ++sums.records;
    if (touches_memory(r.op)) sums.lane_accesses += r.lanes.size();
    sums.instructions += r.op == Op::compute ? r.base : 1;
    Kind& kind = kinds[static_cast<std::uint32_t>(r.op) << 24U | static_cast<std::uint32_t>(r.space) << 16U |
                       static_cast<std::uint32_t>(r.cache) << 8U | r.bytes];
    if (kind.count++ == 0) kind.sample = r;
    return true;
  };
  visits.block = [&sums](const BlockTrace& block, const KernelHead& head) {
    ++sums.blocks;
    sums.warps += warps_of(block, head);
  };
  visits.kernel = [&] {
    ++sums.kernels;
    for (const NotModelled& n : source.not_modelled()) missing[n.what] += n.count;
  };
  if (const auto end = each_record(source, visits); !end) return tl::make_unexpected(end.error());
  for (const auto& [code, kind] : kinds) sums.by_op[name_of(kind.sample)] += kind.count;
  for (const auto& [what, n] : missing) sums.not_modelled.push_back({what, n});
  return sums;
}

}  // namespace warpmem::cli
