// Work dealt to threads anew is the same work: the same bytes, and each result from the same input.
#include <map>
#include <set>

#include "advise/fuse.hpp"
#include "advise_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

// Which address each stored one takes its value from, where a thread stores what it loaded last or what it read from
// shared memory; every value in shared memory must have been put there before the last barrier.
std::set<std::pair<std::uint64_t, std::uint64_t>> flow(TraceSource& source) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
  using Thread = std::tuple<std::uint64_t, std::uint32_t, unsigned>;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> tile;         // block and offset: where the value came from
  std::map<Thread, std::pair<std::vector<std::uint64_t>, std::size_t>> threads;  // values that came, and how many went on
  std::map<std::pair<std::uint64_t, std::uint32_t>, unsigned> barriers;
  std::map<Thread, std::vector<std::uint64_t>> offsets, stored;
  each_lane(
      source,
      [&](const Record& r, std::uint64_t a, Lane l) {
        const Thread thread{l.block, l.warp, l.lane};
        auto& [values, gone] = threads[thread];
        if (r.space == Space::global && r.op == Op::load) values.push_back(a);
        if (r.space == Space::shared && r.op == Op::store) {
          CHECK((barriers[{l.block, l.warp}]) == 0);
          tile[{l.block, a}] = values.at(gone++);
        }
        if (r.space == Space::shared && r.op == Op::load) {
          CHECK((barriers[{l.block, l.warp}]) == 1);
          offsets[thread].push_back(a);
        }
        if (r.space == Space::global && r.op == Op::store) stored[thread].push_back(a);
      },
      [&](std::uint64_t block, std::uint32_t warp) {
        ++barriers[{block, warp}];
      });
  for (const auto& [thread, places] : stored)
    for (std::size_t i = 0; i < places.size(); ++i) {
      const std::uint64_t from =
          offsets.contains(thread) ? tile.at({std::get<0>(thread), offsets[thread].at(i)}) : threads[thread].first.at(i);
      pairs.emplace(from, places[i]);
    }
  return pairs;
}
std::set<std::pair<std::uint64_t, std::uint64_t>> flow(const std::string& trace) {
  auto source = open_trace(trace);
  REQUIRE(source.has_value());
  return flow(**source);
}

const std::string transpose = shipped_trace("transpose-naive");

std::uint32_t stores_of(const Seen& seen) {
  for (std::uint32_t i = 0; i < seen.patterns.size(); ++i)
    if (seen.patterns[i].op == Op::store) return i;
  FAIL("no store");
  return 0;
}

}  // namespace

TEST_CASE("a launch whose addresses are linear in the threads' coordinates is known by them") {
  const Seen seen = seen_of(transpose);
  REQUIRE(seen.model.holds);
  CHECK(seen.model.global_coordinates());
  REQUIRE(seen.model.positions.size() == 2);
  const auto& load = seen.model.positions[0];
  const auto& store = seen.model.positions[1];
  CHECK(load.x == 4);
  CHECK(store.y == 4);
  CHECK(load.y == store.x);
  CHECK(load.y >= 128);
}

TEST_CASE("a launch is not known when one lane of one block does otherwise") {
  const std::string head = "warpmem-trace 1\nkernel k grid=2 block=32\nblock 0\nwarp 0\nld.global.b32 0x1000+4\nblock 1\nwarp 0\n";
  CHECK(seen_of(TemporaryFile(head + "ld.global.b32 0x1080+4\n").path()).model.holds);
  CHECK_FALSE(seen_of(TemporaryFile(head + "ld.global.b32 0x1080+4*31,0x2000+4*1\n").path()).model.holds);
  CHECK_FALSE(seen_of(TemporaryFile(head + "ld.global.b32 0x1080+4 @7fffffff\n").path()).model.holds);
  CHECK_FALSE(seen_of(TemporaryFile(head + "ld.global.b64 0x1080+8\n").path()).model.holds);
  CHECK_FALSE(seen_of(TemporaryFile(head + "ld.global.b32 0x1080+4\nbar\n").path()).model.holds);
}

TEST_CASE("with x and y swapped the same threads' work is done, each value going where it went") {
  Fix swap;
  swap.kind = FixKind::swap_indices;
  auto made = rewritten(transpose, swap);
  const auto pairs = flow(*made);
  CHECK(pairs.size() == 64 * 64);
  CHECK(pairs == flow(transpose));
}

TEST_CASE("through a tile each value goes where it went, read behind the barrier from where it was put before it") {
  Fix tile;
  tile.kind = FixKind::shared_tile;
  tile.instructions = {stores_of(seen_of(transpose))};
  tile.unit = 4;
  tile.pitch = 128;
  for (const std::uint64_t pad : {0U, 4U}) {
    tile.pad = pad;
    auto made = rewritten(transpose, tile);
    CHECK(flow(*made) == flow(transpose));
  }
}

TEST_CASE("a tile serves loads that go down columns as well as stores") {
  // The other transpose: what the swapped one does.
  std::string text = "warpmem-trace 1\nkernel gather grid=2,8 block=32,8\n";
  for (int by = 0; by < 8; ++by)
    for (int bx = 0; bx < 2; ++bx) {
      text += "block " + std::to_string(bx) + "," + std::to_string(by) + "\n";
      for (int w = 0; w < 8; ++w) {
        const int row = by * 8 + w, column = bx * 32;
        text += "warp " + std::to_string(w) + "\nld.global.b32 " + std::to_string(0x100000 + column * 256 + row * 4) + "+256\n" +
                "st.global.b32 " + std::to_string(0x200000 + row * 256 + column * 4) + "+4\n";
      }
    }
  const TemporaryFile file(text);
  const Seen seen = seen_of(file.path());
  REQUIRE(seen.model.holds);
  Fix tile;
  tile.kind = FixKind::shared_tile;
  tile.instructions = {seen.model.positions[0].record.instruction};
  tile.unit = tile.pad = 4;
  tile.pitch = 128;
  auto made = rewritten(file.path(), tile);
  CHECK(flow(*made) == flow(file.path()));
}

TEST_CASE("four times wider accesses by a quarter of the threads touch the same bytes") {
  const std::string copy = "gen:copy,elements=65536";
  Fix wide;
  wide.kind = FixKind::wide_threads;
  wide.factor = 4;
  for (const Op op : {Op::load, Op::store}) {
    auto made = rewritten(copy, wide);
    CHECK(touched(*made, op) == touched(copy, op));
  }
}

TEST_CASE("neighbouring narrow loads become one, and what waited for one of them waits for it") {
  const std::string text =
      "warpmem-trace 1\nkernel k grid=1 block=32\n"
      "ld.global.b32 0x1000+16\nld.global.b32 0x1004+16\nld.global.b32 0x1008+16\nld.global.b32 0x100c+16\n"
      "ld.global.b32 0x9000+4\n"
      "st.global.b32 0x20000+4 dep=1\nst.global.b32 0x30000+4 dep=4\nst.global.b32 0x40000+4 dep=all\n";
  const TemporaryFile file(text);
  Seen seen = seen_of(file.path());
  REQUIRE(advise::fuse(seen.first_warp, seen.first_list, 4) == 3);
  const auto& r = seen.first_warp;
  REQUIRE(r.size() == 5);
  CHECK(r[0].bytes == 16);
  CHECK(r[0].base == 0x1000);
  CHECK(r[1].base == 0x9000);
  CHECK(r[2].dependence.newest_exempt == 1);  // the four pieces, not the last load
  CHECK(r[3].dependence.newest_exempt == 1);  // the first piece alone is the whole now
  CHECK(r[4].dependence.newest_exempt == 0);
}

TEST_CASE("loads are not made one across a barrier or a store, when they wait for a value, or when the whole is not aligned") {
  const auto fused = [](const std::string& between, const std::string& second = "ld.global.b32 0x1004+8", std::string first = "0x1000+8") {
    const TemporaryFile file("warpmem-trace 1\nkernel k grid=1 block=32\nld.global.b32 " + first + "\n" + between + second + "\n");
    Seen seen = seen_of(file.path());
    return advise::fuse(seen.first_warp, seen.first_list, 2);
  };
  CHECK(fused("") == 1);
  CHECK(fused("compute 3\n") == 1);
  CHECK(fused("bar\n") == 0);
  CHECK(fused("st.global.b32 0x1004+8\n") == 0);
  CHECK(fused("", "ld.global.b32 0x1004+8 dep=all") == 0);
  CHECK(fused("", "ld.global.b32 0x1008+8", "0x1004+8") == 0);
  CHECK(fused("", "ld.global.b32 0x1004+8 @0000ffff") == 0);
}

TEST_CASE("merged blocks keep apart what each has in shared memory") {
  std::string text = "warpmem-trace 1\nkernel k grid=4 block=32 shared=100\n";
  for (int b = 0; b < 4; ++b) text += "block " + std::to_string(b) + "\nwarp 0\nst.shared.b32 0+0\nld.global.b32 0x1000+4\n";
  const TemporaryFile file(text);
  Fix merge;
  merge.kind = FixKind::merge_blocks;
  merge.factor = 2;
  auto made = rewritten(file.path(), merge);
  std::set<std::pair<std::uint64_t, std::uint64_t>> places;  // block, offset
  const KernelHead head = each_lane(
      *made,
      [&](const Record& r, std::uint64_t a, Lane l) {
        if (r.space == Space::shared) places.emplace(l.block, a);
      },
      [](std::uint64_t, std::uint32_t) {});
  CHECK(head.block.x == 64);
  CHECK(head.grid.x == 2);
  CHECK(head.shared.count == 224);
  CHECK(places == std::set<std::pair<std::uint64_t, std::uint64_t>>{{0, 0}, {0, 112}, {1, 0}, {1, 112}});
}
