// The pictures: each a pure function from plain values to SVG.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/cycle_rows.hpp"
#include "warpmem/machine.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::report {

// How a picture leaves: as a file of its own, or as an element of an HTML page, where ids must not meet.
struct Frame {
  std::string id = "picture";  // letters, digits and '-'
  bool file = true;
};

// The access as a trace would say it: "ld.global.b32 0x1004+4 @0000ffff"; addresses that follow no stride are counted.
std::string access_text(const ParsedAccess& access);
// Its known better version (explain_shared, explain_global), if there is one.
std::optional<ParsedAccess> fixed_access(const ParsedAccess& access, const MachineConfig& machine);

// Lanes 0 to 31 above, the lines and sectors they touch below: which bytes are asked for, which move without being asked for.
// Global or local memory.
std::string lanes_picture(const ParsedAccess& access, const MachineConfig& machine, const Frame& frame);

// Lanes against banks with the wavefront that serves each, and beside it the same for another access (after a fix).
// Shared memory.
std::string banks_picture(const ParsedAccess& access, const std::optional<ParsedAccess>& after, const Frame& frame);

// Shared memory as rows of 32 banks with the words of an array in it. Strides of 32 words and more are taken for walks
// down a column: the stride is then the row's pitch, and what of it is beyond a multiple of 32 words is padding.
struct ArrayShape {
  std::uint64_t start = 0;    // byte offset of element [0][0]
  std::uint64_t columns = 0;  // words of a row that hold data; 0: the shape is not known
  std::uint64_t pitch = 0;    // words from row to row
};
ArrayShape shape_of(const ParsedAccess& access);
std::string array_picture(const ParsedAccess& access, const ArrayShape& shape, const Frame& frame);

// Bytes between the levels of memory, hits in them, and how busy each is.
struct MemoryFlow {
  struct Link {
    double read = 0, write = 0;  // bytes: towards the SMs, and away from them
  };
  Link lanes_l1, lanes_shared, l1_l2, l2_dram;
  std::optional<double> l1_hits, l2_hits, row_hits;  // 0 to 1; none: nothing looked
  double shared_wavefronts = 0, shared_conflicts = 0;
  double l1_busy = 0, l2_busy = 0, dram_busy = 0;  // 0 to 1
  double warps = 0;                                // resident, an SM
};
MemoryFlow memory_flow(const KernelResult& kernel, const MachineConfig& machine);
std::string memory_picture(const MemoryFlow& flow, const std::string& name, const Frame& frame);

// A roofline without arithmetic: what each level moved, against what it could have.
struct Bandwidth {
  std::string level;
  double achieved = 0, ceiling = 0;  // bytes per SM cycle of the whole chip
  double asked = 0;                  // bytes that the lanes of global accesses asked for, in the same time; 0: not drawn
  double busy = 0;                   // share of the time occupied, 0 to 1
  std::string ceiling_words;         // what the ceiling is made of
};
std::vector<Bandwidth> bandwidths(const KernelResult& kernel, const MachineConfig& machine);
// `clock`: of the SMs, to give bytes per second too.
std::string bandwidth_picture(const std::vector<Bandwidth>& levels, Megahertz clock, const std::string& name, const Frame& frame);

// Where the cycles went, as one bar: shares that sum to 1, in the order to be drawn.
std::string cycles_picture(const std::vector<CycleRow>& rows, std::uint64_t cycles, const std::string& name, const Frame& frame);

}  // namespace warpmem::report
