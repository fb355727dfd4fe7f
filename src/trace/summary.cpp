#include "trace/summary.hpp"

#include <algorithm>

namespace warpmem {
namespace trace {

void add_records(TraceSummary& summary, std::span<const Record> records) {
  summary.records += records.size();
  for (const Record& record : records) {
    if (!touches_memory(record.op)) continue;
    ++summary.memory_records;
    summary.lane_accesses += record.lanes.size();
  }
}

void add_not_modelled(TraceSummary& summary, const std::vector<NotModelled>& more) {
  for (const NotModelled& item : more) {
    const auto known = std::find_if(summary.not_modelled.begin(), summary.not_modelled.end(),
                                    [&](const NotModelled& other) { return other.what == item.what; });
    if (known == summary.not_modelled.end()) {
      summary.not_modelled.push_back(item);
    } else {
      known->count += item.count;
    }
  }
}

}  // namespace trace

Result<TraceSummary> check_trace(TraceSource& source) {
  trace::VisitScratch scratch;
  return trace::read_through(
      source, [](const KernelHead&) -> Result<bool> { return true; },
      [&](const KernelHead& head, const BlockTrace& block, TraceSummary& summary) -> Result<bool> {
        trace::visit_records(head, block, scratch, [&](std::uint32_t, std::span<const Record> records, std::span<const std::uint64_t>) {
          trace::add_records(summary, records);
        });
        return true;
      },
      [] { return Result<bool>(true); });
}

}  // namespace warpmem
