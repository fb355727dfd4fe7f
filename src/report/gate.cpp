#include "report/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "report/blame.hpp"
#include "units/numbers.hpp"

namespace warpmem::report {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

struct Operator {
  std::string_view text;
  Comparison comparison;
};
// Two characters before one, so that "<=" is not read as "<".
constexpr Operator operators[] = {{"<=", Comparison::at_most}, {">=", Comparison::at_least}, {"==", Comparison::equal},
                                  {"!=", Comparison::unequal}, {"<", Comparison::less},      {">", Comparison::more}};

std::optional<double> limit_of(std::string_view text) {
  if (!text.ends_with('%')) return number_of(text);
  const auto value = number_of(trimmed(text.substr(0, text.size() - 1)));
  return value ? std::optional<double>(*value / 100) : value;
}

tl::unexpected<Error> malformed(const std::string& text, const std::string& what) {
  return usage_error(fmt::format("--fail-on '{}': {}", text, what));
}

bool holds(Comparison comparison, double value, double limit) {
  // A limit is written in a few digits: 0.1 is to equal a tenth however it was computed.
  const bool same = std::abs(value - limit) <= 1e-12 * std::max(std::abs(value), std::abs(limit));
  switch (comparison) {
    case Comparison::less:
      return value < limit && !same;
    case Comparison::at_most:
      return value <= limit || same;
    case Comparison::more:
      return value > limit && !same;
    case Comparison::at_least:
      return value >= limit || same;
    case Comparison::equal:
      return same;
    default:
      return !same;
  }
}

}  // namespace

Result<Gate> parse_gate(const std::string& text) {
  Gate gate;
  gate.text = text;
  const std::string_view whole = text;
  // A kernel's name may hold < and >, so the comparison is looked for behind the last colon before a figure.
  std::string_view condition = whole;
  const std::string_view begin = trimmed(whole);
  if (begin.starts_with("kernel~")) {
    const std::size_t colon = whole.rfind(':');
    if (colon == std::string_view::npos) return malformed(text, "expected a colon behind the kernel's name: 'kernel~NAME: FIGURE > 8'");
    const std::size_t name = whole.find('~') + 1;
    gate.kernel = trimmed(whole.substr(name, colon - name));
    if (gate.kernel.empty()) return malformed(text, "expected a part of a kernel's name behind 'kernel~'");
    condition = whole.substr(colon + 1);
  }
  const std::size_t at = condition.find_first_of("<>=!");
  const Operator* found = nullptr;
  for (const Operator& o : operators)
    if (found == nullptr && at != std::string_view::npos && condition.substr(at).starts_with(o.text)) found = &o;
  if (found == nullptr) return malformed(text, "expected FIGURE, one of < <= > >= == !=, and a number, such as 'cycles > 20000'");
  const std::string name(trimmed(condition.substr(0, at)));
  const std::string_view limit = trimmed(condition.substr(at + found->text.size()));
  if (name.empty()) return malformed(text, "expected a figure before '" + std::string(found->text) + "'");
  const auto figures = all_figures();
  const auto index = find_figure(figures, name);
  if (!index) return malformed(text, index.error().message);
  const auto value = limit_of(limit);
  if (!value)
    return malformed(text, limit.empty() ? "expected a number behind '" + std::string(found->text) + "'"
                                         : "expected a number such as 8, 0.5, 50 % or 4Ki, not '" + std::string(limit) + "'");
  gate.index = *index;
  gate.figure = figures[*index].name;
  gate.comparison = found->comparison;
  gate.limit = *value;
  return gate;
}

bool concerns(const Gate& gate, const KernelResult& kernel) {
  return gate.kernel.empty() || kernel.head.name.find(gate.kernel) != std::string::npos;
}

std::optional<std::string> broken(const Gate& gate, const KernelResult& kernel, const MachineConfig& machine) {
  if (!concerns(gate, kernel)) return {};
  const double value = figure_values(kernel, machine)[gate.index];
  if (!holds(gate.comparison, value, gate.limit)) return {};
  std::string text = fmt::format("kernel {}: {} is {}, which --fail-on '{}' forbids", kernel.head.name, gate.figure,
                                 value == std::floor(value) ? plain_number(value) : significant(value, 6), gate.text);
  if (const auto worst = blame(gate.figure, kernel)) text += "\n  most of it: " + worst->text;
  return text;
}

void Gates::kernel(const KernelResult& kernel, const MachineConfig& machine, const std::string& where) {
  if (gates_.empty()) return;
  if (std::find(kernels_.begin(), kernels_.end(), kernel.head.name) == kernels_.end()) kernels_.push_back(kernel.head.name);
  for (std::size_t i = 0; i < gates_.size(); ++i) {
    met_[i] = met_[i] || concerns(gates_[i], kernel);
    if (const auto failure = broken(gates_[i], kernel, machine)) failures_.push_back(where.empty() ? *failure : where + ": " + *failure);
  }
}

std::vector<std::string> Gates::idle() const {
  constexpr std::size_t most = 5;
  std::string names;
  for (std::size_t i = 0; i < kernels_.size() && i < most; ++i) names += (names.empty() ? "" : ", ") + kernels_[i];
  if (kernels_.size() > most) names += ", ...";
  std::vector<std::string> out;
  for (std::size_t i = 0; i < gates_.size(); ++i)
    if (!met_[i])
      out.push_back(fmt::format("--fail-on '{}' guards nothing: no kernel's name holds '{}'; there {} {}", gates_[i].text, gates_[i].kernel,
                                kernels_.size() == 1 ? "is" : "are", kernels_.empty() ? "none" : names));
  return out;
}

void Gates::add(const Gates& other) {
  for (std::size_t i = 0; i < met_.size(); ++i) met_[i] = met_[i] || other.met_[i];
  failures_.insert(failures_.end(), other.failures_.begin(), other.failures_.end());
  for (const std::string& name : other.kernels_)
    if (std::find(kernels_.begin(), kernels_.end(), name) == kernels_.end()) kernels_.push_back(name);
}

}  // namespace warpmem::report
