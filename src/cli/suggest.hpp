// Did you mean ...?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmem::cli {

// "; did you mean 'run'?", or "" when no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace warpmem::cli
