#include "config/nearest.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace warpmem {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

unsigned edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<unsigned> two_up(width), up(width), row(width);
  for (std::size_t j = 0; j < width; ++j) row[j] = static_cast<unsigned>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_up.swap(up);
    up.swap(row);
    row[0] = static_cast<unsigned>(i);
    for (std::size_t j = 1; j < width; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({up[j] + 1, row[j - 1] + 1, up[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], two_up[j - 2] + 1);
      }
    }
  }
  return row.back();
}

std::string_view nearest(std::string_view name, const std::vector<std::string>& known) {
  std::string_view best;
  // A third of the letters wrong is still a slip; more is another word.
  unsigned limit = static_cast<unsigned>(std::max<std::size_t>(2, name.size() / 3)) + 1;
  for (const std::string_view candidate : known) {
    const unsigned distance = edit_distance(name, candidate);
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace warpmem
