// What a configuration file means once it is read.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "temporary_folder.hpp"
#include "warpmem/config.hpp"

using namespace warpmem;

namespace {

MachineConfig machine_of(const std::string& name, const std::vector<std::string>& overrides = {}) {
  const auto loaded = load_config(name, overrides);
  INFO((loaded ? std::string() : loaded.error().message));
  REQUIRE(loaded);
  return loaded->machine;
}

ParameterValue shown(const LoadedConfig& loaded, const std::string& key) {
  const auto found = std::ranges::find(loaded.parameters, key, &ParameterValue::key);
  REQUIRE(found != loaded.parameters.end());
  return *found;
}

}  // namespace

TEST_CASE("the shipped machines are the parts they are named after") {
  const MachineConfig a100 = machine_of("a100-sxm4-80gb");
  CHECK(a100.sm.count == 108);
  CHECK(a100.sm.clock == Megahertz(1410));
  CHECK(a100.l1.total == Bytes(192 * 1024));
  CHECK(a100.l2.total == Bytes(40ULL << 20));
  CHECK(a100.sm.shared_carveouts.back() == Bytes(164 * 1024));
  CHECK(a100.dram_peak_GBs() == Approx(2039).epsilon(0.001));

  const MachineConfig small = machine_of("a100-sxm4-40gb");
  CHECK(small.sm.count == 108);
  CHECK(small.dram_peak_GBs() == Approx(1555).epsilon(0.001));

  const MachineConfig h200 = machine_of("h200");
  CHECK(h200.sm.count == 132);
  CHECK(h200.sm.shared_carveouts.size() == 10);
  CHECK(h200.sm.shared_carveouts.back() == Bytes(228 * 1024));
  CHECK(h200.dram_peak_GBs() == Approx(4814.3).epsilon(0.001));
}

TEST_CASE("DRAM bursts follow one another without a gap between bank groups, at the peak of the bus") {
  for (const auto* name : {"a100-sxm4-40gb", "a100-sxm4-80gb", "h200", "teaching"}) {
    CAPTURE(name);
    const DramConfig dram = machine_of(name).dram;
    CHECK(dram.tCCD_S <= dram.burst_time);
  }
}

TEST_CASE("the tag bank masks hold the bits measured on H200 and the fold published for A100") {
  const auto contribution = [](const MachineConfig& m, unsigned bit) {
    return static_cast<unsigned>((m.l1.tag_bank_masks[0] >> bit & 1U) | (m.l1.tag_bank_masks[1] >> bit & 1U) << 1U);
  };
  const MachineConfig h200 = machine_of("h200");
  for (const unsigned bit : {0, 2, 5, 9, 11, 13, 16, 18, 22}) CHECK(contribution(h200, bit) == 1);
  for (const unsigned bit : {1, 3, 6, 8, 10, 15, 20}) CHECK(contribution(h200, bit) == 2);
  for (const unsigned bit : {4, 7, 12, 14, 17, 19, 21, 23}) CHECK(contribution(h200, bit) == 3);
  const MachineConfig a100 = machine_of("a100-sxm4-80gb");
  for (unsigned bit = 0; bit < 40; ++bit) CHECK(contribution(a100, bit) == (bit % 2 == 0 ? 1U : 2U));
}

TEST_CASE("every number of every shipped machine has a source, and none is left to a default") {
  REQUIRE(shipped_configs().size() >= 4);
  for (const ConfigListing& listing : shipped_configs()) {
    CAPTURE(listing.name);
    CHECK_FALSE(listing.description.empty());
    const auto loaded = load_config(listing.name);
    INFO((loaded ? std::string() : loaded.error().message));
    REQUIRE(loaded);
    CHECK(loaded->machine.name == listing.name);
    for (const ParameterValue& p : loaded->parameters) {
      CAPTURE(p.key);
      CHECK_FALSE(p.source.empty());
      CHECK(p.from != "default");
      CHECK_FALSE(p.meaning.empty());
    }
  }
}

TEST_CASE("a file may be written in other units, and a bare number is unsourced") {
  const TemporaryFolder folder;
  const std::string path = folder.write(
      "mine.json", R"({"extends": "teaching", "l1": {"total": {"value": 16, "unit": "KiB", "source": "a guess"}, "hit_latency": 12},
    "sm": {"clock": {"value": 1.5, "unit": "GHz"}}})");
  const auto loaded = load_config(path);
  REQUIRE(loaded);
  CHECK(loaded->machine.l1.total == Bytes(16384));
  CHECK(loaded->machine.l1.hit_latency == SmCycles(12));
  CHECK(loaded->machine.sm.clock == Megahertz(1500));

  const ParameterValue total = shown(*loaded, "l1.total");
  CHECK(total.value == "16");
  CHECK(total.unit == "KiB");
  CHECK(total.source == "a guess");
  CHECK(total.from == path);
  const ParameterValue latency = shown(*loaded, "l1.hit_latency");
  CHECK(latency.unit == "cycles");
  CHECK(latency.source.empty());
  CHECK(shown(*loaded, "l2.slices").from.ends_with("teaching.json"));
}

TEST_CASE("a machine is named by its file unless the file says otherwise, and never by what it extends") {
  const TemporaryFolder folder;
  CHECK(machine_of(folder.write("mine.json", R"({"extends": "teaching"})")).name == "mine");
  CHECK(machine_of(folder.write("other.json", R"({"extends": "teaching", "name": "lab 3"})")).name == "lab 3");
}

TEST_CASE("extends looks beside the file first, then among the shipped") {
  const TemporaryFolder folder;
  folder.write("teaching.json", R"({"extends": "h200", "sm": {"count": 7}})");
  const std::string path = folder.write("mine.json", R"({"extends": "teaching"})");
  CHECK(machine_of(path).sm.count == 7);
  CHECK(machine_of(folder.write("by-path.json", R"({"extends": "./mine.json"})")).sm.count == 7);
}

TEST_CASE("WARPMEM_CONFIG_DIR comes before the shipped configurations") {
  const TemporaryFolder folder;
  folder.write("lab.json", R"({"extends": "teaching", "sm": {"count": 5}, "description": "of the lab"})");
  REQUIRE_FALSE(load_config("lab"));
  setenv("WARPMEM_CONFIG_DIR", folder.path().c_str(), 1);
  const auto loaded = load_config("lab");
  const auto listing = shipped_configs();
  unsetenv("WARPMEM_CONFIG_DIR");
  REQUIRE(loaded);
  CHECK(loaded->machine.sm.count == 5);
  CHECK(std::ranges::count(listing, "of the lab", &ConfigListing::description) == 1);
}

TEST_CASE("overrides set any parameter and are shown as such") {
  const auto loaded =
      load_config("h200", {"l1.hit_latency=40", "l2.total=30MiB", "sm.shared_carveouts=0,8,16KiB", "l1.tag_bank_masks=0x1,0x2",
                           "sm.scheduler=loose_round_robin", "dram.burst_time=1.5e-1 ns", "l1.usable=.5"});
  INFO((loaded ? std::string() : loaded.error().message));
  REQUIRE(loaded);
  const MachineConfig& m = loaded->machine;
  CHECK(m.l1.hit_latency == SmCycles(40));
  CHECK(m.l2.total == Bytes(30ULL << 20));
  CHECK(m.sm.shared_carveouts == std::vector<Bytes>{Bytes(0), Bytes(8192), Bytes(16384)});
  CHECK(m.l1.tag_bank_masks == std::array<std::uint64_t, 2>{1, 2});
  CHECK(m.sm.scheduler == WarpScheduler::loose_round_robin);
  CHECK(m.dram.burst_time == Nanoseconds(0.15));
  CHECK(m.l1.usable == 0.5);
  CHECK(shown(*loaded, "l1.hit_latency").from == "--set");
}

TEST_CASE("overrides that only fit together are taken together") {
  CHECK(machine_of("h200", {"l2.slices=95", "l2.partitions=1"}).l2.slices == 95);
}

TEST_CASE("the digest follows the values and nothing else") {
  const TemporaryFolder folder;
  const std::string digest = machine_of("teaching").digest;
  CHECK(digest.starts_with("fnv1a:"));
  CHECK(digest.size() == 22);
  CHECK(machine_of("teaching").digest == digest);
  CHECK(machine_of(folder.write("a.json", R"({"extends": "teaching", "l1": {"total": {"value": 12, "unit": "KiB", "source": "x"}}})"))
            .digest == digest);
  CHECK(machine_of(folder.write("b.json", R"({"extends": "teaching", "l1": {"total": 12288}})")).digest == digest);
  std::set<std::string> digests{digest};
  for (const auto* change :
       {"l1.hit_latency=11", "l1.hit_latency=11.5", "sm.count=3", "sm.scheduler=loose_round_robin", "sm.shared_carveouts=0,1024"}) {
    digests.insert(machine_of("teaching", {change}).digest);
  }
  CHECK(digests.size() == 6);
}
