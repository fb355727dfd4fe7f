// Which findings there are, and that noise is none.
#include "advise/findings.hpp"
#include "advise_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using advise::Rule;

namespace {

// A kernel of one global load and one shared load, whose counters a test sets.
KernelResult two_loads() {
  KernelResult k;
  k.cycles = 1000;
  k.head.grid = {108, 1, 1};
  k.instructions = {{0x10, "a.cu:3", "ld.global.b32", 0}, {0x20, "a.cu:4", "ld.shared.b32", 0}};
  k.per_instruction.resize(2);
  for (InstructionCounters& c : k.per_instruction) {
    c.executed = c.requests = 100;
    c.sectors = c.ideal_sectors = 400;
    c.wavefronts = c.ideal_wavefronts = 100;
    c.wait_ticks = 1000;
  }
  k.per_instruction[1].sectors = k.per_instruction[1].ideal_sectors = 0;
  k.sm.global[index_of(Op::load)].sectors = k.sm.global[index_of(Op::load)].ideal_sectors = 400;
  k.sm.wait_ticks[index_of(Wait::l2)] = 2000;
  k.sm.active_cycles = 1000;
  k.sm.resident_warp_cycles = 64000;
  return k;
}
std::vector<advise::Finding> of(const KernelResult& k) { return advise::findings(k, shipped("a100-sxm4-80gb")); }

}  // namespace

TEST_CASE("accesses that touch the least possible are no finding") { CHECK(of(two_loads()).empty()); }

TEST_CASE("a load of a fifth more sectors than needed is a finding, one of a tenth more is noise, one of less is nothing") {
  for (const auto& [sectors, findings, noise] : {std::tuple{480U, 1U, false}, {440U, 1U, true}, {410U, 0U, true}}) {
    KernelResult k = two_loads();
    k.per_instruction[0].sectors = k.sm.global[index_of(Op::load)].sectors = sectors;
    const auto all = of(k);
    REQUIRE(all.size() == findings);
    if (findings == 0) continue;
    CHECK(all[0].rule == Rule::uncoalesced);
    CHECK(all[0].instruction == 0U);
    CHECK(all[0].found == Approx(sectors / 100.0));
    CHECK(all[0].least == 4);
    CHECK(all[0].share == Approx(0.5));
    CHECK(all[0].noise == noise);
  }
}

TEST_CASE("what takes under a twentieth of the cycles is noise, however bad") {
  KernelResult k = two_loads();
  k.per_instruction[1].wavefronts = 3200;
  CHECK_FALSE(of(k)[0].noise);
  k.per_instruction[1].wait_ticks = 50;
  CHECK(of(k)[0].rule == Rule::bank_conflicts);
  CHECK(of(k)[0].noise);
}

TEST_CASE("sectors that L1 serves are noise unless the lines take turns") {
  KernelResult k = two_loads();
  k.per_instruction[0].sectors = 1200;
  auto& loads = k.sm.global[index_of(Op::load)];
  loads.sectors = 1200;
  loads.sector_hits = 800;
  CHECK(of(k)[0].noise);
  k.per_instruction[0].wavefronts = 800;
  CHECK_FALSE(of(k)[0].noise);
}

TEST_CASE("a load whose sectors are the fewest may still take too many wavefronts") {
  KernelResult k = two_loads();
  k.per_instruction[0].wavefronts = 400;
  const auto all = of(k);
  REQUIRE(all.size() == 1);
  CHECK(all[0].rule == Rule::wavefronts);
  CHECK(all[0].found == 4);
  CHECK(all[0].least == 1);
}

TEST_CASE("few warps are a finding only while nothing is busy") {
  KernelResult k = two_loads();
  k.sm.instructions = 200;
  k.sm.resident_warp_cycles = 8000;
  const auto all = of(k);
  REQUIRE(all.size() == 1);
  CHECK(all[0].rule == Rule::few_warps);
  CHECK(all[0].found == 8);
  CHECK(all[0].least == 64);
  k.sm.data_busy = 108 * 700;
  CHECK(of(k).empty());
}

TEST_CASE("DRAM at its ceiling is said, and that only fewer bytes help") {
  KernelResult k = two_loads();
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  k.dram.busy_ticks = 1000 * ticks_per_cycle * machine.dram.channels * 9 / 10;
  const auto all = advise::findings(k, machine);
  REQUIRE(all.size() == 1);
  CHECK(all[0].rule == Rule::dram_ceiling);
  CHECK(all[0].found == Approx(0.9));
}

TEST_CASE("bytes fetched again and again are counted against the different ones") {
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  // Every warp reads the same sector past L1.
  const Advice same = advice_on("gen:broadcast,elements=65536,cache=cg", machine);
  const auto* refetched = found(same, Rule::l1_refetch);
  REQUIRE(refetched != nullptr);
  CHECK(refetched->found > 100);
  const Advice once = advice_on("gen:read,elements=65536", machine);
  CHECK(found(once, Rule::l1_refetch) == nullptr);
  CHECK(found(once, Rule::l2_refetch) == nullptr);
}

TEST_CASE("the sketch counts different things to a few per cent, and small numbers exactly") {
  advise::DistinctCount count;
  for (std::uint64_t i = 0; i < 1000; ++i) count.add(i % 500);
  CHECK(count.estimate() == 500);
  for (std::uint64_t i = 0; i < 300'000; ++i) count.add(i % 100'000);
  CHECK(count.estimate() == Approx(100'000).epsilon(0.08));
}

TEST_CASE("reductions that meet at one address are the finding, not that warps are few") {
  std::string same = "kernel k grid=64 block=32\n", apart = same;
  for (int b = 0; b < 64; ++b) {
    const std::string begin = "block " + std::to_string(b) + "\nwarp 0\n";
    same += begin;
    apart += begin;
    for (int i = 0; i < 20; ++i) same += "red.global.b32 0x800000+0 @00000001\n";
    for (int i = 0; i < 20; ++i) apart += "red.global.b32 " + std::to_string(0x800000 + 128 * (20 * b + i)) + "+0 @00000001\n";
  }
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  const TemporaryFile met(whole_trace(same)), alone(whole_trace(apart));
  const Advice advice = advice_on(met.path(), machine);
  const auto* finding = found(advice, Rule::same_address);
  REQUIRE(finding != nullptr);
  CHECK(finding->instruction == 0U);
  CHECK(finding->found > 1.5 * finding->least);
  CHECK(&advice.findings.front() == finding);
  CHECK(found(advice, Rule::few_warps) == nullptr);
  CHECK(found(advice_on(alone.path(), machine), Rule::same_address) == nullptr);
}
