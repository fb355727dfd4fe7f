// What passes between the SMs and the shared memory side: plain values down, plain values up.
#pragma once

#include <cstdint>

#include "warpmem/units.hpp"

namespace warpmem {

enum class RequestOp : std::uint8_t { read, write, reduction, atomic };

// One line of one warp instruction, as it leaves L1.
struct LineRequest {
  Cycle sent{};  // when it leaves the SM
  LineAddress line{};
  WordMask words{};         // write, reduction, atomic: the words concerned
  std::uint32_t token = 0;  // the SM's own; comes back with the reply
  std::uint32_t place = 0;  // where the line lives in its lane (l2/address_map.hpp)
  std::uint16_t lane = 0;   // of the memory side
  std::uint16_t sm = 0;
  RequestOp op = RequestOp::read;
  SectorMask sectors{};  // the sectors asked for or written
};

// The data of a read or atomic has come, or a write or reduction was taken.
struct LineReply {
  Cycle arrives{};  // at the SM
  std::uint32_t token = 0;
  std::uint16_t sm = 0;
  SectorMask sectors{};          // of the request
  std::uint32_t l2_ticks = 0;    // of the round trip: waiting for and crossing slices
  std::uint32_t dram_ticks = 0;  // of the round trip: in DRAM
};

}  // namespace warpmem
