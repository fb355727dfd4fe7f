// The difference of two runs as text and as JSON.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/diff.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "report/sweep_table.hpp"

namespace warpmem::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t value_width = 12;
constexpr std::size_t change_width = 11;
constexpr std::size_t kernels_in_full = 8;
constexpr std::size_t most_rows = 12;

std::string change_text(const FigureChange& c) {
  if (!c.a) return "new";
  if (!c.b) return "gone";
  if (!c.percent) return "from 0";
  const double p = *c.percent;
  return std::abs(p) < 9.995 ? fmt::format("{:+.2f} %", p) : (p > 0 ? "+" : "") + decimal(p, std::abs(p) < 999.95 ? 1 : 0) + " %";
}

// Two values that differ only where a short text is cut are given in full.
std::pair<std::string, std::string> value_texts(const FigureChange& c) {
  const auto text = [&](const std::optional<double>& x) { return x ? figure_text(c.unit, *x) : std::string("-"); };
  std::pair<std::string, std::string> out{text(c.a), text(c.b)};
  if (out.first == out.second && c.a && c.b) out = {significant(*c.a, 8), significant(*c.b, 8)};
  return out;
}

std::string row(const std::string& a, const std::string& b, const std::string& change, const std::string& name, unsigned width) {
  const std::string figures = right(a, value_width) + right(b, value_width) + right(change, change_width) + "  ";
  const auto lines = heading_lines(name, width > figures.size() + 12 ? width - figures.size() : 12);
  std::string out = figures + lines[0] + '\n';
  for (std::size_t i = 1; i < lines.size(); ++i) out += std::string(figures.size() + 2, ' ') + lines[i] + '\n';
  return out;
}

std::string bold_row(const std::string& text, const TextStyle& style) { return bold(text.substr(0, text.size() - 1), style) + '\n'; }

std::string kernel_name(const KernelDiff& k) { return k.name_a == k.name_b ? k.name_a : k.name_a + " against " + k.name_b; }

std::string change_row(const FigureChange& c, const TextStyle& style) {
  const auto [a, b] = value_texts(c);
  return row(a, b, change_text(c), c.name, style.width);
}

std::string by_itself(const KernelDiff& k, const TextStyle& style, bool named, bool every_figure) {
  std::string out;
  if (named) out += '\n' + bold(kernel_name(k), style) + '\n';
  if (k.changes.empty()) return out + "  every figure is the same\n";
  out += (named ? "" : "\n") + bold_row(row("A", "B", "change", "figure", style.width), style);
  const auto groups = every_figure ? std::vector<ChangeGroup>{} : telling_changes(k, most_rows);
  std::size_t shown = 0;
  for (const ChangeGroup& g : groups) {
    out += g.heading + '\n';
    for (const FigureChange* c : g.changes) out += change_row(*c, style);
    shown += g.changes.size();
  }
  // Where nothing differs of what is read first, the rest is all there is to read.
  if (groups.empty()) {
    for (const FigureChange& c : k.changes) out += change_row(c, style);
    shown = k.changes.size();
  }
  if (shown < k.changes.size())
    out += fmt::format("{} more {}: --all. ", count(k.changes.size() - shown),
                       k.changes.size() - shown == 1 ? "figure differs" : "figures differ");
  if (k.same > 0) out += fmt::format("{} {} the same.", counted(k.same, "figure"), k.same == 1 ? "is" : "are");
  out.erase(out.find_last_not_of(" \n") + 1);
  return out + '\n';
}

std::string kernels_table(const RunDiff& diff, const TextStyle& style) {
  std::string out = '\n' + bold_row(row("cycles A", "cycles B", "change", "kernel", style.width), style);
  for (const KernelDiff& k : diff.kernels) {
    FigureChange c{"cycles", FigureUnit::count, k.cycles_a, k.cycles_b, {}};
    if (k.cycles_a > 0) c.percent = 100 * (k.cycles_b - k.cycles_a) / k.cycles_a;
    const std::string change = k.cycles_a == k.cycles_b ? (k.changes.empty() ? "same" : "0 %") : change_text(c);
    out += row(decimal(k.cycles_a, 0), decimal(k.cycles_b, 0), change, kernel_name(k), style.width);
  }
  return out;
}

Json number(const std::optional<double>& x) {
  if (!x) return nullptr;
  const std::string text = plain_number(*x);
  if (text.find_first_not_of("0123456789-") == std::string::npos) return std::stoll(text);
  return *x;
}

}  // namespace

std::string diff_text(const RunDiff& diff, const TextStyle& style, const DiffView& view) {
  std::string out = wrap(diff.verdict, style.width) + '\n';
  out += fmt::format("A  {} on {}\nB  {} on {}\n", diff.source_a, diff.config_a, diff.source_b, diff.config_b);
  for (const auto& [names, which] : {std::pair(&diff.only_a, 'A'), std::pair(&diff.only_b, 'B')}) {
    if (names->empty()) continue;
    out += wrap(fmt::format("Only {} has {}.", which, fmt::join(*names, ", ")), style.width) + '\n';
  }
  const bool several = diff.kernels.size() > 1;
  if (several) out += kernels_table(diff, style);
  if (diff.kernels.size() > kernels_in_full && !view.every_kernel) return out + "\nEach kernel in full: --verbose\n";
  for (const KernelDiff& k : diff.kernels)
    if (!k.changes.empty()) out += by_itself(k, style, several, view.every_figure);
  return out;
}

std::string diff_json(const RunDiff& diff) {
  Json out;
  out["schema"] = "warpmem-diff/1";
  out["tool"] = {{"name", "warpmem"}, {"version", std::string(version())}};
  out["a"] = {{"source", diff.source_a}, {"config", diff.config_a}};
  out["b"] = {{"source", diff.source_b}, {"config", diff.config_b}};
  out["verdict"] = diff.verdict;
  Json& kernels = out["kernels"] = Json::array();
  for (const KernelDiff& k : diff.kernels) {
    Json changes = Json::array();
    for (const FigureChange& c : k.changes)
      changes.push_back({{"figure", c.name}, {"a", number(c.a)}, {"b", number(c.b)}, {"change_percent", number(c.percent)}});
    kernels.push_back({{"name_a", k.name_a}, {"name_b", k.name_b}, {"changes", std::move(changes)}, {"same", k.same}});
  }
  out["only_a"] = diff.only_a;
  out["only_b"] = diff.only_b;
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpmem::report
