#include "report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "report/format.hpp"
#include "units/nearest.hpp"

namespace warpmem::report {
namespace {

constexpr std::pair<std::string_view, std::string_view> headings[] = {
    {"cycles", "cycles"},
    {"time_us", "time"},
    {"sectors_per_request_global", "sectors/request"},
    {"lines_per_request_global", "lines/request"},
    {"useful_bytes", "useful"},
    {"moved_bytes", "moved"},
    {"sector_bytes", "bytes by sectors"},
    {"line_bytes", "bytes by lines"},
    {"efficiency", "efficiency"},
    {"line_efficiency", "efficiency by lines"},
    {"effective_bandwidth_GBs", "GB/s"},
    {"dram_bandwidth_GBs", "DRAM GB/s"},
    {"dram_bytes", "DRAM bytes"},
    {"l1_hit_rate", "L1 hit"},
    {"l2_hit_rate", "L2 hit"},
    {"latency_global_ld_cycles", "load latency"},
    {"latency_shared_ld_cycles", "shared latency"},
    {"shared_wavefronts_per_instruction", "wavefronts/instruction"},
    {"shared_conflicts_per_instruction", "conflicts/instruction"},
};

std::string heading_of(std::string_view name) {
  for (const auto& [figure, heading] : headings)
    if (figure == name) return std::string(heading);
  return std::string(name);
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

FigureUnit unit_of(std::string_view name) {
  if (name == "time_us") return FigureUnit::microseconds;
  if (name == "gpu__time_duration.sum") return FigureUnit::nanoseconds;
  if (name.ends_with("_GBs")) return FigureUnit::bandwidth;
  if (name.ends_with("_bytes") || name.starts_with("dram__bytes") || name.starts_with("launch__shared_mem")) return FigureUnit::bytes;
  if (name.ends_with("efficiency") || name.ends_with("_rate") || name.ends_with("_utilisation") || name == "occupancy" ||
      name.starts_with("share_"))
    return FigureUnit::share;
  if (holds(name, "_per_request") || holds(name, "_per_instruction") || name.starts_with("latency_") || name == "warps_active" ||
      holds(name, ".avg") || name == "launch__waves_per_multiprocessor")
    return FigureUnit::ratio;
  return FigureUnit::count;
}

}  // namespace

std::vector<Figure> all_figures() {
  // A kernel and a machine of something, so that no figure is left out for want of a size to divide by.
  KernelResult kernel;
  kernel.occupancy.blocks_per_sm = 1;
  MachineConfig machine;
  machine.sm.count = 1;
  std::vector<Figure> figures;
  const auto add = [&figures](const std::string& name, bool metric) { figures.push_back({name, heading_of(name), unit_of(name), metric}); };
  add("cycles", false);
  add("time_us", false);
  for (const auto& [name, value] : derived(kernel, machine)) add(name, false);
  for (const auto& [name, value] : metrics(kernel, machine)) add(name, true);
  return figures;
}

std::vector<double> figure_values(const KernelResult& kernel, const MachineConfig& machine) {
  std::vector<double> values{static_cast<double>(kernel.cycles), kernel.time_us};
  for (const auto& [name, value] : derived(kernel, machine)) values.push_back(value);
  for (const auto& [name, value] : metrics(kernel, machine)) values.push_back(value);
  return values;
}

Result<std::size_t> find_figure(const std::vector<Figure>& figures, std::string_view name) {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i].name == name || figures[i].heading == name) return i;
    known.push_back(figures[i].name);
    if (figures[i].heading != figures[i].name) known.push_back(figures[i].heading);
  }
  std::string guess = did_you_mean(name, known);
  // Half a name is a beginning: "sectors" stands in many.
  if (guess.empty() && name.size() >= 4)
    for (const Figure& f : figures)
      if (guess.empty() && holds(f.name, name)) guess = "; did you mean '" + f.name + "'?";
  return usage_error(fmt::format("there is no figure '{}'{}", name, guess.empty() ? "; 'warpmem sweep --figures' lists them" : guess));
}

std::string plain_number(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::floor(value) == value && std::abs(value) < exact) return fmt::format("{}", static_cast<std::int64_t>(value));
  char text[32];
  const auto [end, problem] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::string significant(double value, int digits) {
  if (value == 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
  std::string text = decimal(value, std::clamp(digits - before, 0, 12));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text;
}

std::string figure_text(FigureUnit unit, double value) {
  constexpr double spelt_out = 1e6;  // bytes below it are given to the last one
  switch (unit) {
    case FigureUnit::share:
      return significant(100 * value, 4) + " %";
    case FigureUnit::bytes:
      return value < spelt_out ? decimal(value, 0) + " B" : bytes(value);
    case FigureUnit::microseconds:
      return microseconds(value);
    case FigureUnit::nanoseconds:
      return microseconds(value / 1000);
    case FigureUnit::bandwidth:
      return significant(value, 3);
    case FigureUnit::ratio:
      return significant(value, 4);
    default:
      return std::floor(value) == value ? decimal(value, 0) : significant(value, 4);
  }
}

}  // namespace warpmem::report
