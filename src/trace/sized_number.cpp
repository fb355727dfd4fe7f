#include "trace/sized_number.hpp"

#include <algorithm>
#include <limits>

#include "trace/text_scan.hpp"

namespace warpmem::trace {

std::optional<std::uint64_t> sized_number(std::string_view text) {
  constexpr struct {
    std::string_view name;
    std::uint64_t size;
  } units[] = {{"", 1}, {"Ki", 1U << 10}, {"Mi", 1U << 20}, {"Gi", 1U << 30}, {"K", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}};
  Scan scan{text};
  const Parsed<std::uint64_t> number = scan_number(scan, "");
  if (!number) return std::nullopt;
  const auto* const unit = std::find_if(std::begin(units), std::end(units), [&](const auto& u) { return u.name == text.substr(scan.at); });
  if (unit == std::end(units) || *number > std::numeric_limits<std::uint64_t>::max() / unit->size) return std::nullopt;
  return *number * unit->size;
}

}  // namespace warpmem::trace
