#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "report_support.hpp"

using namespace report_test;

namespace {

std::string run_text(const std::vector<KernelResult>& kernels, const TextStyle& style, bool every_kernel = false) {
  std::ostringstream out;
  const MachineConfig m = machine();
  RunReport report(out, m, {m.name, m.digest, "a.wmt", ""}, style, every_kernel);
  for (const KernelResult& k : kernels) report.kernel(k);
  report.finish();
  return out.str();
}

// Compares with tests/golden/NAME; WARPMEM_WRITE_GOLDEN=1 writes it anew.
void check_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(WARPMEM_TEST_DIR) + "/golden/" + name;
  if (std::getenv("WARPMEM_WRITE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  INFO("golden file " << name);
  CHECK(text == read_file(path));
}

std::size_t longest_line(const std::string& text) {
  std::istringstream in(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(in, line);) longest = std::max(longest, report::columns(line));
  return longest;
}

}  // namespace

TEST_CASE("one kernel in full") {
  check_golden("transpose.txt", run_text({transpose()}, {}));
  check_golden("conflicts.txt", run_text({conflicts()}, {}));
  check_golden("transpose-ascii.txt", run_text({transpose()}, {.colour = false, .ascii = true, .width = 80}));
}

TEST_CASE("several kernels as a table, one line each") {
  const std::string text = run_text({transpose(), conflicts(), transpose()}, {});
  check_golden("several.txt", text);
  CHECK(run_text({transpose(), conflicts()}, {}, true).find("where the cycles go") != std::string::npos);
}

TEST_CASE("the table names what the verdict blames") {
  KernelResult k = transpose();
  k.l2.busy_ticks = 0;
  REQUIRE(report::verdict(k, machine()).bound == report::Bound::uncoalesced);
  const std::string text = run_text({k, conflicts()}, {});
  CHECK(text.find("  sectors\n") != std::string::npos);
  CHECK(text.find("  latency\n") == std::string::npos);
}

TEST_CASE("the text keeps to eighty columns, and to ASCII when asked") {
  for (const bool ascii : {false, true}) {
    const TextStyle style{.colour = false, .ascii = ascii, .width = 80};
    for (const auto& kernels : {std::vector{transpose()}, std::vector{conflicts()}, std::vector{transpose(), conflicts()}}) {
      const std::string text = run_text(kernels, style);
      CHECK(longest_line(text) <= 80);
      if (ascii) CHECK(std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
    }
  }
}

TEST_CASE("no colour unless asked") {
  CHECK(run_text({transpose()}, {}).find('\033') == std::string::npos);
  CHECK(run_text({transpose()}, {.colour = true, .ascii = false, .width = 80}).find('\033') != std::string::npos);
}

TEST_CASE("more than DRAM's peak is said to be so") {
  KernelResult k = transpose();
  CHECK(run_text({k}, {}).find("% of peak") != std::string::npos);
  k.time_us = 0.5;
  CHECK(run_text({k}, {}).find("262 GB/s useful, 205 % of DRAM's peak") != std::string::npos);
}

TEST_CASE("what is not modelled is named with its count") {
  CHECK(run_text({conflicts()}, {}).find("1,234 texture loads") != std::string::npos);
}

TEST_CASE("the verdict follows from what is busy") {
  using report::Bound;
  KernelResult k = transpose();
  CHECK(report::verdict(k, machine()).bound == Bound::l2);
  CHECK(report::verdict(conflicts(), machine()).bound == Bound::shared);

  SECTION("DRAM buses busy all the time") {
    k.dram.busy_ticks = 39'000 * ticks_per_cycle;
    CHECK(report::verdict(k, machine()).bound == Bound::dram);
  }
  SECTION("nothing busy, few warps") {
    k.l2.busy_ticks = 0;
    k.sm.global[index_of(Op::store)] = {};
    k.per_instruction[1] = {};
    k.sm.resident_warp_cycles = k.sm.active_cycles * 2;
    MachineConfig far = machine();
    far.l2.reply_latency = SmCycles(450);
    const auto v = report::verdict(k, far);
    CHECK(v.bound == Bound::latency);
    CHECK(v.sentence == "held back by latency: a global load takes 600 cycles, and 2.0 warps (of 64) an SM are too few to hide it.");
  }
  SECTION("nothing busy, but most sectors that move are not needed") {
    k.l2.busy_ticks = 0;
    CHECK(report::verdict(k, machine()).bound == Bound::uncoalesced);
    CHECK(report::findings(k, machine()).front().rule == "uncoalesced");
  }
  SECTION("sectors beyond the need that L1 serves do not move, and are not blamed") {
    // Three fields of a structure, one after the other: 12 sectors a load where 4 would do, of which 8 hit.
    k.l2.busy_ticks = 0;
    k.sm.global[index_of(Op::store)] = {};
    L1OpCounters& ld = k.sm.global[index_of(Op::load)];
    ld.sectors = 3 * 2048;
    ld.sector_hits = 2 * 2048;
    CHECK(report::verdict(k, machine()).bound == Bound::queueing);
    ld.sector_hits = 0;
    CHECK(report::verdict(k, machine()).bound == Bound::uncoalesced);
    CHECK(report::verdict(k, machine()).sentence ==
          "held back by its loads. Each one touches 12 sectors where 4 would do, so 3.0 times the useful bytes move.");
    ld.sector_hits = 1024;
    CHECK(report::verdict(k, machine()).sentence ==
          "held back by its loads. Each one touches 12 sectors where 4 would do, and after hits in L1 2.5 times the useful bytes move.");
  }
  SECTION("nothing busy, and the longest wait is for conflicting banks") {
    KernelResult c = conflicts();
    c.sm.data_busy = 0;
    CHECK(report::verdict(c, machine()).bound == Bound::shared);
  }
  SECTION("SMs that wait for blocks") {
    k.l2.busy_ticks = 0;
    k.launch_wait_cycles = 8000;
    CHECK(report::verdict(k, machine()).bound == Bound::launch);
  }
  SECTION("nothing at all") { CHECK(report::verdict(KernelResult{}, machine()).bound == Bound::nothing); }
}

TEST_CASE("numbers as people read them") {
  CHECK(report::count(0) == "0");
  CHECK(report::count(999) == "999");
  CHECK(report::count(4'194'304) == "4,194,304");
  CHECK(report::bytes(512) == "512 B");
  CHECK(report::bytes(16'777'216) == "16.8 MB");
  CHECK(report::bytes(999'960) == "1.0 MB");
  CHECK(report::microseconds(70.5) == "70.5 us");
  CHECK(report::microseconds(0.356) == "356 ns");
  CHECK(report::microseconds(1240) == "1.24 ms");
  CHECK(report::bandwidth(476.2) == "476 GB/s");
  CHECK(report::bandwidth(2950) == "2.95 TB/s");
  CHECK(report::percent(0.001) == "<1 %");
  CHECK(report::percent(0.713) == "71 %");
}

TEST_CASE("whole percentages sum to a hundred") {
  CHECK(report::whole_percents({1, 1, 1}) == std::vector<unsigned>{34, 33, 33});
  CHECK(report::whole_percents({0, 0}) == std::vector<unsigned>{0, 0});
}

TEST_CASE("bars are as long as their share") {
  const TextStyle ascii{.colour = false, .ascii = true, .width = 80};
  CHECK(report::bar(0.5, 8, ascii) == "####    ");
  CHECK(report::bar(0.001, 8, ascii) == "#       ");
  CHECK(report::bar(0, 4, ascii) == "    ");
  CHECK(report::bar(0.5, 3, {}) == "█▌ ");
  CHECK(report::columns(report::bar(0.37, 40, {})) == 40);
}

TEST_CASE("commands can be typed as they stand") {
  CHECK(report::shell_word("a b") == "'a b'");
  CHECK(report::shell_word("gen:copy,elements=1") == "gen:copy,elements=1");
  CHECK(report::shell_word("it's") == "'it'\\''s'");
  CHECK(report::command({"warpmem", "run", "x.wmt", "--json", "r.json"}, 80, 6) == "warpmem run x.wmt --json r.json");
  CHECK(report::command({"warpmem", "run", "x.wmt", "--json", "r.json"}, 30, 6) == "warpmem run x.wmt \\\n          --json r.json");
}
