// Shared memory: 32 lane offsets of one warp instruction -> wavefronts and bank conflicts.
//
// Rules (H200 counters of 367 single accesses; see docs/model.md, "shared"):
//  ld, st of 1, 2, 4 bytes   wavefronts = max over 32 banks of distinct 4-byte words; bank = byte address / 4 mod 32
//  8 bytes                   the same, summed over half-warps; 16 bytes: over quarter-warps
//  loads only                if every active lane l has lane l^1 inactive or at the same address, or the same holds for
//                            every l with l^2, two neighbouring groups are served together
//  red, atom                 max over banks of active lanes (no broadcast), summed over the same groups
//  conflicts                 sum over the groups so formed that have an active lane of wavefronts less one
#pragma once

#include <array>

#include "units/lanes.hpp"

namespace warpmem {

struct SharedWavefronts {
  unsigned wavefronts = 0;
  unsigned conflicts = 0;
  unsigned groups = 0;  // with an active lane, after merging: the fewest wavefronts possible
};

// `record`: a shared load, store, red or atom. `offsets`: the store that listed records index.
SharedWavefronts shared_wavefronts(const Record& record, const std::uint64_t* offsets);

// True when the rule for loads above lets two neighbouring groups of this record be served together.
bool pairs_of_lanes_agree(const Record& record, const LaneAddresses& at);

}  // namespace warpmem
