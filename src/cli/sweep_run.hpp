// Runs the points of a sweep, several at a time.
#pragma once

#include "cli/sweep_plan.hpp"
#include "report/gate.hpp"
#include "report/sweep_table.hpp"

namespace warpmem::cli {

struct SweepOptions {
  unsigned threads = 1;  // points at a time; the result is the same for any
  bool flush_caches = true;
  bool progress = true;
  std::vector<report::Gate> gates;
};
struct SweepResult {
  std::vector<report::SweepRow> rows;  // in the plan's order, a point's kernels in theirs
  bool several_kernels = false;        // some point has more than one
  report::Gates gates;
  bool interrupted = false;
};
// The error is that of the first point in the plan's order that fails, and names it.
Result<SweepResult> run_sweep(const SweepPlan& plan, const SweepOptions& options);

}  // namespace warpmem::cli
