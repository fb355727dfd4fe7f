// One instruction of the text format: "ld.global.b32 0x1000+4 @0000ffff pc=0x10".
#pragma once

#include <string>
#include <vector>

#include "trace/operation.hpp"
#include "trace/text_scan.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// What a line may use.
struct LineContext {
  LaneMask filled = LaneMask::all();  // lanes of the warp that have a thread
  Bytes shared_limit{};
};

struct TextInstruction {
  Record record;  // without its instruction number
  Operation operation;
  std::uint64_t pc = 0;
  std::string source;
};

// Reads the instruction in `line`, whose first word begins at scan.at. Listed addresses are appended to `addresses`.
// `out` is reused from line to line.
Parsed<bool> parse_instruction(Scan scan, const LineContext& context, TextInstruction& out, std::vector<std::uint64_t>& addresses);

}  // namespace warpmem::trace
