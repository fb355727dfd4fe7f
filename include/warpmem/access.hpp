// One warp instruction by itself: which lines, sectors, banks and wavefronts it takes, lane by lane. No machine state:
// this is what `explain` shows, and the same code that the simulator runs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "warpmem/config.hpp"
#include "warpmem/trace.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

struct GlobalLine {
  LineAddress line;
  WordMask words;         // 4-byte words touched
  unsigned tag_bank = 0;  // 0-3
  unsigned tag_pass = 0;  // from 0
};
struct GlobalAccess {
  std::vector<GlobalLine> lines;  // in the order in which lanes first name them; reductions: pass after pass
  unsigned requests = 0;          // 1, or 0 with no active lane
  unsigned sectors = 0;
  unsigned l2_requests = 0;  // on a cold miss
  unsigned tag_wavefronts = 0;
  unsigned data_wavefronts = 0;
  unsigned ideal_sectors = 0;  // the fewest that the active lanes' distinct bytes fit in
};
struct SharedAccess {
  unsigned wavefronts = 0;
  unsigned conflicts = 0;
  unsigned ideal_wavefronts = 0;
  unsigned groups = 0;                            // lane groups served one after the other
  std::array<std::uint8_t, 32> bank_words{};      // the largest number of distinct words (red: lanes) in each bank, over the groups
  std::array<std::uint8_t, 32> lane_wavefront{};  // the wavefront that serves each lane, from 0
};

// `addresses`: one per active lane when record.listed. The record is global or local / shared respectively.
GlobalAccess analyse_global(const Record& record, const std::vector<std::uint64_t>& addresses, const L1Config& l1);
SharedAccess analyse_shared(const Record& record, const std::vector<std::uint64_t>& addresses);
// Byte address of each lane; inactive lanes read 0.
std::array<std::uint64_t, 32> lane_addresses(const Record& record, const std::vector<std::uint64_t>& addresses);

}  // namespace warpmem
