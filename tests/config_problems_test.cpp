// Which parameters must fit each other.
#include <catch2/catch.hpp>
#include <functional>

#include "warpmem/config.hpp"

using namespace warpmem;
using Catch::Matchers::Contains;

namespace {

MachineConfig shipped(const std::string& name) {
  auto loaded = load_config(name);
  REQUIRE(loaded);
  return std::move(loaded->machine);
}

}  // namespace

TEST_CASE("the shipped machines have no problems") {
  for (const ConfigListing& listing : shipped_configs()) CHECK(config_problems(shipped(listing.name)).empty());
}

TEST_CASE("each misfit is found and names its parameters") {
  struct Misfit {
    const char* named;
    std::function<void(MachineConfig&)> make;
  };
  const std::vector<Misfit> misfits{
      {"l2.slices (95)", [](MachineConfig& m) { m.l2.slices = 95; }},
      {"sm.shared_carveouts must ascend", [](MachineConfig& m) { std::swap(m.sm.shared_carveouts.front(), m.sm.shared_carveouts.back()); }},
      {"sm.shared_carveouts must ascend", [](MachineConfig& m) { m.sm.shared_carveouts.push_back(m.sm.shared_carveouts.back()); }},
      {"sm.shared_carveouts is empty", [](MachineConfig& m) { m.sm.shared_carveouts.clear(); }},
      {"must leave some of l1.total", [](MachineConfig& m) { m.l1.total = m.sm.shared_carveouts.back(); }},
      {"l1.tag_bank_masks: a mask of 0", [](MachineConfig& m) { m.l1.tag_bank_masks[1] = 0; }},
      {"l1.tag_bank_masks: equal", [](MachineConfig& m) { m.l1.tag_bank_masks[1] = m.l1.tag_bank_masks[0]; }},
      {"l1.total must be a multiple", [](MachineConfig& m) { m.l1.total = Bytes(256 * 1024 + 64); }},
      {"l1.pending_sectors is 65536", [](MachineConfig& m) { m.l1.pending_sectors = 65536; }},
      {"sm.max_warps (63)", [](MachineConfig& m) { m.sm.max_warps = 63; }},
      {"l2.total", [](MachineConfig& m) { m.l2.total = Bytes(std::uint64_t{m.l2.slices} * m.l2.ways * 128 - 128); }},
      {"l2.fetch", [](MachineConfig& m) { m.l2.fetch = Bytes(48); }},
      {"at least 1 cycle", [](MachineConfig& m) { m.l2.request_latency = m.l2.reply_latency = SmCycles(0); }},
      {"dram.tRAS", [](MachineConfig& m) { m.dram.tRAS = m.dram.tRCD - Nanoseconds(1); }},
      {"dram.tCCD_L", [](MachineConfig& m) { m.dram.tCCD_L = Nanoseconds(0); }},
      {"dram.tFAW", [](MachineConfig& m) { m.dram.tFAW = Nanoseconds(0); }},
      {"dram.tREFI", [](MachineConfig& m) { m.dram.tREFI = m.dram.tRFC; }},
      {"dram.row (1000 bytes) must be a multiple of the 128-byte line", [](MachineConfig& m) { m.dram.row = Bytes(1000); }},
      {"dram.burst (128 bytes)", [](MachineConfig& m) { m.dram.burst = Bytes(128); }},
  };
  for (const Misfit& misfit : misfits) {
    CAPTURE(misfit.named);
    MachineConfig machine = shipped("h200");
    misfit.make(machine);
    const auto problems = config_problems(machine);
    REQUIRE(problems.size() >= 1);
    std::string all;
    for (const auto& problem : problems) all += problem + "\n";
    CHECK_THAT(all, Contains(misfit.named));
  }
}

TEST_CASE("a machine made in code is held to the same ranges as a file, and an empty one does not crash the check") {
  MachineConfig machine = shipped("teaching");
  machine.l1.hit_latency = SmCycles(0);
  machine.dram.channels = 0;
  const auto problems = config_problems(machine);
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0], Contains("l1.hit_latency is 0"));
  CHECK_THAT(problems[1], Contains("dram.channels is 0"));
  MachineConfig zero;
  zero.sm.quadrants = zero.l2.partitions = zero.l2.ways = 0;
  zero.dram.burst = Bytes(0);
  CHECK(config_problems(zero).size() > 20);
}
