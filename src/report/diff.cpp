#include "report/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/format.hpp"

namespace warpmem::report {
namespace {

double value_of(const DiffedKernel& kernel, std::string_view name) {
  for (const auto& [figure, value] : kernel.figures)
    if (figure == name) return value;
  return 0;
}

std::optional<double> find(const DiffedKernel& kernel, const std::string& name) {
  for (const auto& [figure, value] : kernel.figures)
    if (figure == name) return value;
  return {};
}

KernelDiff diff_kernels(const DiffedKernel& a, const DiffedKernel& b, const std::vector<Figure>& known) {
  KernelDiff out;
  out.name_a = a.name;
  out.name_b = b.name;
  out.cycles_a = value_of(a, "cycles");
  out.cycles_b = value_of(b, "cycles");
  // The order of this program's figures; what an older or newer one wrote besides comes last.
  std::vector<std::string> names;
  for (const Figure& f : known)
    if (find(a, f.name) || find(b, f.name)) names.push_back(f.name);
  for (const auto* kernel : {&a, &b})
    for (const auto& [name, value] : kernel->figures)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  for (const std::string& name : names) {
    FigureChange change{name, FigureUnit::count, find(a, name), find(b, name), {}};
    if (change.a == change.b) {
      ++out.same;
      continue;
    }
    for (const Figure& f : known)
      if (f.name == name) change.unit = f.unit;
    if (change.a && change.b && *change.a != 0) change.percent = 100 * (*change.b - *change.a) / std::abs(*change.a);
    out.changes.push_back(std::move(change));
  }
  return out;
}

// Pairs of indices, and what is left over on both sides.
struct Pairs {
  std::vector<std::pair<std::size_t, std::size_t>> both;
  std::vector<std::size_t> only_a, only_b;
};
Pairs pair_up(const DiffedRun& a, const DiffedRun& b) {
  Pairs pairs;
  if (a.kernels.size() == b.kernels.size()) {
    for (std::size_t i = 0; i < a.kernels.size(); ++i) pairs.both.emplace_back(i, i);
    return pairs;
  }
  std::map<std::string, std::vector<std::size_t>> waiting;
  for (std::size_t i = b.kernels.size(); i-- > 0;) waiting[b.kernels[i].name].push_back(i);
  std::vector<bool> taken(b.kernels.size(), false);
  for (std::size_t i = 0; i < a.kernels.size(); ++i) {
    auto& same = waiting[a.kernels[i].name];
    if (same.empty()) {
      pairs.only_a.push_back(i);
      continue;
    }
    pairs.both.emplace_back(i, same.back());
    taken[same.back()] = true;
    same.pop_back();
  }
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (!taken[i]) pairs.only_b.push_back(i);
  return pairs;
}

double total(const DiffedRun& run, const std::vector<std::size_t>& kernels, const char* figure) {
  double sum = 0;
  for (const std::size_t i : kernels) sum += value_of(run.kernels[i], figure);
  return sum;
}

// "2.3", "1.04": how many times as much.
std::string factor(double x) { return significant(x, x < 2 ? 3 : 2); }

// A cause that goes along with being faster or slower: what fell, or grew, the most.
std::string reason(const DiffedRun& a, const DiffedRun& b, const std::vector<std::size_t>& in_a, const std::vector<std::size_t>& in_b,
                   bool slower) {
  struct Candidate {
    const char* figure;
    const char* words;  // after "It "
  };
  constexpr Candidate candidates[] = {
      {"moved_bytes", "moves {} times {} bytes between L1 and L2"},
      {"dram_bytes", "moves {} times {} bytes to and from DRAM"},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "takes {} times {} wavefronts in shared memory"},
      {"l1tex__data_pipe_lsu_wavefronts.sum", "takes {} times {} wavefronts in L1 and shared memory"},
      {"smsp__inst_executed.sum", "runs {} times {} instructions"},
  };
  constexpr double worth_telling = 1.05;
  double most = std::log(worth_telling);
  std::string text;
  for (const Candidate& c : candidates) {
    const double before = total(a, in_a, c.figure);
    const double after = total(b, in_b, c.figure);
    if (before <= 0 || after <= 0 || (after > before) != slower) continue;
    const double ratio = std::max(before, after) / std::min(before, after);
    // The first of equals: the sectors that L1 asks for explain the wavefronts, not the other way round.
    if (std::log(ratio) <= most * 1.01) continue;
    most = std::log(ratio);
    text = fmt::format(" It {}.", fmt::format(fmt::runtime(c.words), factor(ratio), slower ? "the" : "fewer"));
  }
  return text;
}

std::string verdict_of(const DiffedRun& a, const DiffedRun& b, const Pairs& pairs, const RunDiff& diff) {
  if (pairs.both.empty()) return "They have no kernel in common.";
  std::vector<std::size_t> in_a;
  std::vector<std::size_t> in_b;
  for (const auto& [i, j] : pairs.both) {
    in_a.push_back(i);
    in_b.push_back(j);
  }
  const std::string rest = diff.only_a.empty() && diff.only_b.empty() ? "" : " Only the kernels of both are counted.";
  // Cycles of two machines are of two clocks: there time decides.
  const bool by_time = a.config != b.config;
  const char* figure = by_time ? "time_us" : "cycles";
  const double before = total(a, in_a, figure);
  const double after = total(b, in_b, figure);
  const auto said = [by_time](double x) { return by_time ? microseconds(x) : decimal(x, 0); };
  std::size_t changes = 0;
  for (const KernelDiff& k : diff.kernels) changes += k.changes.size();
  if (changes == 0) return "No difference: every figure is the same." + rest;
  if (before == after)
    return fmt::format("B is as fast as A: {} {}each. {} {}.{}", said(after), by_time ? "" : "cycles ", count(changes),
                       changes == 1 ? "other figure differs" : "other figures differ", rest);
  if (before <= 0 || after <= 0) return fmt::format("A takes {} and B {}{}.{}", said(before), said(after), by_time ? "" : " cycles", rest);
  const bool slower = after > before;
  const double times = std::max(before, after) / std::min(before, after);
  const double percent = 100 * (after - before) / before;
  // Below a tenth a percentage says it better than a factor, and a cause would claim too much.
  constexpr double small = 1.1;
  if (times < small)
    return fmt::format("B is {} % {} than A: {}{} against {}.{}", significant(std::abs(percent), 2), slower ? "slower" : "faster",
                       said(after), by_time ? "" : " cycles", said(before), rest);
  return fmt::format("B is {} times {} than A: {}{} against {} ({:+.1f} %).{}{}", factor(times), slower ? "slower" : "faster", said(after),
                     by_time ? "" : " cycles", said(before), percent, reason(a, b, in_a, in_b, slower), rest);
}

}  // namespace

DiffedKernel diffed(const KernelResult& kernel, const MachineConfig& machine) {
  DiffedKernel out{kernel.head.name, {}};
  const auto figures = all_figures();
  const auto values = figure_values(kernel, machine);
  for (std::size_t i = 0; i < figures.size(); ++i) out.figures.emplace_back(figures[i].name, values[i]);
  return out;
}

RunDiff diff_runs(const DiffedRun& a, const DiffedRun& b) {
  RunDiff out{a.source, a.config, b.source, b.config, {}, {}, {}, {}};
  const auto known = all_figures();
  const Pairs pairs = pair_up(a, b);
  for (const auto& [i, j] : pairs.both) out.kernels.push_back(diff_kernels(a.kernels[i], b.kernels[j], known));
  for (const std::size_t i : pairs.only_a) out.only_a.push_back(a.kernels[i].name);
  for (const std::size_t i : pairs.only_b) out.only_b.push_back(b.kernels[i].name);
  out.verdict = verdict_of(a, b, pairs, out);
  return out;
}

}  // namespace warpmem::report
