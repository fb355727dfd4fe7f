// The text format: what each form of a record means, and what each mistake is answered with.
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

std::vector<std::uint64_t> stepping(std::uint64_t base, std::int64_t step, unsigned lanes) {
  std::vector<std::uint64_t> addresses;
  for (unsigned lane = 0; lane < lanes; ++lane) addresses.push_back(base + static_cast<std::uint64_t>(step * lane));
  return addresses;
}

Access one(const std::string& line) {
  const Launch launch = launch_of(read_text(line + "\n"));
  REQUIRE(launch.accesses.size() == 1);
  return launch.accesses.front();
}

}  // namespace

TEST_CASE("every form of addresses names the lanes it should", "[trace][text]") {
  CHECK(one("ld.global.b32 0x1000+4").addresses == stepping(0x1000, 4, 32));
  CHECK(one("ld.global.b32 0x1000-4").addresses == stepping(0x1000, -4, 32));
  CHECK(one("ld.global.b32 4096").addresses == stepping(4096, 0, 32));
  CHECK(one("ld.global.b32 0x1000+4 @0000000f").addresses == stepping(0x1000, 4, 4));
  CHECK(one("ld.global.b32 0x1000+4 @80000001").addresses == std::vector<std::uint64_t>{0x1000, 0x107c});
  CHECK(one("ld.global.b64 [0x10 0x8 24] @111").addresses == std::vector<std::uint64_t>{16, 8, 24});
  CHECK(one("ld.global.b64 [ 0x10\t0x8 ] @3").addresses == std::vector<std::uint64_t>{16, 8});
  std::vector<std::uint64_t> two_runs = stepping(0x1000, 4, 8);
  for (const std::uint64_t address : stepping(0x2000, 4, 24)) two_runs.push_back(address);
  CHECK(one("ld.global.b32 0x1000+4*8,0x2000+4*24").addresses == two_runs);
  // Runs go over the active lanes, strides over all lanes.
  CHECK(one("ld.global.b32 0x1000+4*2,0x2000*2 @00010111").addresses == std::vector<std::uint64_t>{0x1000, 0x1004, 0x2000, 0x2000});
  CHECK(one("ld.global.b32 0x1000+4 @0").addresses.empty());
  CHECK(one("ld.global.b8 0xffffffffffffffe0+1").addresses == stepping(0xffffffffffffffe0, 1, 32));
}

TEST_CASE("addresses that lie evenly are kept as base and stride", "[trace][text]") {
  CHECK_FALSE(one("ld.global.b32 [0x0 0x8 0x10] @7").record.listed);
  CHECK_FALSE(one("ld.global.b32 [0x40 0x38] @a").record.listed);
  CHECK(one("ld.global.b32 [0x40 0x38] @a").record.stride == -4);
  CHECK(one("ld.global.b32 [0x0 0x8 0x14] @7").record.listed);
  // A base of lane 0 below address 0 cannot be written, so the list stays.
  CHECK(one("ld.global.b32 [0x0 0x8] @6").record.listed);
}

TEST_CASE("operations, widths and cache operators", "[trace][text]") {
  const Access plain = one("st.shared.b128 0+16");
  CHECK(plain.record.op == Op::store);
  CHECK(plain.record.space == Space::shared);
  CHECK(plain.record.cache == CacheHint::wb);
  CHECK(plain.record.bytes == 16);
  CHECK(one("ld.global.cg.b64 0").record.cache == CacheHint::cg);
  CHECK(one("ld.global.cv.b8 0").record.bytes == 1);
  CHECK(one("ld.local.b16 0").record.space == Space::local);
  CHECK(one("red.global.b32 0").record.op == Op::reduction);
  CHECK(one("atom.shared.b64 0").record.op == Op::atomic);
  CHECK(one("bar").record.op == Op::barrier);
  CHECK(one("wait").record.op == Op::wait);
  CHECK(one("mark").record.op == Op::mark);
  CHECK(one("compute 12").record.base == 12);
  for (const char* name : {"ld.global.b32", "st.shared.b128", "ld.global.cg.b64", "red.global.b32", "st.local.wt.b8", "atom.shared.b32"}) {
    const Record record = one(std::string(name) + " 0").record;
    CHECK(op_text(record.op, record.space, record.cache, record.bytes) == name);
  }
  CHECK(op_text(Op::load, Space::global, CacheHint::ca, 4) == "ld.global.b32");
  CHECK(one("ld.global.ca.b32 0").instruction.op == "ld.global.b32");
}

TEST_CASE("what a record waits for", "[trace][text]") {
  const auto exempt = [](const std::string& line) { return one(line).record.dependence.newest_exempt; };
  CHECK(exempt("ld.global.b32 0") == Dependence::none);
  CHECK(exempt("st.global.b32 0") == 0);
  CHECK(exempt("red.shared.b32 0") == 0);
  CHECK(exempt("atom.global.b32 0") == 0);
  CHECK(exempt("ld.global.b32 0 dep=all") == 0);
  CHECK(exempt("ld.global.b32 0 dep=3") == 3);
  CHECK(exempt("st.global.b32 0 dep=none") == Dependence::none);
  CHECK(exempt("compute 4 dep=1") == 1);
}

TEST_CASE("instructions without a kernel are one warp of a launch called trace", "[trace][text]") {
  const Launch launch = launch_of(read_text("# a comment\n\nld.global.b32 0x1000+4   # and another\r\n  st.global.b32 0x2000+4\n"));
  CHECK(launch.head.name == "trace");
  CHECK(launch.head.block == Dim3{32, 1, 1});
  CHECK(launch.blocks == 1);
  REQUIRE(launch.accesses.size() == 2);
  CHECK(launch.accesses[0].instruction.trace_line == 3);
  CHECK(launch.accesses[1].instruction.trace_line == 4);
}

TEST_CASE("blocks left out have no instructions, warps may come back", "[trace][text]") {
  const Launch launch =
      launch_of(read_text("warpmem-trace 1\n"
                          "kernel \"f<int>(float *, int)\" grid=2,2 block=48 shared=64 regs=40 carveout=1024\n"
                          "ld.global.b32 0x100\n"
                          "block 1,0\n"
                          "warp 1\n"
                          "ld.global.b32 0x300+4\n"
                          "warp 0\n"
                          "ld.global.b32 0x200+4\n"
                          "warp 1\n"
                          "ld.shared.b32 0x3c\n"));
  CHECK(launch.head.name == "f<int>(float *, int)");
  CHECK(launch.head.grid == Dim3{2, 2, 1});
  CHECK(launch.head.shared == Bytes(64));
  CHECK(launch.head.registers == 40);
  CHECK(launch.head.carveout == Bytes(1024));
  CHECK(launch.blocks == 4);
  REQUIRE(launch.accesses.size() == 4);
  CHECK(launch.accesses[0].block == 0);
  CHECK(launch.accesses[1].addresses == stepping(0x200, 4, 32));
  CHECK(launch.accesses[1].warp == 0);
  CHECK(launch.accesses[2].addresses == stepping(0x300, 4, 16));
  CHECK(launch.accesses[2].warp == 1);
  CHECK(launch.accesses[3].addresses == std::vector<std::uint64_t>(16, 0x3c));
}

TEST_CASE("kernels run one after the other, each with its own instructions", "[trace][text]") {
  const auto launches = read_text(
      "warpmem-trace 1\nkernel a grid=1 block=32\nld.global.b32 0 pc=0x10\nkernel b grid=3 block=1\nkernel c grid=1 "
      "block=32\nst.global.b32 0\n");
  REQUIRE(launches);
  REQUIRE(launches->size() == 3);
  CHECK(launches->at(0).accesses.at(0).record.instruction == 0);
  CHECK(launches->at(1).blocks == 3);
  CHECK(launches->at(1).accesses.empty());
  CHECK(launches->at(2).accesses.at(0).record.instruction == 0);
}

TEST_CASE("an instruction is known by pc, source and operation", "[trace][text]") {
  const Launch launch =
      launch_of(read_text("ld.global.b32 0 pc=0x10 src=a.cu:3\nld.global.b32 0x80 pc=0x10 src=a.cu:3\nld.global.b32 0 pc=0x20 src=a.cu:3\n"
                          "ld.global.b32 0 src=\"my file.cu:4\"\nld.global.b32 0\nld.global.b32 0x80\nst.global.b32 0\n"));
  std::vector<std::uint32_t> numbers;
  for (const Access& access : launch.accesses) numbers.push_back(access.record.instruction);
  CHECK(numbers == std::vector<std::uint32_t>{0, 0, 1, 2, 3, 3, 4});
  CHECK(launch.accesses[3].instruction.source == "my file.cu:4");
  CHECK(launch.accesses[5].instruction.trace_line == 5);
}

TEST_CASE("a launch may be passed over", "[trace][text]") {
  TemporaryFile file(
      "warpmem-trace 1\nkernel a grid=2 block=32\nld.global.b32 0\nblock 1\nld.global.b32 0\nkernel b grid=1 block=32\nst.global.b32 0\n");
  auto source = open_trace(file.path());
  REQUIRE(source);
  REQUIRE((*source)->next_kernel().value()->name == "a");
  REQUIRE((*source)->next_kernel().value()->name == "b");
  BlockTrace block;
  REQUIRE((*source)->next_block(block).value());
  CHECK(block.records.size() == 1);
  CHECK_FALSE((*source)->next_block(block).value());
  CHECK_FALSE((*source)->next_kernel().value().has_value());
}

TEST_CASE("parse_access reads one line outside any file", "[trace][text]") {
  const auto access = parse_access("ld.shared.b32 [0 4 12] @7");
  REQUIRE(access);
  CHECK(access->record.space == Space::shared);
  CHECK(access->addresses == std::vector<std::uint64_t>{0, 4, 12});
  const auto bad = parse_access("  ld.global.b32 0x2+4");
  REQUIRE_FALSE(bad);
  CHECK(bad.error().column == 17);
  CHECK(bad.error().excerpt_column == 17);
  CHECK_FALSE(parse_access(""));
  CHECK_FALSE(parse_access("kernel k grid=1 block=32"));
}
