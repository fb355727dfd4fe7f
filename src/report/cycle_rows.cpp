#include "report/cycle_rows.hpp"

#include <algorithm>

#include "report/derived.hpp"

namespace warpmem::report {

std::vector<CycleRow> cycle_rows(const KernelResult& kernel, const MachineConfig& machine) {
  constexpr const char* load_names[wait_kinds] = {"load-store unit", "L1 miss slots", "L1 data", "way to L2", "L2", "DRAM"};
  constexpr const char* store_names[wait_kinds] = {"stores: issue", "stores: L1 room", "stores: L1 data",
                                                   "stores: to L2", "L2 writes",       "DRAM writes"};
  using Kind = CycleRow::Kind;
  const CycleShares shares = weighed_shares(kernel, machine);
  std::vector<CycleRow> rows;
  for (unsigned i = 0; i < wait_kinds; ++i) {
    rows.push_back({load_names[i], shares.wait[i], Kind::load, i});
    rows.push_back({store_names[i], shares.store_wait[i], Kind::store, i});
  }
  rows.push_back({"issue", shares.issue, Kind::issue, 0});
  rows.push_back({"launch", shares.launch, Kind::launch, 0});
  rows.push_back({"between accesses", shares.other, Kind::other, 0});
  std::stable_sort(rows.begin(), rows.end(), [](const CycleRow& a, const CycleRow& b) { return a.share > b.share; });
  return rows;
}

}  // namespace warpmem::report
