// The traces in traces/: each shows what its name and its comment say.
#include <filesystem>
#include <map>
#include <set>

#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

std::size_t distinct(const Access& access, std::uint64_t unit) {
  std::set<std::uint64_t> parts;
  for (const std::uint64_t address : access.addresses) parts.insert(address / unit);
  return parts.size();
}

// The most distinct words that any bank must serve. For 4-byte lanes.
std::size_t bank_degree(const Access& access) {
  std::map<std::uint64_t, std::set<std::uint64_t>> words;
  for (const std::uint64_t address : access.addresses) words[address / 4 % 32].insert(address / 4);
  std::size_t most = 0;
  for (const auto& [bank, of_bank] : words) most = std::max(most, of_bank.size());
  return most;
}

Launch example(const std::string& name) { return launch_of(read_all(std::string(WARPMEM_SOURCE_DIR) + "/traces/" + name)); }

}  // namespace

TEST_CASE("the global examples touch the lines and sectors they speak of", "[trace][examples]") {
  const struct {
    const char* name;
    std::size_t lines, sectors;
  } examples[] = {{"global-aligned", 1, 4},
                  {"global-misaligned", 2, 5},
                  {"global-stride-2", 2, 8},
                  {"global-stride-8", 8, 32},
                  {"global-stride-32", 32, 32},
                  {"global-random", 32, 32},
                  {"global-2d-row", 1, 4},
                  {"global-2d-column", 32, 32},
                  {"global-float2", 2, 8},
                  {"global-float4", 4, 16},
                  {"global-aos-12", 3, 12},
                  {"global-aos-16", 4, 16},
                  {"global-aos-12-all-fields", 3, 12},
                  {"global-soa", 1, 4},
                  {"global-broadcast", 1, 1}};
  for (const auto& expected : examples) {
    INFO(expected.name);
    for (const Access& access : example(std::string(expected.name) + ".wmt").accesses) {
      CHECK(distinct(access, line_bytes) == expected.lines);
      CHECK(distinct(access, sector_bytes) == expected.sectors);
    }
  }
}

TEST_CASE("the shared examples have the conflicts they speak of", "[trace][examples]") {
  const struct {
    const char* name;
    std::size_t degree;
  } examples[] = {{"shared-conflict-free", 1}, {"shared-2-way", 2},      {"shared-4-way", 4},         {"shared-32-way-column", 32},
                  {"shared-broadcast", 1},     {"shared-shifted", 1},    {"shared-column-padded", 1}, {"shared-stride-2-padded", 2},
                  {"shared-tile-row", 1},      {"shared-tile-row-16", 1}};
  for (const auto& expected : examples) {
    INFO(expected.name);
    CHECK(bank_degree(example(std::string(expected.name) + ".wmt").accesses.at(0)) == expected.degree);
  }
}

TEST_CASE("the three transposes move the same data", "[trace][examples]") {
  for (const char* name : {"transpose-naive", "transpose-shared", "transpose-padded"}) {
    INFO(name);
    const Launch launch = example(std::string(name) + ".wmt");
    std::set<std::uint64_t> read, written;
    for (const Access& access : launch.accesses) {
      if (access.record.space != Space::global) continue;
      (access.record.op == Op::load ? read : written).insert(access.addresses.begin(), access.addresses.end());
      if (std::string(name) == "transpose-naive" && access.record.op == Op::store) CHECK(distinct(access, line_bytes) == 32);
    }
    CHECK(read.size() == 64 * 64);
    CHECK(written.size() == 64 * 64);
    CHECK(*written.rbegin() - *written.begin() == 4 * 64 * 64 - 4);
    for (const Access& access : launch.accesses) {
      if (access.record.space != Space::shared || access.record.op != Op::load) continue;
      CHECK(bank_degree(access) == (std::string(name) == "transpose-shared" ? 32 : 1));
    }
  }
}

TEST_CASE("no example is left without a test", "[trace][examples]") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(WARPMEM_SOURCE_DIR) + "/traces"))
    files += entry.path().extension() == ".wmt" ? 1 : 0;
  CHECK(files == 15 + 10 + 3);
}

TEST_CASE("the vectorAdd that Accel-Sim's tracer recorded gives its known totals", "[trace][examples][accelsim]") {
  const Launch launch = example("accel-sim-vectoradd/kernelslist.g");
  CHECK(launch.head.name == "_Z9vectorAddPKfS0_Pfi");
  CHECK(launch.head.grid == Dim3{196, 1, 1});
  CHECK(launch.head.block == Dim3{256, 1, 1});
  CHECK(launch.head.registers == 12);
  CHECK(launch.not_modelled.empty());
  std::size_t loads = 0, load_sectors = 0, stores = 0, store_sectors = 0;
  for (const Access& access : launch.accesses) {
    if (!touches_memory(access.record.op)) continue;
    const std::size_t sectors = distinct(access, sector_bytes);
    (access.record.op == Op::load ? loads : stores) += 1;
    (access.record.op == Op::load ? load_sectors : store_sectors) += sectors;
  }
  CHECK(loads == 3126);
  CHECK(load_sectors == 12500);
  CHECK(stores == 1563);
  CHECK(store_sectors == 6250);
}
