// The verdict: what is blamed, and that the sentence, the list of instructions and the figures say the same.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "report/alone.hpp"
#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report_support.hpp"
#include "simulate_support.hpp"

using namespace report_test;
using report::Bound;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Nothing busy, so that waiting decides.
KernelResult idle_transpose() {
  KernelResult k = transpose();
  k.l2.busy_ticks = 0;
  return k;
}

KernelResult run(const std::string& trace) { return test::simulate_one(trace, test::shipped("a100-sxm4-80gb")); }
report::Verdict verdict_of(const std::string& trace) { return report::verdict(run(trace), test::shipped("a100-sxm4-80gb")); }

}  // namespace

TEST_CASE("a launch of stores alone has something to do, though its last warp ends in cycle 0") {
  const KernelResult k = run("gen:write,elements=32,grid=1,block=32");
  REQUIRE(k.cycles == 0);
  const auto v = report::verdict(k, test::shipped("a100-sxm4-80gb"));
  CHECK(v.sentence == "is not held back: its warps end without waiting for what they store.");
  CHECK(report::verdict(KernelResult{}, machine()).sentence == "has nothing to do.");
  CHECK(verdict_of("gen:write,elements=4096,stride=8").bound == Bound::nothing);
  CHECK(has(verdict_of("gen:write,elements=4096,stride=8").sentence, "Also, its stores touch 32 sectors each where 4 would do"));
  CHECK(has(verdict_of("gen:write,elements=65536,stride=8").sentence, "held back by its stores."));
}

TEST_CASE("an access by itself takes the machine's latencies, and those of DRAM as far as its loads waited for it") {
  KernelResult k = transpose();
  MachineConfig m = machine();
  m.l1.hit_latency = SmCycles(30);
  m.dram.controller_latency = SmCycles(50);
  m.dram.tRCD = m.dram.tCL = Nanoseconds(10);  // ten cycles each at 1,000 MHz
  CHECK(report::alone_cycles("ld.shared.b32", k, m) == 23);
  CHECK(report::alone_cycles("st.global.b32", k, m) == 200);
  // 512 loads that waited 300 cycles each beyond L2's door, then 20: not all of them can have been to DRAM.
  k.sm.wait_ticks = {0, 0, 0, 0, 512 * 100 * ticks_per_cycle, 512 * 200 * ticks_per_cycle};
  CHECK(report::alone_cycles("ld.global.b32", k, m) == 270);
  k.sm.wait_ticks = {0, 0, 0, 0, 0, 512 * 20 * ticks_per_cycle};
  CHECK(report::alone_cycles("ld.global.b32", k, m) == 220);
  k.sm.wait_ticks = {};
  CHECK(report::alone_cycles("ld.global.b32", k, m) == 200);
  k.l2.sectors_tex = {};
  CHECK(report::alone_cycles("ld.global.b32", k, m) == 30);
}

TEST_CASE("on this machine a single load is estimated to a tenth") {
  const MachineConfig m = test::shipped("a100-sxm4-80gb");
  const KernelResult k = run(std::string(WARPMEM_SOURCE_DIR) + "/traces/global-aligned.wmt");
  CHECK(report::alone_cycles("ld.global.b32", k, m) == Approx(static_cast<double>(k.cycles)).epsilon(0.1));
  CHECK(report::queued_share(k, m) < 0.1);
}

TEST_CASE("excess is blamed only where a third of the waiting is for others; else latency is, and the excess named beside") {
  KernelResult k = idle_transpose();
  CHECK(report::queued_share(k, machine()) == Approx((400.0 + 1600) / (600 + 1800)));
  CHECK(report::verdict(k, machine()).bound == Bound::uncoalesced);
  // A load takes 250 cycles where 200 are the least, a line of a store 220.
  k.per_instruction[0].wait_ticks = 512 * 250 * ticks_per_cycle;
  k.per_instruction[1].wait_ticks = 16'384 * 220 * ticks_per_cycle;
  CHECK(report::queued_share(k, machine()) == Approx((50.0 + 20) / (250 + 220)));
  const auto v = report::verdict(k, machine());
  CHECK(v.bound == Bound::latency);
  CHECK(
      v.sentence ==
      "held back by latency: a global load takes 250 cycles, and 32.0 warps (of 64) an SM with so few loads in flight each do not suffice "
      "to hide it. Also, its stores touch 32 sectors each where 4 would do; that costs more with more warps.");
}

TEST_CASE("small launches wait for latency, larger ones of the same program for what they touch") {
  CHECK(verdict_of("gen:copy,elements=4096,stride=8").bound == Bound::latency);
  CHECK(verdict_of("gen:copy,elements=262144,stride=8").bound != Bound::latency);
  for (const char* trace : {"transpose-naive", "transpose-shared", "global-stride-32", "shared-2-way"}) {
    CAPTURE(trace);
    const auto v = verdict_of(std::string(WARPMEM_SOURCE_DIR) + "/traces/" + trace + ".wmt");
    CHECK(v.bound == Bound::latency);
    CHECK(has(v.sentence, "Also, "));
  }
  CHECK(verdict_of(std::string(WARPMEM_SOURCE_DIR) + "/traces/shared-32-way-column.wmt").bound == Bound::shared);
}

TEST_CASE("a hit on a line that is on its way from DRAM is no queueing") {
  // Every warp loads the same line, from SMs of their own.
  std::string text = "kernel k grid=64 block=32\n";
  for (int b = 0; b < 64; ++b) text += "block " + std::to_string(b) + "\nwarp 0\nld.global.b32 0x1000+4\n";
  const MachineConfig m = test::shipped("a100-sxm4-80gb");
  const KernelResult k = test::simulate_kernel(text, m);
  REQUIRE(k.l2.hits_tex[0] > k.l2.sectors_tex[0] / 2);
  CHECK(report::queued_share(k, m) < 0.2);
  CHECK(report::verdict(k, m).bound == Bound::latency);
}

TEST_CASE("reductions that meet at an address hold a launch back, though no stage is busy on the whole") {
  std::string text = "kernel k grid=64 block=32\n";
  for (int b = 0; b < 64; ++b) {
    text += "block " + std::to_string(b) + "\nwarp 0\nld.global.b32 " + std::to_string(4096 + 128 * b) + "+4\n";
    for (int i = 0; i < 20; ++i) text += "red.global.b32 0x800000+0 @00000001\n";
  }
  const auto v = report::verdict(test::simulate_kernel(text, test::shipped("a100-sxm4-80gb")), test::shipped("a100-sxm4-80gb"));
  CHECK(v.bound == Bound::l2);
  CHECK(
      has(v.sentence, "held back by its reductions, which L2 does one after another at each address: a line of a global reduction takes "));
  CHECK(has(v.sentence, " cycles where one by itself takes about 204. Adding up within the block first"));
}

TEST_CASE("queueing without excess is said to be that") {
  KernelResult k = idle_transpose();
  k.sm.global[index_of(Op::store)].sectors = k.sm.global[index_of(Op::store)].ideal_sectors;
  k.dram.busy_ticks = 20'000 * ticks_per_cycle;  // half of the time
  CHECK(report::verdict(k, machine()).bound == Bound::queueing);
  CHECK(report::findings(k, machine()).front().rule == std::string("queue-bound"));
  CHECK(report::verdict(k, machine()).sentence ==
        "held back by queueing: a line of a global store takes 1,800 cycles where one by itself takes about 200, though the busiest stage, "
        "DRAM, is busy 50 % of the time.");
}

TEST_CASE("loads and stores that cost L2 about as much are blamed together") {
  KernelResult k = idle_transpose();
  k.sm.global[index_of(Op::load)].sectors = 12'000;
  CHECK(has(report::verdict(k, machine()).sentence, "held back by its loads and stores. They touch 27.7 sectors each where 4 would do"));
  k.sm.global[index_of(Op::load)].sectors = 8000;
  CHECK(has(report::verdict(k, machine()).sentence, "held back by its stores. Each one touches 32 sectors"));
  CHECK(has(verdict_of("gen:copy,elements=262144,stride=8").sentence, "its loads and stores"));
}

TEST_CASE("the lines of a store leave together: their waiting counts once an execution") {
  const KernelResult k = transpose();
  const auto hot = report::hottest(k, machine(), 2);
  REQUIRE(hot.size() == 2);
  CHECK(hot[0].info->op == "st.global.b32");
  CHECK(hot[0].share == Approx(3 * hot[1].share));  // 1,800 cycles a line against 600
  const auto shares = report::weighed_shares(k, machine());
  CHECK(shares.store_wait[3] + shares.store_wait[4] == Approx(hot[0].share));
}

TEST_CASE("what queues behind another instruction says so") {
  KernelResult k = transpose();
  k.sm.wait_ticks = {2000 * ticks_per_cycle, 0, 200 * ticks_per_cycle, 200 * ticks_per_cycle, 0, 100 * ticks_per_cycle};
  const auto hot = report::hottest(k, machine(), 2);
  REQUIRE(hot[1].info->op == "ld.global.b32");
  CHECK(report::waits_behind(hot[1], k, machine()) == "Much of it waiting behind transpose.cu:14 (st.global.b32) in the load-store unit.");
  CHECK(report::waits_behind(hot[0], k, machine()).empty());  // it is what the others wait for
  k.sm.wait_ticks[0] = 0;
  CHECK(report::waits_behind(report::hottest(k, machine(), 2)[1], k, machine()).empty());
}

TEST_CASE("verdict and list agree on every trace that is shipped, and on small and large launches") {
  const MachineConfig m = test::shipped("a100-sxm4-80gb");
  std::vector<std::string> traces{"gen:copy,elements=64",
                                  "gen:copy,elements=4096,stride=8",
                                  "gen:copy,elements=1024,stride=32",
                                  "gen:copy,elements=262144,stride=8",
                                  "gen:read,elements=65536,stride=4",
                                  "gen:write,elements=65536,stride=8",
                                  "gen:aos,elements=65536,pitch=12",
                                  "gen:shared,stride=32,repeat=100",
                                  "gen:random,elements=65536,span=1000000"};
  for (const auto& entry : std::filesystem::directory_iterator(std::string(WARPMEM_SOURCE_DIR) + "/traces"))
    if (entry.path().extension() == ".wmt") traces.push_back(entry.path().string());
  for (const std::string& trace : traces) {
    CAPTURE(trace);
    const KernelResult k = run(trace);
    const auto v = report::verdict(k, m);
    const auto hot = report::hottest(k, m, k.instructions.size());
    CAPTURE(v.sentence);
    REQUIRE_FALSE(hot.empty());
    const auto first = std::find_if(hot.begin(), hot.end(), [](const auto& h) { return !h.info->op.starts_with("st."); });
    if (has(v.sentence, "latency: a global load")) CHECK(first->info->op.starts_with("ld.global"));
    if (has(v.sentence, "latency: a shared load")) CHECK(first->info->op.starts_with("ld.shared"));
    if (v.bound != Bound::uncoalesced) continue;
    // What is blamed costs most, or what costs more waits behind it.
    const bool blamed = has(v.sentence, hot[0].info->op.starts_with("st.") ? "stores" : "loads");
    CHECK((blamed || !report::waits_behind(hot[0], k, m).empty()));
  }
}

TEST_CASE("only near its limit does a stage want fewer bytes; below, more of them in flight") {
  KernelResult k = idle_transpose();
  k.sm.global[index_of(Op::store)].sectors = k.sm.global[index_of(Op::store)].ideal_sectors;
  k.dram.busy_ticks = 30'000 * ticks_per_cycle;
  CHECK(report::verdict(k, machine()).sentence ==
        "held back by DRAM bandwidth: its buses are busy 75 % of the time. The bytes it moves are needed; more of them in flight (wider "
        "accesses, unrolling, more warps) would use the rest.");
  k.dram.busy_ticks = 37'000 * ticks_per_cycle;
  CHECK(has(report::verdict(k, machine()).sentence, "The bytes it moves are needed: only moving fewer would make it faster."));
}
