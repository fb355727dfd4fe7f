#include "shared/shared.hpp"

#include "units/bank_degree.hpp"

namespace warpmem {
namespace {

bool neighbours_agree(LaneMask lanes, const LaneAddresses& at, unsigned distance) {
  for (std::uint32_t left = lanes.bits; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const unsigned other = lane ^ distance;
    if (lanes.has(other) && at[lane] != at[other]) return false;
  }
  return true;
}

}  // namespace

bool pairs_of_lanes_agree(const Record& record, const LaneAddresses& at) {
  return neighbours_agree(record.lanes, at, 1) || neighbours_agree(record.lanes, at, 2);
}

SharedWavefronts shared_wavefronts(const Record& r, const std::uint64_t* offsets) {
  SharedWavefronts out;
  if (r.lanes.none()) return out;
  const bool counts_lanes = r.op == Op::reduction || r.op == Op::atomic;
  if (!counts_lanes && r.bytes <= 4 && is_run(r)) return {1, 0, 1};  // at most one word a bank

  LaneAddresses at;
  for_each_lane(r, offsets, [&](unsigned lane, std::uint64_t offset) { at[lane] = offset; });
  unsigned groups = lane_groups(r.bytes);
  if (groups > 1 && r.op == Op::load && pairs_of_lanes_agree(r, at)) groups /= 2;
  const unsigned lanes_in_group = lanes_per_warp / groups;

  for (unsigned group = 0; group < groups; ++group) {
    const std::uint32_t members = lanes_in_group == 32 ? ~0U : ((1U << lanes_in_group) - 1U) << group * lanes_in_group;
    const LaneMask active = r.lanes & LaneMask(members);
    if (active.none()) continue;
    BankDegree degree;
    if (counts_lanes) {
      const std::uint32_t span = r.bytes <= 4 ? 1U : (1U << r.bytes / 4) - 1U;
      for (std::uint32_t left = active.bits; left != 0; left &= left - 1) {
        degree.add(span << (at[static_cast<unsigned>(std::countr_zero(left))] / 4 % words_per_line));
      }
    } else {
      WordRows rows;
      for (std::uint32_t left = active.bits; left != 0; left &= left - 1) {
        rows.add(at[static_cast<unsigned>(std::countr_zero(left))], r.bytes, 0);
      }
      for (unsigned i = 0; i < rows.count; ++i) degree.add(rows.words[i][0]);
    }
    const unsigned wavefronts = degree.max();
    out.wavefronts += wavefronts;
    out.conflicts += wavefronts - 1;
    ++out.groups;
  }
  return out;
}

}  // namespace warpmem
