#include "cli/suggest.hpp"

#include "config/nearest.hpp"

namespace warpmem::cli {

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  std::string near(nearest(word, candidates));
  // What was begun rightly is near, however much is missing.
  for (const std::string& candidate : candidates)
    if (near.empty() && word.size() >= 3 && candidate.starts_with(word)) near = candidate;
  return near.empty() ? std::string() : "; did you mean '" + near + "'?";
}

}  // namespace warpmem::cli
