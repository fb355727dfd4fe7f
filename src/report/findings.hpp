// What holds a kernel back, and which of its instructions do: judged from counters, in words a student understands.
#pragma once

#include <string>
#include <vector>

#include "warpmem/machine.hpp"
#include "warpmem/report.hpp"

namespace warpmem::report {

// The stage, or the lack of work, that the kernel's time is owed to. Where no stage is at its limit: latency, or else
// uncoalesced when most sectors that move are not needed, and queueing when they are.
enum class Bound : std::uint8_t { nothing, dram, l2, l1_data, l1_tag, shared, lsu, issue, launch, latency, uncoalesced, queueing };

struct Verdict {
  Bound bound = Bound::nothing;
  double share = 0;      // utilisation of the stage, or share of the time for launch and latency; 0 to 1
  std::string sentence;  // one or two sentences, first without the kernel's name: "held back by its stores. ..."
};
const char* rule_of(Bound bound);  // "dram-bound", "latency-bound", ...
Verdict verdict(const KernelResult& kernel, const MachineConfig& machine);

struct Finding {
  std::string rule;   // "uncoalesced-store", "bank-conflicts", "dram-bound", ...
  double share = 0;   // of the kernel's cycles, 0 to 1
  std::string where;  // source line, pc or trace line; "kernel" for the whole
  std::string text;   // one or two sentences
};
// The verdict first, then at most three instructions that touch more than they need and take a twentieth of the cycles,
// costliest first.
std::vector<Finding> findings(const KernelResult& kernel, const MachineConfig& machine, const std::vector<SampleAccess>& samples = {});

// One instruction of the program with its share of the kernel's cycles.
struct HotInstruction {
  const InstructionInfo* info = nullptr;
  const InstructionCounters* counters = nullptr;
  double share = 0;
};
// The `most` instructions that waited longest, longest first.
std::vector<HotInstruction> hottest(const KernelResult& kernel, const MachineConfig& machine, std::size_t most);

// "Much of it waiting behind trace line 16 (ld.shared.b32) in the load-store unit.": where an instruction takes much longer
// than by itself, its kind of access queues before that unit, and another occupies it longest; else "".
std::string waits_behind(const HotInstruction& hot, const KernelResult& kernel, const MachineConfig& machine);

std::string place_of(const InstructionInfo& info);  // "file.cu:14", "pc 0x10", "trace line 12" or the operation
// Why this instruction costs what it costs, in lanes, lines, sectors or banks; "" when it takes the least possible.
// `lanes`: how its lanes lie, in a sentence, where that is known.
std::string cause_of(const InstructionInfo& info, const InstructionCounters& counters, const std::string& lanes = {});
// That sentence, from the sample of the instruction, if there is one and it costs what the executions cost on average.
std::string lanes_of(std::size_t instruction, const KernelResult& kernel, const MachineConfig& machine,
                     const std::vector<SampleAccess>& samples);

}  // namespace warpmem::report
