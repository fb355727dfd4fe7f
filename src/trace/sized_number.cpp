// Compiled with the GPU companion too, which has C++17 and no other library than the CUDA toolkit's.
#include "trace/sized_number.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>

namespace warpmem::trace {

std::optional<std::uint64_t> sized_number(std::string_view text) {
  constexpr struct {
    std::string_view name;
    std::uint64_t size;
  } units[] = {{"", 1}, {"Ki", 1U << 10}, {"Mi", 1U << 20}, {"Gi", 1U << 30}, {"K", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}};
  const bool hex = text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X";
  if (hex) text.remove_prefix(2);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, hex ? 16 : 10);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  const auto* const unit = std::find_if(std::begin(units), std::end(units), [&](const auto& u) { return u.name == text; });
  if (unit == std::end(units) || number > std::numeric_limits<std::uint64_t>::max() / unit->size) return std::nullopt;
  return number * unit->size;
}

}  // namespace warpmem::trace
