// diff: pairs of kernels, changes, the verdict.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/diff.hpp"
#include "report_support.hpp"

using namespace report_test;
using namespace warpmem::report;

namespace {

DiffedRun run_of(const std::vector<KernelResult>& kernels, const std::string& source = "a.wmt") {
  DiffedRun run{source, "paper", {}};
  for (const KernelResult& k : kernels) run.kernels.push_back(diffed(k, machine()));
  return run;
}

// A quarter of the cycles, and a quarter of the stores' sectors at L2.
KernelResult better() {
  KernelResult k = transpose();
  k.cycles = 2'500;
  k.time_us = 2.5;
  k.l2.sectors_tex[1] = 2'560;
  return k;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const FigureChange& change(const KernelDiff& diff, const std::string& name) {
  for (const FigureChange& c : diff.changes)
    if (c.name == name) return c;
  throw std::runtime_error(name + " does not differ");
}

}  // namespace

TEST_CASE("two runs that are the same have no difference, and say so") {
  const RunDiff d = diff_runs(run_of({transpose()}), run_of({transpose()}));
  CHECK(d.kernels.at(0).changes.empty());
  CHECK(d.kernels.at(0).same == all_figures().size());
  CHECK(has(d.verdict, "No difference"));
}

TEST_CASE("every figure that differs is listed with its change, cycles first, and no other") {
  const RunDiff d = diff_runs(run_of({transpose()}), run_of({better()}));
  REQUIRE(d.kernels.size() == 1);
  const KernelDiff& k = d.kernels[0];
  CHECK(k.changes.at(0).name == "cycles");
  CHECK(k.changes.at(1).name == "time_us");
  CHECK(*change(k, "cycles").percent == Approx(-75));
  CHECK(*change(k, "moved_bytes").a == 18'432 * 32);
  CHECK(*change(k, "moved_bytes").b == 4'608 * 32);
  CHECK(*change(k, "lts__t_sectors_srcunit_tex_op_write.sum").percent == Approx(-84.375));
  CHECK_THROWS(change(k, "useful_bytes"));
  CHECK(k.changes.size() + k.same == all_figures().size());
}

TEST_CASE("the verdict gives the factor, the cycles and what went with it") {
  CHECK(diff_runs(run_of({transpose()}), run_of({better()})).verdict ==
        "B is 4 times faster than A: 2,500 cycles against 10,000 (-75.0 %). It moves 4 times fewer bytes between L1 and L2.");
  CHECK(diff_runs(run_of({better()}), run_of({transpose()})).verdict ==
        "B is 4 times slower than A: 10,000 cycles against 2,500 (+300.0 %). It moves 4 times the bytes between L1 and L2.");
  KernelResult close = transpose();
  close.cycles = 10'050;
  CHECK(diff_runs(run_of({transpose()}), run_of({close})).verdict == "B is 0.5 % slower than A: 10,050 cycles against 10,000.");
}

TEST_CASE("two machines are compared by time, as their clocks differ") {
  DiffedRun other = run_of({better()});
  other.config = "faster";
  CHECK(has(diff_runs(run_of({transpose()}), other).verdict, "2.50 us against 10.0 us"));
}

TEST_CASE("as many kernels on both sides are pairs in their order, others by their names") {
  CHECK(diff_runs(run_of({transpose(), conflicts()}), run_of({better(), conflicts()})).kernels.size() == 2);
  const RunDiff d = diff_runs(run_of({transpose(), conflicts(), transpose()}), run_of({conflicts(), better()}));
  REQUIRE(d.kernels.size() == 2);
  CHECK(d.kernels[0].name_b == "transpose");
  CHECK(d.kernels[0].cycles_b == 2500);
  CHECK(d.kernels[1].changes.empty());
  CHECK(d.only_a == std::vector<std::string>{"transpose"});
  CHECK(has(d.verdict, "Only the kernels of both"));
  CHECK(has(diff_runs(run_of({transpose()}), run_of({})).verdict, "no kernel in common"));
}

TEST_CASE("a figure from or to nothing has no percentage") {
  const RunDiff d = diff_runs(run_of({transpose()}), run_of({conflicts()}));
  CHECK_FALSE(change(d.kernels[0], "shared_wavefronts_per_instruction").percent.has_value());
  CHECK(*change(d.kernels[0], "moved_bytes").percent == -100);
  CHECK(has(diff_text(d, {}, {false, true}), "from 0"));
}

TEST_CASE("the text names both sides and keeps to eighty columns, long names included") {
  const std::string text = diff_text(diff_runs(run_of({transpose()}), run_of({conflicts()}, "b.wmt")), {}, {});
  CHECK(has(text, "A  a.wmt on paper\nB  b.wmt on paper\n"));
  CHECK(has(text, "transpose against columns") == false);  // one kernel needs no heading
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 80);
  }
}

TEST_CASE("the text shows a dozen figures at most, cycles and time first, in groups; --all shows each that differs") {
  const RunDiff d = diff_runs(run_of({transpose()}), run_of({conflicts()}));
  REQUIRE(d.kernels.at(0).changes.size() > 30);
  const std::string text = diff_text(d, {}, {});
  const auto rows = [](const std::string& of) {
    std::istringstream in(of);
    std::size_t n = 0;
    for (std::string line; std::getline(in, line);)
      if (has(line, " %  ") || has(line, "from 0")) ++n;
    return n;
  };
  CHECK(rows(text) == 12);
  CHECK(text.find("\ntime\n") < text.find("  cycles\n"));
  CHECK(text.find("  cycles\n") < text.find("\nglobal memory\n"));
  CHECK(has(text, std::to_string(d.kernels[0].changes.size() - 12) + " more figures differ: --all. "));
  const std::string all = diff_text(d, {}, {false, true});
  CHECK(rows(all) == d.kernels[0].changes.size());
  CHECK_FALSE(has(all, "--all"));
}

TEST_CASE("of the figures that say how a run went, those with the largest factor are shown; cycles and time in any case") {
  KernelResult b = transpose();
  b.cycles += 1;
  b.sm.instructions *= 3;
  b.l2.sectors_tex[1] *= 2;
  const RunDiff d = diff_runs(run_of({transpose()}), run_of({b}));
  const auto groups = telling_changes(d.kernels.at(0), 2);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].heading == "time");
  CHECK(groups[0].changes.at(0)->name == "cycles");
  CHECK(groups[1].heading == "the SMs");
  CHECK(groups[1].changes.at(0)->name == "smsp__inst_executed.sum");
}

TEST_CASE("where nothing differs that is read first, what does is shown") {
  KernelResult b = transpose();
  b.dram.row_hits += 1;
  b.launch_wait_cycles += 1;
  const RunDiff d = diff_runs(run_of({transpose()}), run_of({b}));
  REQUIRE_FALSE(d.kernels.at(0).changes.empty());
  CHECK(has(diff_text(d, {}, {}), d.kernels[0].changes[0].name));
}

TEST_CASE("many kernels are a table, and each in full when asked") {
  std::vector<KernelResult> nine(9, transpose());
  std::vector<KernelResult> nine_better(9, better());
  const RunDiff d = diff_runs(run_of(nine), run_of(nine_better));
  CHECK_FALSE(has(diff_text(d, {}, {}), "moved_bytes"));
  CHECK(has(diff_text(d, {}, {}), "--verbose"));
  CHECK(has(diff_text(d, {}, {true, false}), "moved_bytes"));
}

TEST_CASE("a report that was written is read back figure by figure") {
  std::ostringstream out;
  const MachineConfig m = machine();
  JsonReport report(out, m);
  report.kernel(transpose());
  report.finish({m.name, m.digest, "a.wmt", ""});
  const auto run = read_report(out.str(), "r.json");
  REQUIRE(run.has_value());
  CHECK(run->config == "paper");
  const RunDiff d = diff_runs(*run, run_of({transpose()}));
  CHECK(d.kernels.at(0).changes.empty());
}

TEST_CASE("what is no report says what was expected") {
  CHECK(has(read_report("{\"schema\": \"warpmem-check/1\"}", "r.json").error().message, "'warpmem-check/1' is not a report"));
  CHECK(has(read_report("{\"schema\": ", "r.json").error().message, "not whole"));
  CHECK(has(read_report("{\"schema\": \"warpmem-report/1\"}", "r.json").error().message, "expected config.name"));
  for (const char* text : {"[]", "{}", "7", "{\"schema\": 1}"}) {
    CAPTURE(text);
    CHECK(read_report(text, "r.json").error().file == "r.json");
    CHECK(has(read_report(text, "r.json").error().message, "JSON, but not a report: expected what 'warpmem run --json FILE' writes"));
  }
}

TEST_CASE("as JSON, with the change in percent or null") {
  const auto j = nlohmann::json::parse(diff_json(diff_runs(run_of({transpose()}), run_of({better()}))));
  CHECK(j.at("schema") == "warpmem-diff/1");
  CHECK(j.at("kernels").at(0).at("changes").at(0) ==
        nlohmann::json({{"figure", "cycles"}, {"a", 10'000}, {"b", 2'500}, {"change_percent", -75}}));
}
