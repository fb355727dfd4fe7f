// "Did you mean": the known name that a mistyped one is closest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmem {

// Insertions, deletions, replacements and swaps of neighbours that turn one into the other; letters' case is ignored.
unsigned edit_distance(std::string_view a, std::string_view b);

// Empty when no known name is close enough to be meant. What was begun rightly is close, however much is missing.
std::string_view nearest(std::string_view name, const std::vector<std::string_view>& known);

// "; did you mean 'run'?", or "" when no known name is close.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace warpmem
