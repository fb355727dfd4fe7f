// Single warp instructions on the H200: each row of the measured patterns is a kernel of one long trace, run through the
// whole machine, and every counter that the profiler read is compared.
#include "hardware_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

constexpr std::uint64_t apart = 2U << 20;  // bases, as cudaMalloc gives them; no pattern is wider
constexpr std::uint64_t first_base = 0x7f0000000000;

// Runs all rows as one trace.
std::vector<KernelResult> run_rows(const std::vector<json>& rows, const std::function<std::uint64_t(std::size_t)>& base) {
  std::string text = "warpmem-trace 1\n";
  for (std::size_t i = 0; i < rows.size(); ++i) text += access_kernel(rows[i], base(i));
  auto kernels = simulate_text(text, shipped("h200"));
  REQUIRE(kernels.size() == rows.size());
  return kernels;
}

Tally compare(const std::vector<json>& rows, const std::vector<KernelResult>& kernels) {
  Tally tally;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto simulated = metric_map(kernels[i]);
    const std::string kind = rows[i].at("space").get<std::string>() + " " + rows[i].at("op").get<std::string>() + " ";
    for (const auto& [name, value] : rows[i].at("measured").items()) {
      const std::string metric = name.substr(0, name.find(' '));  // "... minus 1": the kernel's own wavefront is taken off
      INFO(rows[i].at("id") << " " << metric);
      REQUIRE(simulated.contains(metric));
      tally.add(kind + metric, rows[i].at("id"), simulated.at(metric), value);
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("756 single accesses count on the whole machine as on the H200", "[hardware]") {
  const auto rows = hardware_lines("h200-patterns.jsonl");
  REQUIRE(rows.size() == 756);
  const Tally tally = compare(rows, run_rows(rows, [](std::size_t i) { return first_base + i * apart; }));
  tally.print("H200, single accesses:");

  const std::string reductions = "global red l1tex__data_pipe_lsu_wavefronts.sum";
  tally.check_all_but({reductions});
  CHECK(tally.rows("global st l1tex__data_pipe_lsu_wavefronts.sum") == 161);
  CHECK(tally.rows(reductions) == 56);
  CHECK(tally.equal(reductions) >= 53);
}

TEST_CASE("267 sets of lines meet in the tag banks as on the H200", "[hardware]") {
  const auto rows = hardware_lines("h200-tag-banks.jsonl");
  REQUIRE(rows.size() == 267);
  const Tally tally =
      compare(rows, run_rows(rows, [&](std::size_t i) { return std::stoull(rows[i].at("base").get<std::string>(), nullptr, 16); }));
  tally.print("H200, tag banks:");
  tally.check_all_but();
}
