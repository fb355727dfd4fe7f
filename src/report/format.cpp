#include "report/format.hpp"

#include <fmt/format.h>

#include <cmath>

namespace warpmem::report {
namespace {

std::string grouped(std::string digits) {
  const std::size_t point = digits.find('.');
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = point == std::string::npos ? digits.size() : point; at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

// Three figures that count: 1.24, 12.4, 124.
std::string three(double x) {
  if (x < 9.995) return fmt::format("{:.2f}", x);
  if (x < 99.95) return fmt::format("{:.1f}", x);
  return grouped(fmt::format("{:.0f}", x));
}

std::string with_noun(const std::string& number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == "1" ? "" : noun.ends_with('s') ? "es" : "s");
}

}  // namespace

std::string count(std::uint64_t n) { return grouped(fmt::format("{}", n)); }

std::string decimal(double x, int digits) { return grouped(fmt::format("{:.{}f}", x, digits)); }

std::string bytes(double n) {
  constexpr const char* units[] = {"kB", "MB", "GB", "TB", "PB"};
  if (n < 999.5) return fmt::format("{:.0f} B", n);
  std::size_t unit = 0;
  for (n /= 1000; n >= 999.95 && unit + 1 < std::size(units); n /= 1000) ++unit;
  return fmt::format("{:.1f} {}", n, units[unit]);
}

std::string microseconds(double us) {
  if (us < 0.9995) return fmt::format("{:.0f} ns", us * 1e3);
  if (us < 999.5) return three(us) + " us";
  if (us < 999.5e3) return three(us / 1e3) + " ms";
  return three(us / 1e6) + " s";
}

std::string bandwidth(double gigabytes_per_second) {
  if (gigabytes_per_second >= 999.5) return three(gigabytes_per_second / 1000) + " TB/s";
  if (gigabytes_per_second >= 0.9995 || gigabytes_per_second == 0) return three(gigabytes_per_second) + " GB/s";
  return three(gigabytes_per_second * 1000) + " MB/s";
}

std::string times(double x) {
  if (std::abs(x - std::round(x)) < 0.005) return grouped(fmt::format("{:.0f}", x));
  return decimal(x, x < 2 ? 2 : 1);
}

std::string counted(std::uint64_t n, std::string_view noun) { return with_noun(count(n), noun); }

std::string amount(double x, std::string_view noun) { return with_noun(times(x), noun); }

std::string percent(double share) {
  const double p = share * 100;
  if (p > 0 && p < 0.5) return "<1 %";
  return fmt::format("{:.0f} %", p);
}

}  // namespace warpmem::report
