#include "record/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warpmem::record {
namespace {

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    if (end > at) parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

const char* variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

Error wrong(const char* name, const std::string& value, const std::string& expected) {
  return Error{ErrorKind::usage, std::string(name) + " is \"" + value + "\": expected " + expected};
}

// Each key's place among the figures.
bool set_figure(warpmem_device_figures& device, const std::string& key, const std::string& value) {
  if (key == "name") {
    std::strncpy(device.name, value.c_str(), sizeof device.name - 1);
    return true;
  }
  const std::optional<std::uint64_t> number = number_of(value);
  if (!number) return false;
  const std::pair<const char*, std::size_t*> sizes[] = {{"memory", &device.memory},
                                                        {"shared_per_block", &device.shared_per_block},
                                                        {"shared_per_block_optin", &device.shared_per_block_optin},
                                                        {"shared_per_sm", &device.shared_per_sm},
                                                        {"shared_reserved", &device.shared_reserved},
                                                        {"l2", &device.l2}};
  for (const auto& [name, at] : sizes)
    if (key == name) return *at = *number, true;
  const std::pair<const char*, int*> counts[] = {{"sms", &device.sms},
                                                 {"warps_per_sm", &device.warps_per_sm},
                                                 {"blocks_per_sm", &device.blocks_per_sm},
                                                 {"registers_per_sm", &device.registers_per_sm},
                                                 {"clock_khz", &device.clock_khz},
                                                 {"memory_clock_khz", &device.memory_clock_khz},
                                                 {"bus_bits", &device.bus_bits},
                                                 {"major", &device.major},
                                                 {"minor", &device.minor}};
  for (const auto& [name, at] : counts)
    if (key == name) return *at = static_cast<int>(*number), true;
  return false;
}

}  // namespace

// NVIDIA A100 datasheet and the CUDA programming guide's table of compute capability 8.0.
warpmem_device_figures Settings::default_device() {
  warpmem_device_figures device{};
  std::strcpy(device.name, "NVIDIA A100-SXM4-40GB");
  device.memory = std::size_t{40} << 30;
  device.shared_per_block = std::size_t{48} << 10;
  device.shared_per_block_optin = std::size_t{163} << 10;
  device.shared_per_sm = std::size_t{164} << 10;
  device.shared_reserved = std::size_t{1} << 10;
  device.l2 = std::size_t{40} << 20;
  device.sms = 108;
  device.warps_per_sm = 64;
  device.blocks_per_sm = 32;
  device.registers_per_sm = 65536;
  device.clock_khz = 1410000;
  device.memory_clock_khz = 1215000;
  device.bus_bits = 5120;
  device.major = 8;
  device.minor = 0;
  return device;
}

Result<BlockChoice> parse_blocks(const std::string& text) {
  const auto bad = [&] {
    return usage_error("blocks \"" + text + "\": expected first, middle, last (some, separated by commas), or every:K");
  };
  BlockChoice choice;
  if (text.starts_with("every:")) {
    const std::optional<std::uint64_t> every = number_of(std::string_view(text).substr(6));
    if (!every || *every == 0) return bad();
    choice.every = *every;
    return choice;
  }
  choice.every = 0;
  for (const std::string& part : split(text, ',')) {
    if (part == "first") {
      choice.first = true;
    } else if (part == "middle") {
      choice.middle = true;
    } else if (part == "last") {
      choice.last = true;
    } else {
      return bad();
    }
  }
  if (!choice.first && !choice.middle && !choice.last) return bad();
  return choice;
}

Result<Budget> parse_budget(const std::string& text) {
  Budget budget;
  for (const std::string& part : split(text, ',')) {
    const std::size_t digits = std::min(part.find_first_not_of("0123456789"), part.size());
    const std::optional<std::uint64_t> number = number_of(std::string_view(part).substr(0, digits));
    const std::string unit = part.substr(digits);
    constexpr std::pair<const char*, std::uint64_t> sizes[] = {{"kB", 1000},      {"MB", 1000000},   {"GB", 1000000000},
                                                               {"KiB", 1U << 10}, {"MiB", 1U << 20}, {"GiB", 1U << 30}};
    const auto size = std::find_if(std::begin(sizes), std::end(sizes), [&](const auto& entry) { return unit == entry.first; });
    constexpr std::uint64_t most = 1000000000;  // of a unit: in bytes or seconds it is a number of 64 bits
    if (number && *number > most && !unit.empty())
      return usage_error("budget \"" + part + "\": expected a number up to " + std::to_string(most) + " before the unit");
    if (number && unit.empty()) {
      budget.records = *number;
    } else if (number && size != std::end(sizes)) {
      budget.bytes = *number * size->second;
    } else if (number && (unit == "s" || unit == "min")) {
      budget.time = std::chrono::seconds(*number * (unit == "s" ? 1 : 60));
    } else {
      return usage_error("budget \"" + part + "\": expected a number of records, a size such as 100MB or a time such as 30s");
    }
  }
  return budget;
}

Result<Settings> settings_from_environment() {
  Settings settings;
  const auto whole = [](const char* name, auto& into, std::uint64_t least) -> std::optional<Error> {
    const char* const text = variable(name);
    if (text == nullptr) return std::nullopt;
    const std::optional<std::uint64_t> number = number_of(text);
    if (!number || *number < least) return wrong(name, text, "a whole number of at least " + std::to_string(least));
    into = static_cast<std::remove_reference_t<decltype(into)>>(*number);
    return std::nullopt;
  };
  std::uint64_t launches = 0;
  if (auto error = whole("WARPMEM_RECORD_UNROLL", settings.unroll, 1)) return tl::make_unexpected(*error);
  if (auto error = whole("WARPMEM_RECORD_STACK", settings.stack, 16384)) return tl::make_unexpected(*error);
  if (auto error = whole("WARPMEM_RECORD_LAUNCHES", launches, 1)) return tl::make_unexpected(*error);
  if (launches > 0) settings.launches = launches;
  if (const char* const output = variable("WARPMEM_RECORD_OUTPUT")) settings.output = output;
  if (const char* const headers = variable("WARPMEM_RECORD_HEADERS")) settings.headers = split(headers, ':');
  settings.quiet = variable("WARPMEM_RECORD_QUIET") != nullptr;
  settings.compute = variable("WARPMEM_RECORD_COMPUTE") != nullptr;
  if (const char* const pattern = variable("WARPMEM_RECORD_KERNEL")) {
    try {
      settings.kernel.emplace(pattern);
    } catch (const std::regex_error&) {
      return tl::make_unexpected(wrong("WARPMEM_RECORD_KERNEL", pattern, "a regular expression"));
    }
  }
  if (const char* const text = variable("WARPMEM_RECORD_BLOCKS")) {
    const Result<BlockChoice> choice = parse_blocks(text);
    if (!choice) return tl::make_unexpected(choice.error());
    settings.blocks = *choice;
  }
  if (const char* const text = variable("WARPMEM_RECORD_BUDGET")) {
    const Result<Budget> budget = parse_budget(text);
    if (!budget) return tl::make_unexpected(budget.error());
    settings.budget = *budget;
  }
  if (const char* const text = variable("WARPMEM_RECORD_DEVICE"))
    for (const std::string& pair : split(text, ';')) {
      const std::size_t equals = pair.find('=');
      if (equals == pair.npos || !set_figure(settings.device, pair.substr(0, equals), pair.substr(equals + 1)))
        return tl::make_unexpected(wrong("WARPMEM_RECORD_DEVICE", pair, "key=value with a key of struct warpmem_device_figures"));
    }
  return settings;
}

}  // namespace warpmem::record
