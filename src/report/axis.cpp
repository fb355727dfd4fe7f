#include "report/axis.hpp"

#include <algorithm>
#include <cmath>

namespace warpmem::report {
namespace {

constexpr double value_span = 100;
constexpr std::size_t most_ticks = 11;

// 1, 2 or 5 times a power of ten, so that `span` takes at most `most` of it.
double round_step(double span, double most) {
  const double rough = span / most;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double m : {1.0, 2.0, 5.0})
    if (m * power >= rough * (1 - 1e-9)) return m * power;
  return 10 * power;
}

void linear_ticks(Axis& axis, double step) {
  for (double i = std::ceil(axis.low / step - 1e-9); i * step <= axis.high * (1 + 1e-9) + 1e-300; ++i) axis.ticks.push_back(i * step);
}

double largest_gap(const std::vector<double>& sorted) {
  double gap = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) gap = std::max(gap, sorted[i] - sorted[i - 1]);
  return gap / (sorted.back() - sorted.front());
}

}  // namespace

double Axis::place(double value) const {
  if (high <= low) return 0.5;
  return logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

Axis value_axis(const std::vector<double>& values) {
  Axis axis;
  if (values.empty()) return axis;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least > 0 && *most / *least > value_span) {
    axis.logarithmic = true;
    axis.low = std::pow(10, std::floor(std::log10(*least)));
    axis.high = std::pow(10, std::ceil(std::log10(*most)));
    for (double t = axis.low; t <= axis.high * 1.01; t *= 10) axis.ticks.push_back(t);
    return axis;
  }
  if (!(*most > 0)) {
    axis.ticks = {0, 1};
    return axis;
  }
  const double step = round_step(*most, 6);
  axis.high = std::ceil(*most / step - 1e-9) * step;
  linear_ticks(axis, step);
  return axis;
}

Axis key_axis(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  Axis axis;
  if (values.empty()) return axis;
  axis.low = values.front();
  axis.high = values.back();
  if (values.size() == 1) {
    axis.ticks = values;
    return axis;
  }
  if (values.front() > 0 && values.size() > 2) {
    std::vector<double> logs;
    for (const double v : values) logs.push_back(std::log(v));
    axis.logarithmic = largest_gap(logs) < largest_gap(values) - 1e-9;
  }
  if (values.size() <= most_ticks && (axis.logarithmic || values.size() <= 8)) {
    axis.ticks = values;
    return axis;
  }
  if (!axis.logarithmic) {
    linear_ticks(axis, round_step(axis.high - axis.low, 8));
    return axis;
  }
  double factor = 2;
  while (std::log(axis.high / axis.low) / std::log(factor) > static_cast<double>(most_ticks)) factor *= 2;
  for (double t = axis.low; t <= axis.high * (1 + 1e-9); t *= factor) axis.ticks.push_back(t);
  return axis;
}

}  // namespace warpmem::report
