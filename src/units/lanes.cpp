#include "units/lanes.hpp"

#include "warpmem/access.hpp"

namespace warpmem {

std::array<std::uint64_t, 32> lane_addresses(const Record& record, const std::vector<std::uint64_t>& addresses) {
  LaneAddresses at{};
  for_each_lane(record, addresses.data(), [&](unsigned lane, std::uint64_t address) { at[lane] = address; });
  return at;
}

}  // namespace warpmem
