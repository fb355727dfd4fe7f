#include "units/numbers.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warpmem {

std::optional<double> number_of(std::string_view text) {
  constexpr std::pair<std::string_view, double> scales[] = {{"Ki", 1024.}, {"Mi", 1048576.}, {"Gi", 1073741824.},
                                                            {"K", 1e3},    {"M", 1e6},       {"G", 1e9}};
  double scale = 1;
  for (const auto& [suffix, factor] : scales) {
    if (!text.ends_with(suffix)) continue;
    scale = factor;
    text.remove_suffix(suffix.size());
    break;
  }
  const char* end = text.data() + text.size();
  if (text.starts_with("0x")) {
    std::uint64_t n = 0;
    const auto [stop, problem] = std::from_chars(text.data() + 2, end, n, 16);
    if (problem != std::errc{} || stop != end) return {};
    return static_cast<double>(n) * scale;
  }
  double value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc{} || stop != end || !std::isfinite(value)) return {};
  return value * scale;
}

}  // namespace warpmem
