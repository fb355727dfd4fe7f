// Which points a sweep has, and what to call them.
#pragma once

#include <string>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::cli {

struct SweepPoint {
  std::string trace, config;
  std::vector<std::string> set;   // overrides of the configuration
  std::vector<std::string> keys;  // values of SweepPlan::keys
};
struct SweepPlan {
  std::vector<std::string> keys;
  std::vector<SweepPoint> points;  // machines change slowest, then overrides, then traces and the keys within them
};

// Every combination of what the words stand for. Keys are what differs: "config", keys of overrides, and keys of gen: and
// kernel: sources when all points have the same ones, "trace" otherwise.
Result<SweepPlan> plan_sweep(const std::vector<std::string>& traces, const std::vector<std::string>& configs,
                             const std::vector<std::string>& sets);

}  // namespace warpmem::cli
