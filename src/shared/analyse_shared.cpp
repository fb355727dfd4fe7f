// The shared-memory stage's view of one access for `explain`: banks, and the wavefront that serves each lane.
#include <algorithm>
#include <map>

#include "shared/shared.hpp"
#include "warpmem/access.hpp"

namespace warpmem {
namespace {

// Serves a group bank by bank as the hardware's count implies: the k-th distinct word of a bank (red: the k-th lane)
// goes in wavefront k. A lane of several words is served with the last of them.
unsigned serve_group(const Record& r, const std::array<std::uint64_t, 32>& at, LaneMask lanes, unsigned first_wavefront,
                     SharedAccess& out) {
  std::array<std::map<std::uint64_t, unsigned>, 32> words_of_bank;
  const bool counts_lanes = r.op == Op::reduction || r.op == Op::atomic;
  unsigned wavefronts = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!lanes.has(lane)) continue;
    for (unsigned w = 0; w < std::max(1U, r.bytes / 4U); ++w) {
      const std::uint64_t word = at[lane] / 4 + w;
      auto& words = words_of_bank[word % 32];
      const std::uint64_t key = counts_lanes ? std::uint64_t{lane} : word;
      const unsigned turn = words.try_emplace(key, static_cast<unsigned>(words.size())).first->second;
      out.lane_wavefront[lane] = std::max(out.lane_wavefront[lane], static_cast<std::uint8_t>(first_wavefront + turn));
      wavefronts = std::max(wavefronts, turn + 1);
    }
  }
  for (unsigned bank = 0; bank < 32; ++bank) {
    out.bank_words[bank] = std::max(out.bank_words[bank], static_cast<std::uint8_t>(words_of_bank[bank].size()));
  }
  return wavefronts;
}

}  // namespace

SharedAccess analyse_shared(const Record& record, const std::vector<std::uint64_t>& addresses) {
  SharedAccess out;
  const SharedWavefronts total = shared_wavefronts(record, addresses.data());
  out.wavefronts = total.wavefronts;
  out.conflicts = total.conflicts;
  out.ideal_wavefronts = total.groups;
  if (record.lanes.none()) return out;
  const std::array<std::uint64_t, 32> at = lane_addresses(record, addresses);
  unsigned groups = lane_groups(record.bytes);
  if (groups > 1 && record.op == Op::load && pairs_of_lanes_agree(record, at)) groups /= 2;
  out.groups = groups;
  unsigned wavefront = 0;
  for (unsigned group = 0; group < groups; ++group) {
    const unsigned size = 32 / groups;
    const std::uint32_t members = size == 32 ? ~0U : ((1U << size) - 1U) << group * size;
    wavefront += serve_group(record, at, record.lanes & LaneMask(members), wavefront, out);
  }
  return out;
}

}  // namespace warpmem
