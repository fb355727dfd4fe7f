// L2: where lines live, and one slice by itself.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "l2/address_map.hpp"
#include "l2/tags.hpp"

using namespace warpmem;

namespace {

MachineConfig machine_of(std::uint32_t partitions, std::uint32_t slices, std::uint32_t channels, std::uint64_t mib,
                         std::uint64_t row = 1024) {
  MachineConfig m;
  m.l2.partitions = partitions;
  m.l2.slices = slices;
  m.l2.ways = 16;
  m.l2.total = Bytes(mib << 20);
  m.dram.channels = channels;
  m.dram.row = Bytes(row);
  return m;
}
struct Shape {
  std::uint32_t partitions, slices, channels;
  std::uint64_t mib;
};
const Shape shapes[] = {{2, 94, 47, 60}, {2, 96, 48, 50}, {2, 80, 40, 40}, {1, 2, 2, 1}, {1, 6, 4, 3}, {2, 8, 1, 4}, {2, 10, 15, 5}};

using Home = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // lane, home partition, slice

}  // namespace

TEST_CASE("every line has a place within the machine, whatever the number of slices and channels", "[l2]") {
  std::mt19937_64 random(1);
  for (const Shape& s : shapes) {
    const AddressMap map(machine_of(s.partitions, s.slices, s.channels, s.mib));
    INFO(s.slices << " slices, " << s.channels << " channels");
    CHECK(map.lanes() * map.slices_per_lane() * s.partitions == s.slices);
    CHECK(map.lanes() * map.channels_per_lane() == s.channels);
    CHECK(map.sets() > 0);
    for (int i = 0; i < 20000; ++i) {
      const LineAddress line(random() >> (7 + i % 57));
      const auto [lane, place] = map.home(line);
      REQUIRE(lane < map.lanes());
      REQUIRE(map.dram(line).channel < map.channels_per_lane());
      REQUIRE(place.home < s.partitions);
      REQUIRE(place.set < map.slices_per_lane() * map.sets());
      REQUIRE(unpacked(packed(place)).set == place.set);
      REQUIRE(unpacked(packed(place)).home == place.home);
    }
  }
}

TEST_CASE("a contiguous footprint of half of L2 fills slices and sets evenly", "[l2]") {
  for (const Shape& s : {Shape{2, 94, 47, 60}, Shape{2, 96, 48, 50}, Shape{2, 80, 40, 40}}) {
    const AddressMap map(machine_of(s.partitions, s.slices, s.channels, s.mib));
    INFO(s.slices << " slices");
    std::map<Home, std::uint64_t> of_slice;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> of_set;  // lane, set: near copies count too
    const std::uint64_t lines = (s.mib << 20) / line_bytes / 2;
    for (std::uint64_t i = 0; i < lines; ++i) {
      const auto [lane, place] = map.home(LineAddress(0x7f0000000000 / line_bytes + i));
      ++of_slice[{lane, place.home, place.set / map.sets()}];
      ++of_set[{lane, place.set}];
    }
    CHECK(of_slice.size() == s.slices);
    const double mean = static_cast<double>(lines) / s.slices;
    for (const auto& [slice, n] : of_slice) CHECK(static_cast<double>(n) == Approx(mean).epsilon(0.05));
    // Both partitions may hold a copy of every line: 16 lines a set in each is the most that fits.
    std::uint32_t most = 0;
    for (const auto& [set, n] : of_set) most = std::max(most, n);
    CHECK(most <= 18);
  }
}

TEST_CASE("no stride of lines keeps to a few channels", "[l2]") {
  for (const Shape& s : {Shape{2, 94, 47, 60}, Shape{2, 96, 48, 50}, Shape{2, 80, 40, 40}}) {
    const AddressMap map(machine_of(s.partitions, s.slices, s.channels, s.mib));
    for (const std::uint64_t stride : {1U, 2U, 3U, 8U, 47U, 48U, 40U, 94U, 256U, 1024U, 8192U}) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> lines;
      const std::uint32_t n = 100 * s.channels;
      for (std::uint64_t i = 0; i < n; ++i) {
        const LineAddress line(i * stride);
        ++lines[{map.home(line).lane, map.dram(line).channel}];
      }
      std::uint32_t most = 0;
      for (const auto& [channel, count] : lines) most = std::max(most, count);
      INFO(s.channels << " channels, stride of " << stride << " lines: the busiest has " << most << " of " << n);
      CHECK(lines.size() == s.channels);
      CHECK(most < 200);
    }
  }
}

TEST_CASE("neighbouring lines of a channel share DRAM rows", "[l2]") {
  const AddressMap map(machine_of(2, 94, 47, 60));
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> lines_of_row;
  for (std::uint64_t i = 0; i < 47 * 8 * 20; ++i) {
    ++lines_of_row[{map.home(LineAddress(i)).lane, map.dram(LineAddress(i)).row}];
  }
  for (const auto& [row, n] : lines_of_row) CHECK(n == 8);  // 1 KiB
}

TEST_CASE("L2 finds what it holds and tells what it replaces", "[l2]") {
  L2Tags slice;
  slice.reset(4, 2, 16);
  L2Tags::Victim victim;
  CHECK(!slice.find(LineAddress(1), 3).found());
  const L2Tags::Place a = slice.allocate(LineAddress(1), 3, victim);
  CHECK(victim.dirty.none());
  CHECK(slice.valid(a).none());
  slice.add_valid(a, SectorMask(0b0001));
  slice.add_dirty(a, WordMask(0xF));
  slice.add_valid(slice.allocate(LineAddress(2), 3, victim), SectorMask(0b1111));
  CHECK(L2Tags::index(slice.find(LineAddress(1), 3)) == L2Tags::index(a));  // used last now
  CHECK(slice.valid(a) == SectorMask(0b0001));
  CHECK(!slice.find(LineAddress(1), 2).found());

  const L2Tags::Place c = slice.allocate(LineAddress(3), 3, victim);
  CHECK(victim.dirty.none());
  CHECK(slice.valid(c).none());
  CHECK(!slice.find(LineAddress(2), 3).found());
  CHECK(slice.find(LineAddress(3), 3).found());
  const L2Tags::Place d = slice.allocate(LineAddress(4), 3, victim);
  CHECK(victim.line == LineAddress(1));
  CHECK(victim.dirty == WordMask(0xF));
  CHECK(victim.valid == SectorMask(0b0001));
  CHECK(slice.dirty(d).none());
  slice.allocate(LineAddress(5), 3, victim);
  CHECK(victim.dirty.none());  // what was written is told once
}

TEST_CASE("a line is held until each who waits for it has let go, and not replaced meanwhile", "[l2]") {
  L2Tags slice;
  slice.reset(1, 2, 16);
  L2Tags::Victim victim;
  const L2Tags::Place a = slice.allocate(LineAddress(1), 0, victim);
  slice.hold(a, true);
  slice.hold(a, false);
  CHECK(slice.awaited(a));
  slice.allocate(LineAddress(2), 0, victim);
  const L2Tags::Place b = slice.allocate(LineAddress(3), 0, victim);
  CHECK(!slice.find(LineAddress(2), 0).found());
  slice.hold(b, true);
  CHECK(!slice.allocate(LineAddress(4), 0, victim).found());
  slice.release(L2Tags::index(a), true);
  CHECK(slice.held(a));
  CHECK(!slice.awaited(a));
  CHECK(!slice.allocate(LineAddress(4), 0, victim).found());
  slice.release(L2Tags::index(a), false);
  CHECK(!slice.held(a));
  CHECK(slice.allocate(LineAddress(4), 0, victim).found());
  CHECK(slice.find(LineAddress(3), 0).found());
  slice.rewind();
  CHECK(!slice.held(b));
}

TEST_CASE("a line is ready when the latest of its data are here", "[l2]") {
  L2Tags slice;
  slice.reset(1, 2, 16);
  L2Tags::Victim victim;
  const L2Tags::Place a = slice.allocate(LineAddress(1), 0, victim);
  CHECK(slice.ready(a) == Tick(0));
  slice.ready_from(L2Tags::index(a), Tick(500));
  slice.ready_from(L2Tags::index(a), Tick(300));
  CHECK(slice.ready(a) == Tick(500));
  slice.rewind();
  CHECK(slice.ready(a) == Tick(0));
}

TEST_CASE("a slice serves one request at a time, first come first served", "[l2]") {
  SlicePort slice;
  CHECK(slice.serve(Tick(100), Tick(10)) == Tick(100));
  CHECK(slice.serve(Tick(105), Tick(20)) == Tick(110));
  CHECK(slice.serve(Tick(500), Tick(10)) == Tick(500));
  CHECK(slice.busy == Tick(40));
}
