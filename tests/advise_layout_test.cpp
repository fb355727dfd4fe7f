// Layout changes are maps under which no two bytes meet and no access is torn apart.
#include <set>

#include "advise/emit.hpp"
#include "advise/layout.hpp"
#include "advise_support.hpp"

using namespace warpmem;
using namespace warpmem::advise;

namespace {

Fix layout(FixKind kind, std::uint64_t begin, std::uint64_t end, std::uint64_t pitch, std::uint64_t unit, std::uint64_t pad = 0) {
  Fix fix;
  fix.kind = kind;
  fix.begin = begin;
  fix.end = end;
  fix.pitch = pitch;
  fix.unit = unit;
  fix.pad = pad;
  return fix;
}

void no_two_units_meet(const LayoutMap& map, std::uint64_t end, std::uint64_t unit) {
  std::set<std::uint64_t> places;
  for (std::uint64_t a = 0; a < end; a += unit) {
    const auto place = map(a, static_cast<unsigned>(unit));
    REQUIRE(place.has_value());
    CHECK(*place % unit == 0);
    places.insert(*place);
  }
  CHECK(places.size() == end / unit);
}

}  // namespace

TEST_CASE("padding puts rows of 32 words 33 words apart, and what lies behind moves by a multiple of 16 bytes") {
  const LayoutMap map(layout(FixKind::pad_rows, 128, 128 + 4096, 128, 4, 4), 0);
  CHECK(map(0, 4) == 0);
  CHECK(map(128, 4) == 128);
  CHECK(map(128 + 124, 4) == 128 + 124);
  CHECK(map(128 + 128, 4) == 128 + 132);
  CHECK(map(128 + 31 * 128 + 4, 4) == 128 + 31 * 132 + 4);
  CHECK(map.growth() == 128);
  CHECK(map(128 + 4096, 4) == 128 + 4096 + 128);
  no_two_units_meet(map, 8192, 4);
  CHECK_FALSE(map(128 + 120, 16).has_value());
}

TEST_CASE("a swizzle keeps every row's words in their row, and puts a column's words into different banks") {
  const LayoutMap map(layout(FixKind::swizzle, 0, 4096, 128, 4), 0);
  std::set<std::uint64_t> banks;
  for (std::uint64_t row = 0; row < 32; ++row) {
    const auto place = map(row * 128 + 20, 4);
    CHECK(*place / 128 == row);
    banks.insert(*place / 4 % 32);
  }
  CHECK(banks.size() == 32);
  CHECK(map.growth() == 0);
  no_two_units_meet(map, 4096, 4);
}

TEST_CASE("planes lay out one field of all structures side by side, on an array of its own") {
  const std::uint64_t free = 1 << 20;
  const LayoutMap map(layout(FixKind::planes, 0, 12 * 1000, 12, 4), free);
  const std::uint64_t x = *map(0, 4), y = *map(4, 4), z = *map(8, 4);
  CHECK(x >= free);
  CHECK(*map(12, 4) == x + 4);
  CHECK(*map(12 * 999 + 8, 4) == z + 4 * 999);
  CHECK(y >= x + 4000);
  CHECK(z >= y + 4000);
  CHECK(y % 256 == 0);
  no_two_units_meet(map, 12 * 1000, 4);
  CHECK_FALSE(map(0, 8).has_value());
}

TEST_CASE("an aligned array begins as many bytes earlier as it lay past a line") {
  Fix fix = layout(FixKind::align, 0x1004, 0x2004, 0, 4);
  fix.shift = 4;
  const LayoutMap map(fix, 0);
  CHECK(map(0x1004, 4) == 0x1000);
  CHECK(map(0x2000, 4) == 0x1FFC);
  CHECK(map(0x3000, 4) == 0x3000);
}

TEST_CASE("lanes with a common step are written as base and stride, others as a list of the active ones") {
  LaneAddresses at{};
  for (unsigned lane = 0; lane < 32; ++lane) at[lane] = 1000 + 12 * lane;
  std::array<std::uint64_t, 64> list{};
  std::uint64_t used = 0;
  Record record;
  record.lanes = LaneMask(0xF0F0);
  put_addresses(record, at, list.data(), used);
  CHECK_FALSE(record.listed);
  CHECK(record.base == 1000);
  CHECK(record.stride == 12);
  CHECK(used == 0);
  at[7] = 5;
  put_addresses(record, at, list.data(), used);
  CHECK(record.listed);
  CHECK(used == 8);
  CHECK(list[2] == at[6]);
  CHECK(list[3] == 5);
  CHECK(list[4] == at[12]);
}

TEST_CASE("a fix that would tear an access apart is not sound, and is not reported as tried") {
  const test::TemporaryFile file(
      "warpmem-trace 1\nkernel k grid=1 block=32\n"
      "ld.global.b32 0x100000+16\nld.global.b128 0x100000+16\n");
  auto broken = test::rewritten(file.path(), layout(FixKind::planes, 0x100000, 0x100200, 16, 4));
  test::touched(*broken, Op::load);
  CHECK_FALSE(broken->sound());
  auto whole = test::rewritten(file.path(), layout(FixKind::planes, 0x100000, 0x100200, 32, 16));
  test::touched(*whole, Op::load);
  CHECK(whole->sound());
}

TEST_CASE("a generator's records are mapped as those of a file are") {
  const Fix fix = layout(FixKind::planes, 0, 0, 16, 4);
  const std::string trace = "gen:aos,elements=4096,pitch=16,bytes=4";
  Fix over = fix;
  const auto before = test::touched(trace, Op::load);
  over.begin = before.front();
  over.end = before.back() + 1;
  auto made = test::rewritten(trace, over);
  const auto after = test::touched(*made, Op::load);
  CHECK(made->sound());
  REQUIRE(after.size() == before.size());
  CHECK(after.back() - after.front() == 4096 * 4 - 1);
}
