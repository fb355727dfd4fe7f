// L1: tags, misses in flight, and the load-store pipe.
#include <catch2/catch.hpp>

#include "l1/pending.hpp"
#include "l1/pipe.hpp"
#include "l1/tag_store.hpp"

using namespace warpmem;

namespace {

constexpr LineAddress line(std::uint64_t n) { return LineAddress(n); }
constexpr SectorMask sectors(unsigned bits) { return SectorMask(static_cast<std::uint8_t>(bits)); }

}  // namespace

TEST_CASE("L1 holds a walk of any power-of-two stride as if it were fully associative", "[l1]") {
  for (const std::uint32_t capacity : {1792U, 1376U, 512U, 64U}) {
    for (std::uint64_t stride = 1; stride <= 1024; stride *= 2) {  // lines: 128 B to 128 KiB
      L1Tags tags;
      tags.reset(capacity, 6);
      REQUIRE(tags.capacity() <= capacity);
      REQUIRE(tags.capacity() + 64 > capacity);
      for (std::uint64_t i = 0; i < tags.capacity(); ++i) tags.allocate(line(0x1000000 + i * stride));
      std::uint32_t found = 0;
      for (std::uint64_t i = 0; i < tags.capacity(); ++i) found += tags.find(line(0x1000000 + i * stride)) != L1Tags::none ? 1 : 0;
      INFO("capacity " << capacity << ", stride " << stride);
      CHECK(found == tags.capacity());
    }
  }
}

TEST_CASE("a cyclic walk a little larger than L1 loses its hits gradually", "[l1]") {
  const auto hit_share = [](std::uint64_t lines) {
    L1Tags tags;
    tags.reset(1747, 6);
    std::uint64_t hits = 0, all = 0;
    for (int pass = 0; pass < 6; ++pass) {
      for (std::uint64_t i = 0; i < lines; ++i) {
        const L1Tags::Slot s = tags.find(line(i));
        if (pass > 0) {
          hits += s != L1Tags::none ? 1 : 0;
          ++all;
        }
        if (s != L1Tags::none) {
          tags.touch(s);
        } else {
          tags.allocate(line(i));
        }
      }
    }
    return static_cast<double>(hits) / static_cast<double>(all);
  };
  CHECK(hit_share(1728) == 1);
  CHECK(hit_share(1792) < 0.95);
  CHECK(hit_share(1792) > 0.6);
  CHECK(hit_share(1920) < hit_share(1792));
  CHECK(hit_share(2048) < 0.4);
}

TEST_CASE("with all ways drawn the line used longest ago goes", "[l1]") {
  L1Tags tags;
  tags.reset(4, 32);
  for (std::uint64_t i = 0; i < 4; ++i) tags.allocate(line(i));
  tags.touch(tags.find(line(0)));
  tags.allocate(line(9));
  CHECK(tags.find(line(0)) != L1Tags::none);
  CHECK(tags.find(line(1)) == L1Tags::none);
  CHECK(tags.find(line(9)) != L1Tags::none);
}

TEST_CASE("a new line is empty, a dropped one is gone", "[l1]") {
  L1Tags tags;
  tags.reset(1, 1);
  L1Tags::Slot s = tags.allocate(line(5));
  tags.valid(s) = WordMask::all();
  tags.drop(s);
  CHECK(tags.find(line(5)) == L1Tags::none);
  s = tags.allocate(line(5));
  CHECK(tags.valid(s).none());
  CHECK(tags.pending(s).none());
}

TEST_CASE("lines with sectors on their way are not replaced", "[l1]") {
  L1Tags tags;
  tags.reset(2, 32);
  tags.ask(tags.allocate(line(1)), sectors(1));
  tags.allocate(line(2));
  tags.touch(tags.find(line(2)));  // line 1 would be next
  tags.ask(tags.allocate(line(3)), sectors(1));
  CHECK(tags.find(line(1)) != L1Tags::none);
  CHECK(tags.find(line(2)) == L1Tags::none);
  CHECK(tags.allocate(line(4)) == L1Tags::none);
}

TEST_CASE("addresses that share a partial tag are told apart", "[l1]") {
  L1Tags tags;
  tags.reset(1024, 6);
  for (std::uint64_t i = 0; i < 1024; ++i) tags.allocate(line(i));
  for (std::uint64_t i = 1024; i < 400000; ++i) REQUIRE(tags.find(line(i)) == L1Tags::none);
}

TEST_CASE("loads join misses in flight, sector by sector, and all are told", "[l1]") {
  L1Tags tags;
  tags.reset(8, 6);
  PendingMisses pending(tags);
  pending.reset();
  const L1Tags::Slot s = tags.allocate(line(7));
  const auto a = pending.open(s, sectors(0b0011), 100);
  const auto b = pending.open(s, sectors(0b1100), 101);
  CHECK(pending.sectors_in_flight() == 4);
  CHECK(pending.join(s, sectors(0b0001), 102) == 1);
  CHECK(pending.join(s, sectors(0b0110), 103) == 2);

  std::vector<std::uint32_t> told;
  const auto tell = [&](std::uint32_t waiter) { told.push_back(waiter); };
  pending.close(a, tell);
  CHECK(told == std::vector<std::uint32_t>{103, 102, 100});
  CHECK(pending.sectors_in_flight() == 2);
  CHECK(pending.join(s, sectors(0b0011), 104) == 0);  // no longer on its way
  told.clear();
  pending.close(b, tell);
  CHECK(told == std::vector<std::uint32_t>{103, 101});
  CHECK(pending.sectors_in_flight() == 0);
  CHECK(tags.pending_entry(s) == L1Tags::no_entry);
}

TEST_CASE("what is on its way to a line given up still reaches those who wait", "[l1]") {
  L1Tags tags;
  tags.reset(8, 6);
  PendingMisses pending(tags);
  pending.reset();
  const L1Tags::Slot s = tags.allocate(line(7));
  const auto a = pending.open(s, sectors(0b0001), 1);
  pending.orphan(s);
  tags.drop(s);
  CHECK(pending.slot(a) == L1Tags::none);
  unsigned told = 0;
  pending.close(a, [&](std::uint32_t waiter) { told = waiter; });
  CHECK(told == 1);
  const auto again = pending.open(L1Tags::none, sectors(0b1111), 2);  // entries are used again
  CHECK(again == a);
}

namespace {

MachineConfig pipe_machine() {
  MachineConfig m;
  m.sm.quadrants = 2;
  m.lsu.global_interval = SmCycles(2);
  m.lsu.shared_interval = SmCycles(1);
  m.lsu.reduction_lane_interval = SmCycles(1);
  m.shared.wavefront_latency = SmCycles(2);
  m.shared.latency = SmCycles(23);
  m.l1.hit_latency = SmCycles(32);
  m.l1.fill_interval = SmCycles(0.5);
  m.l1.send_interval = SmCycles(1);
  m.l1.request_interval = SmCycles(1.5);
  return m;
}
constexpr Tick cycles(double n) { return Tick(static_cast<std::uint64_t>(n * ticks_per_cycle)); }

}  // namespace

TEST_CASE("the pipe takes the next instruction when LSU and tag stage are free", "[l1]") {
  LsuPipe pipe(pipe_machine());
  CHECK(pipe.accepts_from() == cycles(0));
  pipe.enter_global(cycles(10), 1);
  CHECK(pipe.accepts_from() == cycles(12));  // global_interval
  pipe.enter_global(cycles(12), 8);
  CHECK(pipe.accepts_from() == cycles(20));  // 8 tag wavefronts
  pipe.enter_shared(cycles(20));
  CHECK(pipe.accepts_from() == cycles(21));
  pipe.enter_reduction(cycles(21), 32, 1);
  CHECK(pipe.accepts_from() == cycles(53));  // a cycle a lane
}

TEST_CASE("a quadrant's port delivers a wavefront in 2 cycles, the data stage serves the others meanwhile", "[l1]") {
  LsuPipe pipe(pipe_machine());
  CHECK(pipe.data(cycles(0), 1, 0) == cycles(0));
  CHECK(pipe.data(cycles(100), 4, 0) == cycles(106));  // 3 more wavefronts
  CHECK(pipe.data(cycles(100), 1, 1) == cycles(104));  // the data stage is free after 4 cycles
  CHECK(pipe.data(cycles(100), 1, 0) == cycles(108));  // the port after 8
}

TEST_CASE("far behind in its data stage, the pipe stops taking instructions", "[l1]") {
  LsuPipe pipe(pipe_machine());
  pipe.store_data(cycles(0), 32);
  CHECK(pipe.accepts_from() == cycles(0));
  pipe.store_data(cycles(0), 10);
  CHECK(pipe.accepts_from() == cycles(10));
}

TEST_CASE("ports to and from L2 serve one after the other", "[l1]") {
  LsuPipe pipe(pipe_machine());
  CHECK(pipe.fill(cycles(10), 4) == cycles(12));
  CHECK(pipe.fill(cycles(10), 1) == cycles(12.5));
  CHECK(pipe.send(cycles(10), 0) == cycles(10));
  CHECK(pipe.send(cycles(10), 4) == cycles(11.5));  // after a request's interval
  CHECK(pipe.send(cycles(10), 0) == cycles(15.5));  // after four sectors of data
}
