// From the table of a sweep to the chart of one figure over one key.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "report/chart.hpp"
#include "units/nearest.hpp"
#include "units/numbers.hpp"

namespace warpmem::report {
namespace {

bool numbers(const SweepTable& table, std::size_t key) {
  return std::all_of(table.rows.begin(), table.rows.end(), [key](const SweepRow& r) { return number_of(r.keys[key]).has_value(); });
}

std::size_t different(const SweepTable& table, std::size_t key) {
  std::set<std::string> values;
  for (const SweepRow& r : table.rows) values.insert(r.keys[key]);
  return values.size();
}

Result<std::size_t> x_key(const SweepTable& table, const std::string& name) {
  if (table.keys.empty())
    return usage_error("nothing is swept, so there is nothing to draw a curve over: give a key several values in braces");
  if (!name.empty()) {
    const auto found = std::find(table.keys.begin(), table.keys.end(), name);
    if (found != table.keys.end()) return static_cast<std::size_t>(found - table.keys.begin());
    return usage_error(fmt::format("--x {}: not a key of this sweep ({}){}", name, fmt::join(table.keys, ", "),
                                   did_you_mean(name, {table.keys.begin(), table.keys.end()})));
  }
  // The one with the most numbers; of equals the last, which changes fastest.
  std::size_t best = table.keys.size() - 1;
  std::size_t most = 0;
  for (std::size_t k = 0; k < table.keys.size(); ++k) {
    const std::size_t n = numbers(table, k) ? different(table, k) : 0;
    if (n >= most && n > 0) {
      most = n;
      best = k;
    }
  }
  return best;
}

Result<std::size_t> y_figure(const SweepTable& table, const std::string& name) {
  if (!name.empty()) return find_figure(table.figures, name);
  const auto shown = [&](const char* figure) {
    return std::any_of(table.columns.begin(), table.columns.end(), [&](std::size_t c) { return table.figures[c].name == figure; });
  };
  const char* choice = shown("latency_global_ld_cycles")  ? "latency_global_ld_cycles"
                       : shown("effective_bandwidth_GBs") ? "effective_bandwidth_GBs"
                       : shown("cycles")                  ? "cycles"
                                                          : nullptr;
  if (choice == nullptr) return table.columns.empty() ? find_figure(table.figures, "cycles") : Result<std::size_t>(table.columns[0]);
  return find_figure(table.figures, choice);
}

// What the curves of a row share: its keys but x.
std::string curve_name(const SweepTable& table, const SweepRow& row, std::size_t x) {
  std::string name;
  for (std::size_t k = 0; k < table.keys.size(); ++k) {
    if (k == x) continue;
    const bool says_itself = !number_of(row.keys[k]);  // "h200", but "bytes 4"
    name += (name.empty() ? "" : ", ") + (says_itself ? row.keys[k] : table.keys[k] + ' ' + row.keys[k]);
  }
  return name;
}

// The kernels and machines of all points, when they are few enough to be said.
std::string subtitle(const SweepTable& table) {
  constexpr std::size_t few = 3;
  std::vector<std::string> machines;
  std::vector<std::string> kernels;
  const auto note = [](std::vector<std::string>& names, const std::string& name) {
    if (names.size() <= few && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const SweepRow& r : table.rows) {
    note(machines, r.config);
    note(kernels, r.kernel);
  }
  std::string text;
  if (kernels.size() <= few) text = fmt::format("{}", fmt::join(kernels, ", "));
  if (machines.size() <= few) text += fmt::format("{}on {}", text.empty() ? "" : " ", fmt::join(machines, ", "));
  return text;
}

}  // namespace

Result<Chart> sweep_chart(const SweepTable& table, const std::string& x, const std::string& y) {
  const auto key = x_key(table, x);
  if (!key) return tl::make_unexpected(key.error());
  const auto figure = y_figure(table, y);
  if (!figure) return tl::make_unexpected(figure.error());
  const Figure& shown = table.figures[*figure];
  Chart chart;
  chart.x_name = table.keys[*key];
  chart.y_name = shown.heading;
  chart.y_unit = shown.unit;
  chart.title = fmt::format("{} by {}", shown.heading, chart.x_name);
  if (shown.name.ends_with("_cycles") && shown.heading != shown.name) chart.y_name += ", cycles";
  chart.subtitle = subtitle(table);
  const bool by_number = numbers(table, *key);
  std::map<std::string, std::size_t> curves;
  std::map<std::string, double> places;
  for (const SweepRow& row : table.rows) {
    const auto [curve, added] = curves.emplace(curve_name(table, row, *key), chart.curves.size());
    if (added) chart.curves.push_back({curve->first, {}, {}});
    const std::string& at = row.keys[*key];
    if (!by_number && !places.contains(at)) {
      places.emplace(at, static_cast<double>(chart.categories.size()));
      chart.categories.push_back(at);
    }
    chart.curves[curve->second].x.push_back(by_number ? *number_of(at) : places[at]);
    chart.curves[curve->second].y.push_back(row.values[*figure]);
  }
  // Curves run from left to right, in whatever order the points were given.
  for (Curve& c : chart.curves) {
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < c.x.size(); ++i) points.emplace_back(c.x[i], c.y[i]);
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < points.size(); ++i) std::tie(c.x[i], c.y[i]) = points[i];
  }
  return chart;
}

}  // namespace warpmem::report
