// What goes in at one level comes out at the next; cold footprints, write-back, and latencies level by level.
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "simulate_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

const std::vector<std::string> machines{"h200", "a100-sxm4-80gb", "a100-sxm4-40gb", "teaching"};

void check_conserved(const KernelResult& k) {
  const auto loads = global(k, Op::load);
  const auto local_loads = k.sm.local[index_of(Op::load)];
  CHECK(tex(k, L2Op::read) == loads.sectors - loads.sector_hits + local_loads.sectors - local_loads.sector_hits);
  CHECK(tex(k, L2Op::write) == global(k, Op::store).sectors + k.sm.local[index_of(Op::store)].sectors);
  CHECK(tex(k, L2Op::reduction) == global(k, Op::reduction).sectors);
  CHECK(tex(k, L2Op::atomic) == global(k, Op::atomic).sectors);
  for (std::size_t op = 0; op < l2_ops; ++op) {
    CHECK(k.l2.hits_tex[op] <= k.l2.sectors_tex[op]);
    CHECK(k.l2.hits[op] <= k.l2.sectors[op]);
    CHECK(k.l2.sectors_tex[op] <= k.l2.sectors[op]);
  }
  CHECK(k.dram.bytes_written <= 32 * k.l2.evicted_dirty_sectors);
  CHECK(k.dram.bytes_read % 32 == 0);
  std::uint64_t issued = 0;
  for (std::size_t op = 0; op < memory_ops; ++op)
    issued += k.sm.global[op].instructions + k.sm.shared[op].instructions + k.sm.local[op].instructions;
  CHECK(issued <= k.sm.instructions);
  std::uint64_t by_instruction = 0, sectors = 0;
  for (const InstructionCounters& row : k.per_instruction) {
    by_instruction += row.executed;
    sectors += row.sectors;
  }
  CHECK(by_instruction == issued);
  std::uint64_t at_l1 = 0;
  for (std::size_t op = 0; op < memory_ops; ++op) at_l1 += k.sm.global[op].sectors + k.sm.local[op].sectors;
  CHECK(sectors == at_l1);
  CHECK(k.sm.resident_warp_cycles >= k.sm.active_cycles);
}

}  // namespace

TEST_CASE("what one level asks, the next is asked", "[machine]") {
  const char* sources[] = {"gen:copy,elements=3000",
                           "gen:copy,elements=1000,bytes=16,unroll=2,grid=4",
                           "gen:read,elements=4000,offset=1,block=64",
                           "gen:random,elements=2000,span=100000,seed=9,block=128",
                           "gen:aos,elements=1000,pitch=12,bytes=4,block=64",
                           "gen:write,elements=2000,stride=3,block=64",
                           "gen:broadcast,elements=1000,block=32"};
  for (const std::string& name : machines) {
    const MachineConfig machine = shipped(name);
    for (const std::string source : sources) {
      const std::string fitting = name == "teaching" && source.find("block=") == std::string::npos ? source + ",block=64" : source;
      INFO(fitting << " on " << name);
      check_conserved(simulate_one(fitting, machine));
    }
  }
}

TEST_CASE("reductions, atomics and local memory are conserved too", "[machine]") {
  std::string text = "kernel mixed grid=8 block=64\n";
  for (int b = 0; b < 8; ++b) {
    text += "block " + std::to_string(b) + "\n";
    for (int w = 0; w < 2; ++w) {
      text += "warp " + std::to_string(w) +
              "\nst.local.b32 0x7f8000000000+4\nld.local.b32 0x7f8000000000+4\nred.global.b32 0x7f0000000000+8\n" +
              "atom.global.b64 0x7f0000100000\nld.global.b32 0x7f0000000000+4\nst.global.b8 " + std::to_string(0x7f0000200000 + 64 * b) +
              "+1\n";
    }
  }
  for (const std::string& name : machines) {
    INFO(name);
    const KernelResult k = simulate_kernel(text, shipped(name));
    check_conserved(k);
    CHECK(global(k, Op::reduction).instructions == 16);
    CHECK(global(k, Op::atomic).sectors == 16 * 32);
  }
}

TEST_CASE("a cold read moves exactly its footprint from DRAM and writes nothing", "[machine]") {
  for (const std::string& name : machines) {
    const bool tiny = name == "teaching";
    const std::uint64_t bytes = tiny ? 8192 : 1U << 20;
    const KernelResult k = simulate_one("gen:read,block=64,elements=" + std::to_string(bytes / 4), shipped(name));
    INFO(name);
    CHECK(k.dram.bytes_read == bytes);
    CHECK(k.dram.bytes_written == 0);
    CHECK(tex(k, L2Op::read) == bytes / 32);
  }
}

TEST_CASE("written lines stay in L2 until they are evicted", "[machine]") {
  const KernelResult fits = simulate_one("gen:write,elements=1048576", shipped("h200"));
  CHECK(fits.dram.bytes_written == 0);
  CHECK(fits.dram.bytes_read == 0);
  CHECK(fits.l2.evicted_dirty_sectors == 0);
  const KernelResult overflows = simulate_one("gen:write,elements=16384,block=64", shipped("teaching"));  // 64 KiB through 16 KiB
  CHECK(overflows.l2.evicted_dirty_sectors == (65536 - 16384) / 32);
  CHECK(overflows.dram.bytes_written == 65536 - 16384);
  CHECK(overflows.dram.bytes_read == 0);
}

TEST_CASE("sectors written in part are read and merged when they are evicted", "[machine]") {
  const KernelResult k = simulate_one("gen:write,elements=4096,stride=8,block=64", shipped("teaching"));  // 4 of each 32 bytes
  CHECK(k.l2.evicted_dirty_sectors == (4096 * 32 - 16384) / 32);
  CHECK(k.dram.bytes_read == 4096 * 32 - 16384);
}

TEST_CASE("caches that stay warm answer the next launch", "[machine]") {
  RunOptions warm;
  warm.flush_caches = false;
  const std::string one = "kernel again grid=1 block=32\nld.global.b32 0x7f0000000000+4\n";
  const auto kept = simulate_text(one + one, shipped("h200"), warm);
  const auto flushed = simulate_text(one + one, shipped("h200"));
  REQUIRE(kept.size() == 2);
  CHECK(global(kept[0], Op::load).sector_hits == 0);
  CHECK(global(kept[1], Op::load).sector_hits == 4);
  CHECK(kept[1].dram.bytes_read == 0);
  CHECK(kept[1].cycles < kept[0].cycles);
  CHECK(global(flushed[1], Op::load).sector_hits == 0);
  CHECK(flushed[1].cycles == flushed[0].cycles);
}

namespace {

double chase(const MachineConfig& machine, std::uint64_t footprint, unsigned steps) {
  const KernelResult k =
      simulate_one("gen:chase,stride=128,steps=" + std::to_string(steps) + ",footprint=" + std::to_string(footprint), machine);
  return static_cast<double>(k.cycles) / steps;
}

using Table = std::vector<std::pair<double, double>>;  // bytes, cycles
double interpolated(const Table& table, double bytes) {
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (table[i].first < bytes) continue;
    const auto [x0, y0] = table[i - 1];
    const auto [x1, y1] = table[i];
    return y0 + (y1 - y0) * (bytes - x0) / (x1 - x0);
  }
  return table.back().second;
}
Table h200_chase() {
  Table table;
  std::ifstream in(std::string(WARPMEM_TEST_DIR) + "/hardware/h200-timing.csv");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("chase,")) continue;
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    table.emplace_back(std::stod(fields.at(1)), std::stod(fields.at(3)));
  }
  REQUIRE(table.size() > 5);
  return table;
}
Table a100_chase() {
  Table table;
  const auto file = nlohmann::json::parse(content_of(std::string(WARPMEM_TEST_DIR) + "/hardware/a100-published.json"));
  for (const auto& row : file.at("latency_kB_cycles")) table.emplace_back(1000 * row.at(0).get<double>(), row.at(1).get<double>());
  return table;
}

}  // namespace

TEST_CASE("a pointer chase takes the measured latency in L1, L2 and DRAM", "[machine][hardware]") {
  const struct {
    const char* config;
    Table table;
    std::uint64_t large;  // the A100 still gets a little slower beyond 128 MiB, where nothing but translation can be the reason
  } parts[] = {{"h200", h200_chase(), 128U << 20}, {"a100-sxm4-80gb", a100_chase(), 256U << 20}};
  for (const auto& part : parts) {
    const MachineConfig machine = shipped(part.config);
    for (const std::uint64_t footprint : {std::uint64_t{65} << 10, std::uint64_t{4} << 20, part.large}) {
      const double measured = interpolated(part.table, static_cast<double>(footprint));
      INFO(part.config << ", " << (footprint >> 10) << " KiB");
      CHECK(chase(machine, footprint, 1000) == Approx(measured).epsilon(0.03));
    }
  }
}

TEST_CASE("shared memory answers in its latency, and later with every wavefront more", "[machine]") {
  constexpr unsigned loads = 200;
  for (const std::string& name : machines) {
    const MachineConfig machine = shipped(name);
    for (const unsigned wavefronts : {1U, 2U, 4U, 8U, 32U}) {
      std::string text = "kernel chain grid=1 block=32 shared=4096\n";
      for (unsigned i = 0; i < loads; ++i) text += "ld.shared.b32 0+" + std::to_string(4 * wavefronts) + " dep=all\n";
      const KernelResult k = simulate_kernel(text, machine);
      INFO(name << ", " << wavefronts << " wavefronts");
      CHECK(shared(k, Op::load).wavefronts == loads * wavefronts);
      const double expected = machine.shared.latency.count + (wavefronts - 1) * machine.shared.wavefront_latency.count;
      CHECK(static_cast<double>(k.cycles) / loads == Approx(expected).margin(0.1));
    }
  }
}

TEST_CASE("a line that all SMs keep reading costs the same wherever its home is", "[machine]") {
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  std::vector<double> cycles;
  for (const std::uint64_t line : {0U, 1U, 2U, 3U}) {
    std::string text = "kernel k grid=108 block=128\n";
    const std::string load = "ld.global.cg.b32 " + std::to_string(0x7f0000000000 + 128 * line) + "\n";
    for (int block = 0; block < 108; ++block) {
      text += "block " + std::to_string(block) + "\n";
      for (int warp = 0; warp < 4; ++warp) {
        text += "warp " + std::to_string(warp) + "\n";
        for (int i = 0; i < 20; ++i) text += load;
      }
    }
    cycles.push_back(static_cast<double>(simulate_kernel(text, machine).cycles));
  }
  for (const double c : cycles) CHECK(c == Approx(cycles.front()).epsilon(0.02));
}
