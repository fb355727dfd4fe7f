// Parts that the text views of a kernel share. Each ends with a newline unless it says otherwise.
#pragma once

#include <string>

#include "report/source_text.hpp"
#include "warpmem/report.hpp"

namespace warpmem::report {

// Name, machine and verdict.
std::string headline(const KernelResult& kernel, const MachineConfig& machine, const ReportContext& context, const TextStyle& style);
// Cycles, time and useful bandwidth.
std::string speed(const KernelResult& kernel, const MachineConfig& machine);
// "1  transpose.cuh:14  st.global.b32      71 % of cycles", and below it the source line, where it can be read.
std::string instruction_title(std::size_t number, const InstructionInfo& info, double share, SourceText& text, const TextStyle& style);
// How `explain --at` finds the instruction again: its line, or where others of `all` share that, its operation or pc. No
// newline.
std::string place_to_type(const InstructionInfo& info, const std::vector<InstructionInfo>& all = {});

}  // namespace warpmem::report
