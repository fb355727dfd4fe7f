// Coalescer: 32 lane addresses of one global or local warp instruction -> lines with sectors, tag and data wavefronts.
//
// Rules (H200 counters of 489 single accesses; see docs/model.md, "coalesce"):
//  loads, stores   sectors = distinct 32 B sectors; one L2 request per distinct 128 B line on a cold miss
//  red, atom       lanes of one address do not merge: pass k holds the k-th lane of each address, and sectors and
//                  lines are summed over passes
//  tag stage       four tag banks; the k-th line of a bank (in the order lanes first name the lines) is in tag pass k
//  data stage      loads, red: per tag pass and lane group, the bank degree of the words of that pass's lines; atom: twice
//                  stores: the first 8 passes (4 below four bytes a lane) together, later ones mostly each by itself
//  time            loads that hit take max(tag wavefronts, bank degree of all lanes together) cycles, which is less than
//                  the data wavefronts counted where passes could share a cycle (H200 l1_thr, A100 l1_strides)
#pragma once

#include <array>

#include "units/lanes.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

struct CoalescedLine {
  LineAddress line{};
  WordMask words{};         // touched in it
  std::uint32_t place = 0;  // left to the caller: where a cache keeps the line
};

struct CoalescedAccess {
  unsigned count = 0;  // of lines; of (pass, line) pairs for red and atom; at most 32
  unsigned sectors = 0;
  unsigned tag_wavefronts = 0;
  unsigned data_wavefronts = 0;  // as the profiler counts them
  unsigned data_cycles = 0;      // how long the data stage is busy
  unsigned ideal_sectors = 0;
  std::array<CoalescedLine, lanes_per_warp> lines;
};

// A line's tag bank: a linear map of the line address, two bits, each the parity under a mask.
struct TagBanks {
  std::array<std::uint64_t, 2> masks{};
  unsigned bank(LineAddress line) const {
    return static_cast<unsigned>(std::popcount(line.count & masks[0]) & 1) | static_cast<unsigned>(std::popcount(line.count & masks[1]) & 1)
                                                                                 << 1;
  }
};

// `record`: global or local load, store, red or atom. `addresses`: the store that listed records index. Result in `out`.
void coalesce(const Record& record, const std::uint64_t* addresses, TagBanks banks, CoalescedAccess& out);

}  // namespace warpmem
