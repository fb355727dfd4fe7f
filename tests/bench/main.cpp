// How fast the simulator replays, as a ratio to a plain count of the same trace with std::set and std::map in the same
// run. Figures to read, not to assert: they are the host's as much as the program's.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference.hpp"
#include "warpmem/config.hpp"
#include "warpmem/machine.hpp"

namespace {

using namespace warpmem;

constexpr struct {
  const char* what;
  const char* source;
} cases[] = {{"copy, DRAM", "gen:copy,elements=16777216,bytes=4"},
             {"stride 32, DRAM", "gen:read,elements=4194304,bytes=4,stride=32"},
             {"broadcast, L1", "gen:broadcast,elements=67108864,bytes=4,grid=864,unroll=4,compute=0"},
             {"shared", "gen:shared,block=256,grid=864,repeat=512"}};
constexpr unsigned rounds = 3;

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

std::uint64_t memory_instructions(const SmCounters& sm) {
  std::uint64_t sum = 0;
  for (const auto& c : sm.global) sum += c.instructions;
  for (const auto& c : sm.local) sum += c.instructions;
  for (const auto& c : sm.shared) sum += c.instructions;
  return sum;
}

// Memory instructions a second, by the wall clock and by the processor time of all threads together.
struct Rate {
  double wall, cpu;
};

Rate rate(const std::function<std::uint64_t()>& replay) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  const auto instructions = static_cast<double>(replay());
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  return {instructions / wall.count(), instructions * CLOCKS_PER_SEC / static_cast<double>(std::clock() - cpu_start)};
}

double median(const std::vector<Rate>& rates, double Rate::*kind) {
  std::vector<double> values;
  for (const Rate& r : rates) values.push_back(r.*kind);
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Rate simulated_rate(const char* source, const MachineConfig& machine, unsigned threads) {
  return rate([&] {
    const auto trace = value_of(open_trace(source));
    RunOptions options;
    options.threads = threads;
    return memory_instructions(value_of(simulate(*trace, machine, options)).kernels.at(0).sm);
  });
}

Rate reference_rate(const char* source) {
  return rate([&] {
    const auto trace = value_of(open_trace(source));
    return value_of(bench::Reference().replay(*trace));
  });
}

void run() {
  const MachineConfig machine = value_of(load_config("a100-sxm4-80gb")).machine;
  std::vector<Rate> one[std::size(cases)], two[std::size(cases)], reference[std::size(cases)];
  double one_peak = 0, two_peak = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < std::size(cases); ++i) one[i].push_back(simulated_rate(cases[i].source, machine, 1));
    if (round == 0) one_peak = peak_mebibytes();
    for (std::size_t i = 0; i < std::size(cases); ++i) two[i].push_back(simulated_rate(cases[i].source, machine, 2));
    if (round == 0) two_peak = peak_mebibytes();
    for (std::size_t i = 0; i < std::size(cases); ++i) reference[i].push_back(reference_rate(cases[i].source));
  }

  std::printf(
      "%s, medians of %u. Millions of warp memory instructions a second of processor time; what a second thread\n"
      "brings is by the wall clock, and says something on an idle host only.\n\n",
      machine.name.c_str(), rounds);
  std::printf("%-16s %10s %10s %8s %16s\n", "", "simulated", "reference", "ratio", "2 threads over 1");
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const double simulated = median(one[i], &Rate::cpu), counted = median(reference[i], &Rate::cpu);
    std::printf("%-16s %10.2f %10.2f %8.2f %16.2f\n", cases[i].what, simulated / 1e6, counted / 1e6, simulated / counted,
                median(two[i], &Rate::wall) / median(one[i], &Rate::wall));
  }
  std::printf("\npeak memory, MiB: %.0f simulated with one thread, %.0f with two; %.0f with the reference\n", one_peak, two_peak,
              peak_mebibytes());
}

}  // namespace

int main() {
  try {
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 1;
  }
  return 0;
}
