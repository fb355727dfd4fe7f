// How fast the simulator replays, as a ratio to a plain count of the same trace with std::set and std::map in the same
// run. Figures to read, not to assert: they are the host's as much as the program's.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
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
             {"broadcast, L1", "gen:broadcast,elements=67108864,bytes=4,grid=864"},
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

// Memory instructions a second.
double rate(const std::function<std::uint64_t()>& replay) {
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t instructions = replay();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return static_cast<double>(instructions) / seconds.count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double simulated_rate(const char* source, const MachineConfig& machine, unsigned threads) {
  return rate([&] {
    const auto trace = value_of(open_trace(source));
    RunOptions options;
    options.threads = threads;
    return memory_instructions(value_of(simulate(*trace, machine, options)).kernels.at(0).sm);
  });
}

double reference_rate(const char* source) {
  return rate([&] {
    const auto trace = value_of(open_trace(source));
    return value_of(bench::Reference().replay(*trace));
  });
}

void run() {
  const MachineConfig machine = value_of(load_config("a100-sxm4-80gb")).machine;
  std::vector<double> one[std::size(cases)], two[std::size(cases)], reference[std::size(cases)];
  // All simulations before the first reference: the peak is theirs.
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < std::size(cases); ++i) {
      one[i].push_back(simulated_rate(cases[i].source, machine, 1));
    }
  }
  const double one_thread_peak = peak_mebibytes();
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < std::size(cases); ++i) {
      two[i].push_back(simulated_rate(cases[i].source, machine, 2));
    }
  }
  const double peak = peak_mebibytes();
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < std::size(cases); ++i) reference[i].push_back(reference_rate(cases[i].source));
  }

  std::printf("%s, medians of %u; millions of warp memory instructions a second\n\n", machine.name.c_str(), rounds);
  std::printf("%-16s %9s %9s %10s %9s %10s %10s\n", "", "1 thread", "2 threads", "reference", "2 over 1", "1 over ref", "2 over ref");
  for (std::size_t i = 0; i < std::size(cases); ++i) {
    const double s1 = median(one[i]), s2 = median(two[i]), r = median(reference[i]);
    std::printf("%-16s %9.2f %9.2f %10.2f %9.2f %10.2f %10.2f\n", cases[i].what, s1 / 1e6, s2 / 1e6, r / 1e6, s2 / s1, s1 / r, s2 / r);
  }
  std::printf("\npeak memory of the simulations, MiB: %.0f with one thread, %.0f with two (the reference came to %.0f)\n", one_thread_peak,
              peak, peak_mebibytes());
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
