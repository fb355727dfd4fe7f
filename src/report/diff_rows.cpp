// Which of the figures that differ are read first.
#include <algorithm>
#include <cmath>
#include <limits>

#include "report/diff.hpp"

namespace warpmem::report {
namespace {

struct Important {
  const char* figure;
  const char* group;
};
// What a reader asks of a run, in the order in which it is asked. Others follow from these, or are parts of them.
constexpr Important important[] = {
    {"cycles", "time"},
    {"time_us", "time"},
    {"effective_bandwidth_GBs", "time"},
    {"sectors_per_request_global_ld", "global memory"},
    {"sectors_per_request_global_st", "global memory"},
    {"efficiency", "global memory"},
    {"useful_bytes", "global memory"},
    {"moved_bytes", "global memory"},
    {"l1_hit_rate", "global memory"},
    {"latency_global_ld_cycles", "global memory"},
    {"l2_hit_rate", "L2 and DRAM"},
    {"l2_utilisation", "L2 and DRAM"},
    {"dram_bytes", "L2 and DRAM"},
    {"dram_utilisation", "L2 and DRAM"},
    {"dram_row_hit_rate", "L2 and DRAM"},
    {"shared_wavefronts_per_instruction", "shared memory"},
    {"latency_shared_ld_cycles", "shared memory"},
    {"smsp__inst_executed.sum", "the SMs"},
    {"warps_active", "the SMs"},
    {"issue_utilisation", "the SMs"},
    {"lsu_utilisation", "the SMs"},
    {"l1_data_utilisation", "the SMs"},
};

// How many times as much, either way: its logarithm. From or to nothing: without end.
double size_of(const FigureChange& c) {
  const double a = std::abs(c.a.value_or(0)), b = std::abs(c.b.value_or(0));
  // Of a share, less than half a percent of the whole is no change, however many times as much it is.
  constexpr double least_share = 0.005;
  if (c.unit == FigureUnit::share && std::abs(a - b) < least_share) return 0;
  if (a == 0 || b == 0) return std::numeric_limits<double>::infinity();
  return std::abs(std::log(b / a));
}

}  // namespace

std::vector<ChangeGroup> telling_changes(const KernelDiff& kernel, std::size_t most) {
  struct Row {
    const FigureChange* change;
    std::size_t order;
    double size;
  };
  std::vector<Row> rows;
  for (const FigureChange& c : kernel.changes) {
    const auto* const at = std::find_if(std::begin(important), std::end(important), [&](const Important& i) { return i.figure == c.name; });
    if (at == std::end(important)) continue;
    // Cycles and time stand first, however little they differ.
    const auto order = static_cast<std::size_t>(at - important);
    const double size = order < 2 ? std::numeric_limits<double>::infinity() : size_of(c);
    if (size > 0) rows.push_back({&c, order, size});
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.order < b.order; });
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.size > b.size; });
  if (rows.size() > most) rows.resize(most);
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.order < b.order; });
  std::vector<ChangeGroup> groups;
  for (const Row& r : rows) {
    if (groups.empty() || groups.back().heading != important[r.order].group) groups.push_back({important[r.order].group, {}});
    groups.back().changes.push_back(r.change);
  }
  return groups;
}

}  // namespace warpmem::report
