// Warps: outstanding loads, issue order, and how many blocks an SM holds.
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "simulate_support.hpp"
#include "warp/issue_policy.hpp"
#include "warp/occupancy.hpp"
#include "warp/scoreboard.hpp"

using namespace warpmem;
using namespace warpmem::test;

TEST_CASE("Scoreboard counts from the oldest load that is still out, whatever the order of return", "[warp]") {
  std::mt19937 random(1);
  Scoreboard board;
  std::set<std::uint32_t> out;
  std::uint32_t next = 0;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 == 0 && board.outstanding() < Scoreboard::capacity) {
      REQUIRE(board.issue() == next);
      out.insert(next++);
    } else if (!out.empty()) {
      auto which = out.begin();
      std::advance(which, static_cast<long>(random() % out.size()));
      board.complete(*which);
      out.erase(which);
    }
    REQUIRE(board.outstanding() == (out.empty() ? 0 : next - *out.begin()));
  }
}

TEST_CASE("Scoreboard takes 64 returns at once in any order", "[warp]") {
  Scoreboard board;
  for (std::uint32_t i = 0; i < 64; ++i) board.issue();
  for (std::uint32_t i = 64; i-- > 1;) board.complete(i);
  CHECK(board.outstanding() == 64);
  board.complete(0);
  CHECK(board.outstanding() == 0);
  CHECK(board.issue() == 64);
}

TEST_CASE("greedy then oldest stays with its warp while that is ready", "[warp]") {
  const std::vector<std::uint32_t> arrivals = {5, 3, 9, 1};
  IssuePolicy policy(WarpScheduler::greedy_then_oldest);
  CHECK(policy.pick(0b0110, arrivals) == 1);
  CHECK(policy.pick(0b1111, arrivals) == 1);
  CHECK(policy.pick(0b1101, arrivals) == 3);
  CHECK(policy.pick(0b0101, arrivals) == 0);
}

TEST_CASE("the oldest warp is known even when the count of arrivals has wrapped around", "[warp]") {
  const std::vector<std::uint32_t> arrivals = {1, 0xFFFFFFFE, 0};
  IssuePolicy policy(WarpScheduler::greedy_then_oldest);
  CHECK(policy.pick(0b111, arrivals) == 0);  // greedy: slot 0 from the start
  CHECK(policy.pick(0b110, arrivals) == 1);
  CHECK(policy.pick(0b100, arrivals) == 2);
}

TEST_CASE("loose round robin takes the next ready warp after the last", "[warp]") {
  const std::vector<std::uint32_t> arrivals(64, 0);
  IssuePolicy policy(WarpScheduler::loose_round_robin);
  CHECK(policy.pick(0b1111, arrivals) == 1);
  CHECK(policy.pick(0b1111, arrivals) == 2);
  CHECK(policy.pick(0b1001, arrivals) == 3);
  CHECK(policy.pick(0b1001, arrivals) == 0);
  CHECK(policy.pick(std::uint64_t{1} << 63, arrivals) == 63);
  CHECK(policy.pick(0b0100, arrivals) == 2);
}

namespace {

KernelHead head(std::uint32_t threads, std::uint64_t shared = 0, std::uint32_t registers = 0) {
  KernelHead h;
  h.block = {threads, 1, 1};
  h.shared = Bytes(shared);
  h.registers = registers;
  return h;
}
constexpr std::uint64_t KiB = 1024;

}  // namespace

TEST_CASE("occupancy is that of CUDA's calculator", "[warp]") {
  const MachineConfig h200 = shipped("h200");
  const struct {
    KernelHead head;
    std::uint32_t blocks;
    const char* limited_by;
  } cases[] = {
      {head(256), 8, "warps"},
      {head(1024), 2, "warps"},
      {head(32), 32, "blocks"},
      {head(33), 32, "warps"},
      {head(96), 21, "warps"},
      {head(256, 0, 32), 8, "warps"},
      {head(256, 0, 33), 6, "registers"},  // 33 x 32 registers round up to 1,280 a warp
      {head(256, 0, 128), 2, "registers"},
      {head(1024, 0, 64), 1, "registers"},
      {head(256, 48 * KiB), 4, "shared memory"},  // 49 KiB each of 228
      {head(256, 27 * KiB), 8, "warps"},          // 8 x 28 KiB
      {head(32, 227 * KiB), 1, "shared memory"},
      {head(128, 100), 16, "warps"},
  };
  for (const auto& c : cases) {
    INFO(c.head.block.x << " threads, " << c.head.shared.count << " bytes, " << c.head.registers << " registers");
    const auto found = occupancy(c.head, h200);
    REQUIRE(found.has_value());
    CHECK(found->blocks_per_sm == c.blocks);
    CHECK(found->warps_per_sm == c.blocks * c.head.warps_per_block());
    CHECK(found->limited_by == c.limited_by);
    CHECK(found->l1_capacity.count + found->shared_carveout.count == 256 * KiB);
  }
}

TEST_CASE("the carve-out is what was asked for, rounded up, and at least a block's need", "[warp]") {
  const MachineConfig h200 = shipped("h200");
  KernelHead h = head(256, 10 * KiB);
  h.carveout = Bytes(50 * KiB);
  CHECK(occupancy(h, h200)->shared_carveout == Bytes(64 * KiB));
  CHECK(occupancy(h, h200)->blocks_per_sm == 5);
  h.carveout = Bytes(0);
  CHECK(occupancy(h, h200)->shared_carveout == Bytes(16 * KiB));
  CHECK(occupancy(h, h200)->blocks_per_sm == 1);
}

TEST_CASE("a block that no SM can hold is an error that says what it needs", "[warp]") {
  const MachineConfig h200 = shipped("h200");
  const auto too_shared = occupancy(head(32, 228 * KiB), h200);
  REQUIRE(!too_shared.has_value());
  CHECK(too_shared.error().kind == ErrorKind::input);
  CHECK_THAT(too_shared.error().message, Catch::Contains("233472") && Catch::Contains("232448"));
  const auto too_many_registers = occupancy(head(1024, 0, 255), h200);
  REQUIRE(!too_many_registers.has_value());
  CHECK_THAT(too_many_registers.error().message, Catch::Contains("registers"));
  const auto too_many_warps = occupancy(head(512), shipped("teaching"));
  REQUIRE(!too_many_warps.has_value());
  CHECK_THAT(too_many_warps.error().message, Catch::Contains("16 warps") && Catch::Contains("8 warps"));
}

TEST_CASE("measured launches of the H200 have the simulated occupancy", "[warp][hardware]") {
  const auto file = nlohmann::json::parse(content_of(std::string(WARPMEM_TEST_DIR) + "/hardware/h200-kernels.json"));
  const MachineConfig h200 = shipped("h200");
  unsigned carveouts = 0, kernels = 0;
  for (const auto& k : file.at("kernels")) {
    const auto& m = k.at("metrics");
    const std::string block = k.at("block");  // "(32, 8, 1)"
    KernelHead h = head(0, m.at("launch__shared_mem_per_block").get<std::uint64_t>() - 1024, m.at("launch__registers_per_thread"));
    REQUIRE(std::sscanf(block.c_str(), "(%u, %u, %u)", &h.block.x, &h.block.y, &h.block.z) == 3);
    INFO(k.at("kernel") << " " << block);
    const auto found = occupancy(h, h200);
    REQUIRE(found.has_value());
    std::uint32_t limit = ~0U;
    for (const char* name : {"blocks", "registers", "shared_mem", "warps"}) {
      limit = std::min(limit, m.at(std::string("launch__occupancy_limit_") + name).get<std::uint32_t>());
    }
    CHECK(found->blocks_per_sm == limit);
    ++kernels;
    carveouts += found->shared_carveout.count == m.at("launch__shared_mem_config_size").get<std::uint64_t>() ? 1 : 0;
  }
  CHECK(kernels == 25);
  CHECK(carveouts == kernels);
}
