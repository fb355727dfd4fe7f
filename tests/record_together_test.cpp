// Threads that count on one another without a block's barrier: volatile accesses within a warp, blocks of one grid.
#include <catch2/catch.hpp>

#include <numeric>

#include "record/turns.hpp"
#include "record_kernels.hpp"
#include "record_program_support.hpp"

using Catch::Matchers::Contains;
using warpmem::record::Turns;
namespace kernels = record_kernels;

TEST_CASE("Volatile accesses need turns until a barrier has shown that they only read, or only write") {
  Turns turns(100);
  CHECK(turns.needed(10, false));
  CHECK(turns.needed(10, false));
  turns.separate();
  CHECK_FALSE(turns.needed(10, false));
  turns.separate();
  CHECK(turns.needed(20, true));
  turns.separate();
  CHECK_FALSE(turns.needed(20, true));
  turns.separate();

  SECTION("a write among reads brings the turns back at once, and for ever") {
    CHECK_FALSE(turns.needed(10, false));
    CHECK(turns.needed(20, true));
    CHECK(turns.needed(10, false));
    turns.separate();
    CHECK(turns.needed(10, false));
    turns.separate();
    CHECK(turns.needed(10, false));
  }
  SECTION("what was not met in between keeps what it had") {
    CHECK(turns.needed(30, false));
    CHECK(turns.needed(31, true));
    turns.separate();
    CHECK_FALSE(turns.needed(10, false));
  }
}

TEST_CASE("Sums without barriers come out right in every block") {
  record([] {
    int* const in = device<int>(64 * 8);
    int* const out = device<int>(8);
    std::iota(in, in + 64 * 8, 0);
    kernels::sums_without_barriers(8, in, out);
    for (int block = 0; block < 8; ++block) CHECK(out[block] == 2016 + 64 * 64 * block);
  });
}

TEST_CASE("Shared memory that is written plainly and read volatile reads right, and its records are those of plain reads") {
  const Recorded recorded = record([] {
    int* const in = device<int>(64);
    int* const out = device<int>(64 * 3);
    std::iota(in, in + 64, 0);
    kernels::read_volatile(3, in, out);
    for (int i = 0; i < 64 * 3; ++i) CHECK(out[i] == 8 * (63 - i % 64) + 28);
  });
  // The same in the first block, where turns are taken, and later.
  CHECK(std::count(recorded.lines.begin(), recorded.lines.end(), "ld.shared.b32 0xfc-4") == 3 * 8);
  CHECK(std::count(recorded.lines.begin(), recorded.lines.end(), "ld.shared.b32 0x7c-4") == 3 * 8);
}

TEST_CASE("Blocks of a cooperative launch wait for each other, and keep their shared memory meanwhile") {
  const Recorded recorded = record([] {
    int* const partial = device<int>(4);
    int* const out = device<int>(4);
    CHECK(kernels::across_the_grid(true, partial, out) == 0);
    for (int block = 0; block < 4; ++block) CHECK(out[block] == 101 + block);
  });
  REQUIRE(recorded.error.message.empty());
  // Each block's records together, with the barrier of each of its two warps.
  std::vector<std::string> heads;
  for (const std::string& line : recorded.lines)
    if (line.starts_with("block ")) heads.push_back(line);
  CHECK(heads == std::vector<std::string>{"block 0", "block 1", "block 2", "block 3"});
  CHECK(std::count(recorded.lines.begin(), recorded.lines.end(), "bar") == 8);
  CHECK(std::count(recorded.lines.begin(), recorded.lines.end(), "ld.shared.b32 0x0 @1") == 4);
}

TEST_CASE("A grid that was not launched to wait is told so") {
  const Recorded recorded = record([] { kernels::across_the_grid(false, device<int>(4), device<int>(4)); });
  CHECK_THAT(recorded.error.message, Contains("cudaLaunchCooperativeKernel"));
}
