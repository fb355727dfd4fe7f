// One DRAM channel, to the tick: ready at t and not before.
#include <catch2/catch.hpp>
#include <random>

#include "dram/channel.hpp"

using namespace warpmem;

namespace {

// 1 ns is one SM cycle. Numbers chosen so that every sum below is of one kind only.
DramConfig timings() {
  DramConfig d;
  d.bank_groups = 1;
  d.banks_per_group = 1;
  d.burst = Bytes(32);
  d.burst_time = Nanoseconds(2);
  d.tRCD = Nanoseconds(10);
  d.tRP = Nanoseconds(12);
  d.tRAS = Nanoseconds(30);
  d.tCCD_S = Nanoseconds(2);
  d.tCCD_L = Nanoseconds(5);
  d.tRRD_S = Nanoseconds(3);
  d.tFAW = Nanoseconds(40);
  d.tCL = Nanoseconds(11);
  d.tRTP = Nanoseconds(6);
  d.tWTR = Nanoseconds(7);
  d.tRTW = Nanoseconds(9);
  d.tRFC = Nanoseconds(100);
  d.tREFI = Nanoseconds(0);  // none
  d.reorder_rows = 1;
  d.write_batch = 1;
  return d;
}
DramChannel channel_of(const DramConfig& d) {
  DramChannel c;
  c.reset(d, Megahertz(1000), 0);
  return c;
}
constexpr Tick at(std::uint64_t cycle) { return Tick(cycle * ticks_per_cycle); }

}  // namespace

TEST_CASE("a closed row: tRCD, tCL and the bursts", "[dram]") {
  DramChannel c = channel_of(timings());
  CHECK(c.read(at(1000), 7, 2) == at(1000 + 10 + 11 + 2 * 2));
  CHECK(c.counters.row_misses == 1);
}

TEST_CASE("an open row: tCL and the bursts", "[dram]") {
  DramChannel c = channel_of(timings());
  c.read(at(1000), 7, 1);
  CHECK(c.read(at(2000), 7, 1) == at(2000 + 11 + 2));
  CHECK(c.counters.row_hits == 1);
}

TEST_CASE("another row in the bank: tRP first", "[dram]") {
  DramChannel c = channel_of(timings());
  c.read(at(1000), 7, 1);
  CHECK(c.read(at(2000), 8, 1) == at(2000 + 12 + 10 + 11 + 2));
  CHECK(c.counters.row_misses == 2);
}

TEST_CASE("a row stays open for tRAS", "[dram]") {
  DramChannel c = channel_of(timings());
  c.read(at(1000), 7, 1);  // activated at 1000
  CHECK(c.read(at(1001), 8, 1) == at(1030 + 12 + 10 + 11 + 2));
}

TEST_CASE("and until tRTP after its last column command", "[dram]") {
  DramChannel c = channel_of(timings());
  c.read(at(1000), 7, 1);
  c.read(at(2000), 7, 4);  // column commands at 2000, 2005, 2010, 2015
  CHECK(c.read(at(2001), 8, 1) == at(2015 + 6 + 12 + 10 + 11 + 2));
}

TEST_CASE("column commands to one bank are tCCD_L apart", "[dram]") {
  DramChannel c = channel_of(timings());
  c.read(at(1000), 7, 1);
  c.read(at(2000), 7, 1);
  CHECK(c.read(at(2000), 7, 1) == at(2005 + 11 + 2));
}

TEST_CASE("activations are tRRD apart, and five do not fit in tFAW", "[dram]") {
  DramConfig d = timings();
  d.banks_per_group = 16;
  DramChannel c = channel_of(d);
  for (std::uint64_t row = 0; row < 4; ++row) CHECK(c.read(at(1000), row, 1) == at(1000 + 3 * row + 10 + 11 + 2));
  CHECK(c.read(at(1000), 4, 1) == at(1040 + 10 + 11 + 2));
  CHECK(c.read(at(1000), 5, 1) == at(1043 + 10 + 11 + 2));
}

TEST_CASE("the data bus carries one burst at a time", "[dram]") {
  DramConfig d = timings();
  d.banks_per_group = 2;
  DramChannel c = channel_of(d);
  c.read(at(1000), 0, 1);
  c.read(at(1500), 1, 1);
  CHECK(c.read(at(2000), 0, 3) == at(2011 + 6));
  CHECK(c.read(at(2000), 1, 1) == at(2017 + 2));
}

TEST_CASE("the queue groups requests of the rows it remembers", "[dram]") {
  DramConfig d = timings();
  for (const std::uint32_t rows : {1U, 2U}) {
    d.reorder_rows = rows;
    DramChannel c = channel_of(d);
    for (std::uint64_t i = 0; i < 10; ++i) c.read(at(1000 + 1000 * i), i % 2, 1);
    CHECK(c.counters.row_misses == (rows == 1 ? 10 : 2));
    CHECK(c.counters.row_hits == (rows == 1 ? 0 : 8));
  }
}

TEST_CASE("turning the bus costs tRTW before writes and tWTR before reads", "[dram]") {
  DramConfig d = timings();
  d.write_batch = 4;
  DramChannel c = channel_of(d);
  c.read(at(1000), 7, 1);
  for (int i = 0; i < 3; ++i) c.write(at(2000), 1);
  CHECK(c.read(at(2000), 7, 1) == at(2000 + 11 + 2));  // the batch is not full: nothing happens
  c.write(at(3000), 1);                                // four bursts: 3000 + tRTW + 8
  CHECK(c.read(at(3000), 7, 1) == at(3000 + 9 + 8 + 7 + 2));
}

TEST_CASE("a queue of writes takes more only as fast as the bus sends them", "[dram]") {
  DramConfig d = timings();
  d.write_batch = 8;
  DramChannel c = channel_of(d);
  Tick room = at(1000);
  for (int i = 0; i < 4000; ++i) {
    const Tick next = c.write(room, 1);
    CHECK(next >= room);
    room = next;
  }
  const std::uint64_t cycles = (room - at(1000)).count / ticks_per_cycle;
  CHECK(cycles <= 4000 * 2 + 500 * (9 + 7));
  CHECK(cycles >= 4000 * 2 - 3 * 8 * 2);
}

TEST_CASE("a bank is refreshed once in tREFI, for tRFC, and its row is closed", "[dram]") {
  DramConfig d = timings();
  d.tREFI = Nanoseconds(2000);
  DramChannel c = channel_of(d);
  std::uint64_t late = 0;
  constexpr std::uint64_t refreshes = 20;
  for (std::uint64_t cycle = 2000; cycle < 2000 + 2000 * refreshes; cycle += 10) {
    const std::uint64_t ready = c.read(at(cycle), 7, 1).count;
    const std::uint64_t latency = ready / ticks_per_cycle - cycle;
    CHECK(latency >= 11 + 2);
    CHECK(latency <= 100 + 30 + 12 + 10 + 11 + 2 + 60);
    if (latency > 11 + 2) ++late;
  }
  CHECK(c.counters.row_misses >= refreshes);
  CHECK(c.counters.row_misses <= refreshes + 2);
  // Requests of about tRFC + tRP + tRCD wait each time.
  CHECK(late >= refreshes * 9);
  CHECK(late <= refreshes * 25);
}

TEST_CASE("what the best streams leave of the bus is spread over the bursts", "[dram]") {
  DramConfig d = timings();
  d.bus_efficiency = 0.5;
  DramChannel c = channel_of(d);
  c.read(at(1000), 7, 1);
  CHECK(c.read(at(2000), 7, 1) == at(2000 + 11 + 4));
}

TEST_CASE("bytes and rows are counted once each, and data never come before tCL", "[dram]") {
  std::mt19937 random(1);
  DramConfig d = timings();
  d.banks_per_group = 8;
  d.reorder_rows = 4;
  d.write_batch = 16;
  d.tREFI = Nanoseconds(3900);
  DramChannel c = channel_of(d);
  std::uint64_t read = 0, written = 0, reads = 0, now = 100;
  for (int i = 0; i < 20000; ++i) {
    now += random() % 12;
    const auto bursts = static_cast<std::uint32_t>(1 + random() % 4);
    if (random() % 3 == 0) {
      CHECK(c.write(at(now), bursts) >= at(now));
      written += bursts;
    } else {
      CHECK(c.read(at(now), random() % 64, bursts) >= at(now + 11 + 2 * bursts));
      read += bursts;
      ++reads;
    }
  }
  CHECK(c.counters.bytes_read == 32 * read);
  CHECK(c.counters.bytes_written == 32 * written);
  CHECK(c.counters.row_hits + c.counters.row_misses == reads);
  CHECK(c.counters.busy_ticks >= (read + written - 16) * 2 * ticks_per_cycle);
}

TEST_CASE("between launches time starts again, rows stay open", "[dram]") {
  DramChannel c = channel_of(timings());
  c.read(at(1000), 7, 1);
  c.rewind();
  CHECK(c.read(at(500), 7, 1) == at(500 + 11 + 2));
}
