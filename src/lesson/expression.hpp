// Arithmetic over named figures: "naive.cycles / tiled.cycles", "a.sectors < b.sectors and c.wavefronts == 1".
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "warpmem/error.hpp"

namespace warpmem::lesson {

// The value of a name made of letters, digits, '_' and '.'.
using Lookup = std::function<Result<double>(std::string_view name)>;

// + - * / with parentheses, comparisons (1 or 0; equal within a billionth), `and`, `or`. A division by 0 is an error.
Result<double> evaluate(std::string_view text, const Lookup& lookup);

// Whether the text is a name alone.
bool is_name(std::string_view text);

}  // namespace warpmem::lesson
