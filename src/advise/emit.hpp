// Writing the addresses of a record's lanes back into it.
#pragma once

#include <cstdint>

#include "units/lane_step.hpp"
#include "units/lanes.hpp"

namespace warpmem::advise {

// Puts the active lanes' addresses into the record: as base and stride where they have one, else into `list` at `used`,
// which grows by as many as there are active lanes.
inline void put_addresses(Record& record, const LaneAddresses& at, std::uint64_t* list, std::uint64_t& used) {
  std::int64_t step = 0;
  if (common_step(record.lanes, at, step)) {
    const auto first = static_cast<unsigned>(record.lanes.none() ? 0 : std::countr_zero(record.lanes.bits));
    record.listed = false;
    record.stride = step;
    record.base = at[first] - static_cast<std::uint64_t>(step * static_cast<std::int64_t>(first));
    return;
  }
  record.listed = true;
  record.stride = 0;
  record.base = used;
  for (std::uint32_t left = record.lanes.bits; left != 0; left &= left - 1)
    list[used++] = at[static_cast<unsigned>(std::countr_zero(left))];
}

}  // namespace warpmem::advise
