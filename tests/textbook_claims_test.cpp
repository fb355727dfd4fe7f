// What textbooks say of single accesses, and what is right: each claim against a trace of traces/, by itself and on the
// whole machine.
#include "simulate_support.hpp"
#include "warpmem/access.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

// The first record of an example, as `explain` sees it.
struct Example {
  Record record;
  std::vector<std::uint64_t> addresses;
};
std::string example_path(const std::string& name) { return std::string(WARPMEM_SOURCE_DIR) + "/traces/" + name + ".wmt"; }
Example first_access(const std::string& name) {
  auto source = open_trace(example_path(name));
  REQUIRE(source.has_value());
  REQUIRE((*source)->next_kernel().value().has_value());
  BlockTrace block;
  REQUIRE((*source)->next_block(block).value());
  return {block.records.at(0), block.addresses};
}

struct Cost {
  unsigned lines, sectors, useful_bytes;
};
void check_global(const std::string& name, Cost expected) {
  INFO(name);
  const Example e = first_access(name);
  for (const char* config : {"h200", "a100-sxm4-80gb", "teaching"}) {
    const MachineConfig machine = shipped(config);
    const GlobalAccess access = analyse_global(e.record, e.addresses, machine.l1);
    CHECK(access.requests == 1);
    CHECK(access.l2_requests == expected.lines);
    CHECK(access.lines.size() == expected.lines);
    CHECK(access.sectors == expected.sectors);
    const KernelResult k = simulate_one(example_path(name), machine);
    const L1OpCounters& loads = global(k, Op::load);
    CHECK(loads.sectors == loads.requests * expected.sectors);
    CHECK(loads.lane_bytes == loads.requests * expected.useful_bytes);
    CHECK(k.l2.requests_tex == expected.lines * loads.requests);
  }
}

struct Passes {
  unsigned wavefronts, conflicts;
};
void check_shared(const std::string& name, Passes expected) {
  INFO(name);
  const Example e = first_access(name);
  const SharedAccess access = analyse_shared(e.record, e.addresses);
  CHECK(access.wavefronts == expected.wavefronts);
  CHECK(access.conflicts == expected.conflicts);
  CHECK(access.ideal_wavefronts == 1);
  const KernelResult k = simulate_one(example_path(name), shipped("h200"));
  CHECK(shared(k, Op::load).wavefronts == expected.wavefronts);
  CHECK(shared(k, Op::load).conflicts == expected.conflicts);
}

}  // namespace

TEST_CASE("aligned contiguous floats: 1 line, 4 sectors, every byte used", "[textbook]") { check_global("global-aligned", {1, 4, 128}); }

TEST_CASE("A[i + 1] is not half wasted: 2 lines, but 5 sectors of which 80 % is used", "[textbook]") {
  check_global("global-misaligned", {2, 5, 128});
  CHECK(128.0 / (5 * 32) == Approx(0.8));
}

TEST_CASE("stride 2: 2 lines, 8 sectors, 50 %", "[textbook]") { check_global("global-stride-2", {2, 8, 128}); }

TEST_CASE("stride 8 floats: 8 lines, 32 sectors, 12.5 %", "[textbook]") { check_global("global-stride-8", {8, 32, 128}); }

TEST_CASE("stride 32 moves 32 lines and 32 sectors: 3.125 % by lines, 12.5 % by sectors", "[textbook]") {
  check_global("global-stride-32", {32, 32, 128});
}

TEST_CASE("64 ints by one warp as int2: 2 lines, 8 sectors", "[textbook]") { check_global("global-float2", {2, 8, 256}); }

TEST_CASE("random indices are as bad as stride 32", "[textbook]") { check_global("global-random", {32, 32, 128}); }

TEST_CASE("a broadcast load takes 1 sector", "[textbook]") { check_global("global-broadcast", {1, 1, 128}); }

TEST_CASE("A[y][x] along a row is coalesced, down a column it is not", "[textbook]") {
  check_global("global-2d-row", {1, 4, 128});
  check_global("global-2d-column", {32, 32, 128});
}

TEST_CASE("strides 1, 2, 4, 8, 32 from base 1024 touch 1, 2, 4, 8, 32 lines", "[textbook]") {
  const struct { unsigned stride, lines, sectors; } rows[] = {{1, 1, 4}, {2, 2, 8}, {4, 4, 16}, {8, 8, 32}, {32, 32, 32}};
  for (const auto& r : rows) {
    INFO("stride " << r.stride);
    const auto parsed = parse_access("ld.global.b32 1024+" + std::to_string(4 * r.stride));
    REQUIRE(parsed.has_value());
    const GlobalAccess access = analyse_global(parsed->record, parsed->addresses, shipped("a100-sxm4-80gb").l1);
    CHECK(access.l2_requests == r.lines);
    CHECK(access.l2_requests * line_bytes == 128 * r.lines);
    CHECK(access.sectors == r.sectors);
    CHECK(100.0 * 128 / (128.0 * access.l2_requests) == Approx(100.0 / r.stride));
  }
}

TEST_CASE("float4: 4 lines, 16 sectors, one instruction, 4 data wavefronts", "[textbook]") {
  check_global("global-float4", {4, 16, 512});
  const KernelResult k = simulate_one(example_path("global-float4"), shipped("h200"));
  CHECK(global(k, Op::load).instructions == 1);
  CHECK(global(k, Op::load).data_wavefronts == 4);
}

TEST_CASE("one field of an array of structures wastes the others; with all fields read little is lost", "[textbook]") {
  check_global("global-aos-12", {3, 12, 128});
  check_global("global-aos-16", {4, 16, 128});
  const KernelResult aos = simulate_one(example_path("global-aos-12-all-fields"), shipped("h200"));
  const KernelResult soa = simulate_one(example_path("global-soa"), shipped("h200"));
  CHECK(global(aos, Op::load).sectors == 36);
  CHECK(tex(aos, L2Op::read) == 12);
  CHECK(global(soa, Op::load).sectors == 12);
  CHECK(tex(soa, L2Op::read) == 12);
}

TEST_CASE("shared [ty][tx * 2] is a 2-way conflict, [ty][tx * 4] a 4-way one", "[textbook]") {
  check_shared("shared-2-way", {2, 1});
  check_shared("shared-4-way", {4, 3});
}

TEST_CASE("a broadcast and a shifted row are free of conflicts", "[textbook]") {
  check_shared("shared-conflict-free", {1, 0});
  check_shared("shared-broadcast", {1, 0});
  check_shared("shared-shifted", {1, 0});
}

TEST_CASE("padding to 33 cures a column walk, not the 2-way conflict of [ty][tx * 2]", "[textbook]") {
  check_shared("shared-32-way-column", {32, 31});
  check_shared("shared-column-padded", {1, 0});
  check_shared("shared-stride-2-padded", {2, 1});
}

TEST_CASE("s_A[ty][k] in a tiled product is a broadcast for 32-wide blocks, and two rows for 16-wide ones", "[textbook]") {
  check_shared("shared-tile-row", {1, 0});
  check_shared("shared-tile-row-16", {1, 0});
}

TEST_CASE("a transpose through a tile has 32-way conflicts that one column of padding removes", "[textbook]") {
  const MachineConfig machine = shipped("h200");
  const KernelResult naive = simulate_one(example_path("transpose-naive"), machine);
  const KernelResult tile = simulate_one(example_path("transpose-shared"), machine);
  const KernelResult padded = simulate_one(example_path("transpose-padded"), machine);
  CHECK(global(naive, Op::store).sectors == 32 * global(naive, Op::store).requests);
  CHECK(global(tile, Op::store).sectors == 4 * global(tile, Op::store).requests);
  CHECK(shared(tile, Op::load).wavefronts == 32 * shared(tile, Op::load).instructions);
  CHECK(shared(padded, Op::load).wavefronts == shared(padded, Op::load).instructions);
  CHECK(padded.cycles < tile.cycles);
}
