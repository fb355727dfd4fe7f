// PTX instructions that C++ can say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpmem::front {

struct PtxOperand {
  std::string constraint;  // "=r", "l", ...
  std::string expression;  // of the program
};

struct PtxStatement {
  std::string text;  // "mov.u32 %0, %%laneid;"
  std::vector<PtxOperand> operands;
};

// One C++ expression that does the same; nothing when the instruction is not known.
std::optional<std::string> meaning_of(const PtxStatement& statement);

// The text as a string literal.
std::string quoted_literal(std::string_view text);

}  // namespace warpmem::front
