// Numbers as people read them: thousands separators, units, no more digits than mean something.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpmem::report {

std::string count(std::uint64_t n);                  // 139600 -> "139,600"
std::string bytes(double n);                         // 16.8e6 -> "16.8 MB"; below 1,000 "512 B"
std::string microseconds(double us);                 // "70.5 us", "1.24 ms", "3.1 s"
std::string bandwidth(double gigabytes_per_second);  // "476 GB/s", "2.95 TB/s"
std::string decimal(double x, int digits);           // fixed, with thousands separators
std::string times(double x);                         // "8.0", "3", "1.25": a ratio without false digits
// A number with its noun, "1 line", "1,024 lines", "2 addresses": of things counted, and of a mean as times() has it.
std::string counted(std::uint64_t n, std::string_view noun);
std::string amount(double x, std::string_view noun);
std::string percent(double share);  // 0.713 -> "71 %"; a share above 0 and below half a percent is "<1 %"

}  // namespace warpmem::report
