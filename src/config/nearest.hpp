// "Did you mean": the known name that a mistyped one is closest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmem {

// Insertions, deletions, replacements and swaps of neighbours that turn one into the other; letters' case is ignored.
unsigned edit_distance(std::string_view a, std::string_view b);

// Empty when no known name is close enough to be meant.
std::string_view nearest(std::string_view name, const std::vector<std::string>& known);

}  // namespace warpmem
