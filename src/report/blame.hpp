// Which instruction of a kernel a figure is owed to most.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "warpmem/machine.hpp"

namespace warpmem::report {

struct Blame {
  std::size_t instruction = 0;  // index into KernelResult::instructions
  std::string text;             // "transpose.cu:14  st.global.b32: 32 sectors a request where 4 would do"
};
// Among the instructions that the figure's name speaks of (global or shared, ld or st, ...): the one with the most sectors,
// lines or wavefronts beyond the least possible, or, for other figures, with the longest waiting. None when no memory
// instruction ran.
std::optional<Blame> blame(std::string_view figure, const KernelResult& kernel);

}  // namespace warpmem::report
