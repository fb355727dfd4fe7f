#include "report/top.hpp"

#include <algorithm>

#include "report/derived.hpp"
#include "report/findings.hpp"

namespace warpmem::report {
namespace {

std::uint64_t beyond(std::uint64_t n, std::uint64_t least) { return n - std::min(n, least); }

double cost(const TopRow& row, TopBy by) {
  switch (by) {
    case TopBy::sectors:
      return static_cast<double>(row.sectors_beyond);
    case TopBy::wavefronts:
      return static_cast<double>(row.wavefronts_beyond);
    case TopBy::executed:
      return static_cast<double>(row.counters.executed);
    default:
      return row.share;
  }
}

}  // namespace

void Top::kernel(const KernelResult& kernel, const MachineConfig& machine) {
  cycles_ += kernel.cycles;
  const auto same_name = rows_.lower_bound(Key{kernel.head.name, "", ""});
  if (same_name == rows_.end() || std::get<0>(same_name->first) != kernel.head.name) ++kernel_names_;
  std::vector<double> share(kernel.instructions.size(), 0);
  for (const HotInstruction& h : hottest(kernel, machine, kernel.instructions.size()))
    share[static_cast<std::size_t>(h.info - kernel.instructions.data())] = h.share;
  const std::size_t n = std::min(kernel.instructions.size(), kernel.per_instruction.size());
  for (std::size_t i = 0; i < n; ++i) {
    const InstructionInfo& info = kernel.instructions[i];
    const InstructionCounters& counters = kernel.per_instruction[i];
    // `compute`, barriers and marks have rows too; they touch nothing.
    if (counters.executed == 0 || info.op.find('.') == std::string::npos) continue;
    const bool joined = by_line_ && !info.source.empty();
    const std::string place = place_of(info);
    // Instructions of one line stay apart by their pc unless lines are asked for.
    const std::string exact = joined || info.pc == 0 ? place : place + '@' + std::to_string(info.pc);
    const auto [at, added] = rows_.try_emplace(Key{kernel.head.name, exact, joined ? "" : info.op});
    Entry& entry = at->second;
    TopRow& row = entry.row;
    if (added) {
      entry.info = info;
      entry.order = rows_.size();
      row.kernel = kernel.head.name;
      row.where = place;
      row.source = info.source;
      row.op = info.op;
    } else if ((", " + row.op + ",").find(", " + info.op + ",") == std::string::npos) {
      row.op += ", " + info.op;
    }
    row.counters.add(counters);
    row.sectors_beyond += beyond(counters.sectors, counters.ideal_sectors);
    row.wavefronts_beyond += beyond(counters.wavefronts, counters.ideal_wavefronts);
    entry.cycles += share[i] * static_cast<double>(kernel.cycles);
  }
}

std::vector<TopRow> Top::rows(TopBy by, std::size_t most) const {
  std::vector<const Entry*> entries;
  for (const auto& [key, entry] : rows_) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) { return a->order < b->order; });
  std::vector<TopRow> out;
  for (const Entry* entry : entries) {
    TopRow row = entry->row;
    row.share = ratio(entry->cycles, static_cast<double>(cycles_));
    // Sectors of several operations are not of one access: no cause can be told.
    if (row.op.find(',') == std::string::npos) row.cause = cause_of(entry->info, row.counters);
    if (cost(row, by) > 0) out.push_back(std::move(row));
  }
  std::stable_sort(out.begin(), out.end(), [by](const TopRow& a, const TopRow& b) { return cost(a, by) > cost(b, by); });
  if (most != 0 && out.size() > most) out.resize(most);
  return out;
}

}  // namespace warpmem::report
