// What differs between two runs, figure by figure.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/figures.hpp"

namespace warpmem::report {

struct DiffedKernel {
  std::string name;
  std::vector<std::pair<std::string, double>> figures;  // cycles and time_us first
};
struct DiffedRun {
  std::string source, config;
  std::vector<DiffedKernel> kernels;
};
DiffedKernel diffed(const KernelResult& kernel, const MachineConfig& machine);
// A report as `run --json` writes it. Input errors name the file.
Result<DiffedRun> read_report(const std::string& text, const std::string& file);

struct FigureChange {
  std::string name;
  FigureUnit unit = FigureUnit::count;
  std::optional<double> a, b;     // none: that run has no such figure
  std::optional<double> percent;  // (b - a) / a; none where a is 0 or missing
};
struct KernelDiff {
  std::string name_a, name_b;
  double cycles_a = 0, cycles_b = 0;
  std::vector<FigureChange> changes;  // only what differs: cycles, time, derived figures, metrics
  std::size_t same = 0;               // figures that do not
};
struct RunDiff {
  std::string source_a, config_a, source_b, config_b;
  std::vector<KernelDiff> kernels;
  std::vector<std::string> only_a, only_b;  // kernels without a counterpart
  std::string verdict;                      // one sentence or two
};
// Runs of as many kernels are compared in their order, others by name: the n-th launch of a name with the n-th of the same.
RunDiff diff_runs(const DiffedRun& a, const DiffedRun& b);

// Changes that stand under one heading; they point into the KernelDiff.
struct ChangeGroup {
  std::string heading;
  std::vector<const FigureChange*> changes;
};
// What is read first: of the figures that say how a run went, cycles and time, and those that differ by the largest
// factor; at most so many. Empty where none of them differs.
std::vector<ChangeGroup> telling_changes(const KernelDiff& kernel, std::size_t most);

struct DiffView {
  bool every_kernel = false;  // each by itself, however many there are
  bool every_figure = false;  // that differs
};
std::string diff_text(const RunDiff& diff, const TextStyle& style, const DiffView& view);
std::string diff_json(const RunDiff& diff);

}  // namespace warpmem::report
