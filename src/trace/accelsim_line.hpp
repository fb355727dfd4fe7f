// One instruction of Accel-Sim's .traceg:
//   [line] PC mask destinations [R..] opcode sources [R..] width [mode addresses] [immediate]
#pragma once

#include <array>
#include <span>

#include "trace/text_scan.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

struct AccelSimInstruction {
  static constexpr std::size_t most_registers = 16;

  std::uint64_t source_line = 0;  // 0: the trace has none
  std::uint64_t pc = 0;
  LaneMask lanes;
  std::array<std::uint8_t, most_registers> destinations{}, sources{};
  std::size_t destination_count = 0, source_count = 0;
  std::string_view opcode;
  std::uint64_t width = 0;  // 0: no addresses
  std::size_t addresses_at = 0;
  std::array<std::uint64_t, lanes_per_warp> addresses{};  // one for each active lane
};

// All up to the width. Views into the line.
Parsed<bool> parse_accelsim(Scan& scan, bool with_lines, AccelSimInstruction& out);
// The addresses behind it, and the line's end.
Parsed<bool> parse_accelsim_addresses(Scan& scan, AccelSimInstruction& out);

}  // namespace warpmem::trace
