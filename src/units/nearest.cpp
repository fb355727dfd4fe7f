#include "units/nearest.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace warpmem {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool begins(std::string_view text, std::string_view with) {
  return !with.empty() && text.size() >= with.size() &&
         std::equal(with.begin(), with.end(), text.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

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

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t longest = 60;  // no name is near to what is longer
  if (name.empty() || name.size() > longest) return {};
  std::string_view best;
  // A third of the letters wrong is still a slip; more is another word.
  unsigned limit = static_cast<unsigned>(std::max<std::size_t>(1, name.size() / 3)) + 1;
  for (const std::string_view candidate : known) {
    unsigned distance = edit_distance(name, candidate);
    if (name.size() >= 2 && (begins(candidate, name) || begins(name, candidate))) distance = std::min(distance, 1U);
    if (distance < limit) {
      limit = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
  const std::string_view close = nearest(name, known);
  return close.empty() ? std::string() : "; did you mean '" + std::string(close) + "'?";
}

}  // namespace warpmem
