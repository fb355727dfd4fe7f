// Programs on the machine: dependences, barriers, marks, atomics, launches with little or nothing in them.
#include <algorithm>
#include <deque>
#include <tuple>

#include "machine/dispatcher.hpp"
#include "simulate_support.hpp"
#include "units/clocks.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

std::string loads(unsigned n, const std::string& dependence) {
  std::string text = "kernel k grid=1 block=32\n";
  for (unsigned i = 0; i < n; ++i) text += "ld.global.b32 " + std::to_string(0x7f0000000000 + 4096 * i) + "+4" + dependence + "\n";
  return text;
}
// Without refresh, which one load in a hundred meets.
std::uint64_t cycles_of(const std::string& text, const std::string& machine = "h200") {
  return simulate_kernel(text, shipped(machine, {"dram.tREFI=0"})).cycles;
}

}  // namespace

TEST_CASE("loads overlap unless they wait for one another", "[machine]") {
  for (const std::string machine : {"h200", "a100-sxm4-80gb"}) {
    const std::uint64_t one = cycles_of(loads(1, ""), machine);
    const std::uint64_t free = cycles_of(loads(16, ""), machine);
    const std::uint64_t chained = cycles_of(loads(16, " dep=all"), machine);
    const std::uint64_t pairs = cycles_of(loads(16, " dep=1"), machine);
    INFO(machine << ": " << one << ", " << free << ", " << pairs << ", " << chained);
    CHECK(cycles_of(loads(16, " dep=none"), machine) == free);
    CHECK(free < 2 * one);
    CHECK(chained > 14 * one);  // lines at home in the near partition are nearer than the others
    CHECK(chained < 17 * one);
    // With one exempt, two are out at a time.
    CHECK(pairs > 7 * one);
    CHECK(pairs < 9 * one);
  }
}

TEST_CASE("a store waits for the loads before it, unless it says otherwise", "[machine]") {
  const std::string load = "kernel k grid=1 block=32\nld.global.b32 0x7f0000000000+4\n";
  const MachineConfig h200 = shipped("h200");
  const std::string store = "st.global.b32 0x7f0000200000+4";
  const std::uint64_t one = simulate_kernel(load, h200).cycles;
  CHECK(simulate_kernel(load + store + "\ncompute 500\n", h200).cycles > one + 1900);
  CHECK(simulate_kernel(load + store + " dep=none\ncompute 500\n", h200).cycles < 2100);
}

TEST_CASE("a warp ends when its loads are back, not when its stores are taken", "[machine]") {
  CHECK(cycles_of("kernel k grid=1 block=32\nst.global.b32 0x7f0000000000+4\n") < 20);
  CHECK(cycles_of("kernel k grid=1 block=32\nred.global.b32 0x7f0000000000+4\n") < 20);
  CHECK(cycles_of("kernel k grid=1 block=32\natom.global.b32 0x7f0000000000+4\n") > 300);
}

TEST_CASE("a second load of a sector on its way joins it and counts as a hit", "[machine]") {
  const KernelResult k =
      simulate_kernel("kernel k grid=1 block=32\nld.global.b32 0x7f0000000000+4\nld.global.b32 0x7f0000000000+4\n", shipped("h200"));
  CHECK(global(k, Op::load).sector_hits == 4);
  CHECK(k.l2.requests_tex == 1);
  CHECK(tex(k, L2Op::read) == 4);
}

TEST_CASE("at a barrier the early wait for the late", "[machine]") {
  const auto block = [](const std::string& first, const std::string& second) {
    return "kernel k grid=1 block=64\nwarp 0\n" + first + "warp 1\n" + second;
  };
  const std::uint64_t late = cycles_of(block("compute 1000\n", "compute 1\n"));
  const std::uint64_t met = cycles_of(block("compute 1000\nbar\ncompute 1\n", "bar\ncompute 1000\n"));
  CHECK(met > 2 * late - 100);
  // Warps that have ended hold up nobody.
  CHECK(cycles_of(block("compute 10\n", "bar\ncompute 1\n")) < 200);
  CHECK(cycles_of(block("", "bar\nbar\ncompute 1\n")) < 200);
}

TEST_CASE("barriers are of a block", "[machine]") {
  const std::string text =
      "kernel k grid=2 block=64\nblock 0\nwarp 0\ncompute 2000\nbar\nwarp 1\nbar\nblock 1\nwarp 0\nbar\nld.shared.b32 0+4\nwarp 1\nbar\n";
  const KernelResult k = simulate_kernel("kernel k grid=2 block=64 shared=128" + text.substr(text.find('\n')), shipped("h200"));
  CHECK(k.sm.instructions == 2000 + 4 + 1);
}

TEST_CASE("a mark starts counters and cycles anew", "[machine]") {
  const std::string warm_up =
      "ld.global.b32 0x7f0000000000+4 dep=all\nst.global.b32 0x7f0000300000+4\nld.shared.b32 0+4\nwait\ncompute 400\n";
  const std::string rest = "ld.global.b32 0x7f0000000000+4\nld.global.b32 0x7f0000200000+4\n";
  const KernelResult k = simulate_kernel("kernel k grid=1 block=32 shared=128\n" + warm_up + "mark\n" + rest, shipped("h200"));
  CHECK(global(k, Op::load).requests == 2);
  CHECK(global(k, Op::load).sector_hits == 4);
  CHECK(global(k, Op::store).requests == 0);
  CHECK(shared(k, Op::load).instructions == 0);
  CHECK(k.sm.instructions == 2);
  CHECK(k.l2.requests_tex == 1);
  CHECK(tex(k, L2Op::write) == 0);
  CHECK(k.dram.bytes_read == 128);
  CHECK(k.cycles > 500);
  CHECK(k.cycles < 1000);
}

TEST_CASE("after a mark with no request behind it nothing is counted beyond L1", "[machine]") {
  const KernelResult k =
      simulate_kernel("kernel k grid=1 block=32\nld.global.b32 0x7f0000000000+4\nwait\nmark\ncompute 10\n", shipped("h200"));
  CHECK(k.l2.requests_tex == 0);
  CHECK(k.dram.bytes_read == 0);
  CHECK(k.sm.instructions == 10);
  CHECK(k.cycles < 60);
}

TEST_CASE("kernels with little or nothing in them end", "[machine]") {
  const MachineConfig h200 = shipped("h200");
  SECTION("no records at all") {
    const KernelResult k = simulate_kernel("kernel empty grid=300 block=64\n", h200);
    CHECK(k.sm.instructions == 0);
    CHECK(k.l2.requests_tex == 0);
    CHECK(k.elapsed_cycles >= static_cast<std::uint64_t>(h200.launch.overhead.count));
    // The chip starts a block in block_interval cycles.
    CHECK(static_cast<double>(k.cycles) == Approx(299 * h200.launch.block_interval.count).margin(3));
  }
  SECTION("blocks that the trace says nothing of") {
    const KernelResult k = simulate_kernel("kernel holes grid=5 block=64\nblock 3\nwarp 1\nld.global.b32 0x7f0000000000+4\n", h200);
    CHECK(k.sm.instructions == 1);
    CHECK(global(k, Op::load).sectors == 4);
  }
  SECTION("a block that is not full") {
    const KernelResult k = simulate_kernel(
        "kernel part grid=1 block=40\nwarp 0\nld.global.b32 0x7f0000000000+4\nwarp 1\nld.global.b32 0x7f0000000080+4\n", h200);
    CHECK(global(k, Op::load).lane_bytes == 4 * 40);
    CHECK(global(k, Op::load).sectors == 5);
  }
  SECTION("accesses without an active lane") {
    const KernelResult k = simulate_kernel(
        "kernel none grid=1 block=32 shared=128\nld.global.b32 0x7f0000000000 @0\nst.global.b32 0x7f0000000000 @0\nld.shared.b32 0 "
        "@0\natom.global.b32 "
        "0x7f0000000000 @0\nred.global.b32 0x7f0000000000 @0\nbar\n",
        h200);
    CHECK(global(k, Op::load).instructions == 1);
    CHECK(global(k, Op::load).requests == 0);
    CHECK(k.l2.requests_tex == 0);
    CHECK(shared(k, Op::load).wavefronts == 0);
  }
}

TEST_CASE("a launch that fits no SM is an error of the trace", "[machine]") {
  const TemporaryFile trace("warpmem-trace 1\nkernel big grid=1 block=1024 regs=255\nld.global.b32 0+4\n");
  auto source = open_trace(trace.path());
  REQUIRE(source.has_value());
  const auto run = simulate(**source, shipped("h200"));
  REQUIRE(!run.has_value());
  CHECK(run.error().kind == ErrorKind::input);
  CHECK_THAT(run.error().message, Catch::Contains("big") && Catch::Contains("registers"));
}

TEST_CASE("progress can stop a run", "[machine]") {
  RunOptions options;
  options.window_cycles = 1;
  std::uint64_t told = 0;
  options.progress = [&](std::uint64_t instructions) {
    told = instructions;
    return instructions < 100;
  };
  auto source = open_trace("gen:copy,elements=400000");
  REQUIRE(source.has_value());
  const auto run = simulate(**source, shipped("teaching", {"sm.max_warps=8"}), options);
  REQUIRE(run.has_value());
  CHECK(run->interrupted);
  CHECK(told >= 100);
}

TEST_CASE("blocks go round the SMs in launch order, then where a slot comes free", "[machine]") {
  MachineConfig machine = shipped("teaching");
  const TemporaryFile trace("warpmem-trace 1\nkernel k grid=6 block=32\n");
  auto source = open_trace(trace.path());
  REQUIRE(source.has_value());
  const auto head = (*source)->next_kernel();
  REQUIRE((head.has_value() && head->has_value()));
  std::deque<Sm> sms;
  Occupancy two;
  two.blocks_per_sm = 2;
  two.l1_capacity = Bytes(4096);
  for (std::uint16_t i = 0; i < 2; ++i) sms.emplace_back(machine, i, 200).begin_launch(**head, two, true);
  LaunchConfig launch;
  launch.block_interval = SmCycles(3);
  launch.block_turnaround = SmCycles(10);
  Dispatcher dispatcher(launch);
  dispatcher.begin_launch(2, 2);
  REQUIRE(dispatcher.start(Cycle(1), **source, sms).value());
  CHECK(!dispatcher.exhausted());

  std::vector<BlockEnd> ended;
  const AddressMap map(machine);
  Outbox nothing(map, 1, std::vector<std::uint16_t>(map.lanes(), 0));
  for (Sm& sm : sms) sm.run(Cycle(0), Cycle(100), nothing, ended);
  REQUIRE(ended.size() == 4);
  std::vector<std::tuple<std::uint64_t, std::uint16_t, std::uint64_t>> found;
  for (const BlockEnd& e : ended) found.emplace_back(e.at.count, e.sm, e.trace->index);
  std::sort(found.begin(), found.end());
  CHECK(found == std::vector<std::tuple<std::uint64_t, std::uint16_t, std::uint64_t>>{{0, 0, 0}, {3, 1, 1}, {6, 0, 2}, {9, 1, 3}});

  dispatcher.take_back(ended);
  CHECK(ended.empty());
  REQUIRE(dispatcher.start(Cycle(110), **source, sms).value());
  CHECK(dispatcher.exhausted());
  for (Sm& sm : sms) sm.run(Cycle(100), Cycle(200), nothing, ended);
  found.clear();
  for (const BlockEnd& e : ended) found.emplace_back(e.at.count, e.sm, e.trace->index);
  std::sort(found.begin(), found.end());
  // Block 4 follows block 0 after the turnaround (the front end is free from 12 on), block 5 follows block 1 3 cycles later.
  CHECK(found == std::vector<std::tuple<std::uint64_t, std::uint16_t, std::uint64_t>>{{12, 0, 4}, {15, 1, 5}});
}

TEST_CASE("a machine that cannot be run is refused and says why", "[machine]") {
  MachineConfig machine = shipped("teaching");
  machine.dram.channels = 0;
  auto source = open_trace("gen:read,elements=32");
  REQUIRE(source.has_value());
  const auto run = simulate(**source, machine);
  REQUIRE(!run.has_value());
  CHECK(run.error().kind == ErrorKind::input);
  CHECK_THAT(run.error().message, Catch::Matchers::Contains("dram.channels is 0"));
}
