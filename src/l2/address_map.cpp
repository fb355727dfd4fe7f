#include "l2/address_map.hpp"

#include <algorithm>
#include <numeric>

namespace warpmem {

AddressMap::AddressMap(const MachineConfig& m) : partitions_(m.l2.partitions) {
  const std::uint32_t slices = m.l2.slices / m.l2.partitions;
  lanes_ = std::gcd(slices, m.dram.channels);
  slices_per_lane_ = slices / lanes_;
  channels_per_lane_ = m.dram.channels / lanes_;
  sets_ = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, m.l2.total.count / line_bytes / m.l2.slices / m.l2.ways));
  by_channels_ = Divider(m.dram.channels);
  by_sets_ = Divider(sets_);
  by_lines_per_row_ = Divider(std::max<std::uint64_t>(1, m.dram.row.count / line_bytes));
}

}  // namespace warpmem
