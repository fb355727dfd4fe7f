// How many instructions without memory accesses a GPU would issue between two events of a lane: counted in this processor's
// code, as an estimate. What only this processor needs counts for nothing (moves, spills, the hooks and their arguments).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "record/event.hpp"

namespace warpmem::record {

struct CodeRange {
  std::uint64_t begin = 0, end = 0;  // addresses as linked
};

// One line of a disassembly.
struct Instruction {
  std::uint64_t address = 0;
  std::string name;      // "lea"
  std::string operands;  // "0x4(%rax,%rdx,1),%rdi"
  std::uint64_t target = 0;
  std::string callee;  // of a call or jump: the symbol it leads to, "expf@plt"
};

// `objdump -d -w --no-show-raw-insn`, x86-64, AT&T syntax.
std::vector<Instruction> parse_disassembly(std::string_view text);

// For each place that a hook returns to, the instructions from there to the next hook, jumps followed, branches not taken.
std::unordered_map<std::uint64_t, std::uint32_t> count_between_hooks(const std::vector<Instruction>& code);

class Arithmetic {
 public:
  // `function_around` gives the function that a place lies in; `link_begin` is added to a Code.
  Arithmetic(std::function<CodeRange(Code)> function_around, std::uint64_t link_begin)
      : function_around_(std::move(function_around)), link_begin_(link_begin) {}

  // What keeps it from counting here; "" nothing.
  static std::string obstacle();
  // From the event noted at this place to the next.
  std::uint32_t after(Code code) {
    const auto known = counts_.find(code);
    return known != counts_.end() ? known->second : read(code);
  }

 private:
  std::uint32_t read(Code code);

  std::function<CodeRange(Code)> function_around_;
  std::uint64_t link_begin_;
  std::unordered_map<Code, std::uint32_t> counts_;
};

}  // namespace warpmem::record
