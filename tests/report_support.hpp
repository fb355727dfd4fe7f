// Kernel results made by hand, with round numbers whose figures can be worked out on paper.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "warpmem/machine.hpp"
#include "warpmem/report.hpp"

namespace report_test {

using namespace warpmem;

// 4 SMs of 4 schedulers and 64 warps at 1,000 MHz; 8 slices; 4 channels of 32 bytes in 1 ns: 128 GB/s.
inline MachineConfig machine() {
  MachineConfig m;
  m.name = "paper";
  m.digest = "fnv1a:0";
  m.sm.count = 4;
  m.sm.clock = Megahertz(1000);
  m.sm.max_warps = 64;
  m.sm.shared_reserved = Bytes(1024);
  m.shared.latency = SmCycles(23);
  m.shared.wavefront_latency = SmCycles(2);
  m.l1.tag_bank_masks = {0x5555555555555555U, 0xAAAAAAAAAAAAAAAAU};
  m.l2.slices = 8;
  m.l2.request_latency = m.l2.reply_latency = SmCycles(100);
  m.dram.channels = 4;
  m.dram.burst_time = Nanoseconds(1);
  return m;
}

inline InstructionInfo instruction(std::string op, std::string source, std::uint64_t pc = 0) {
  InstructionInfo info;
  info.op = std::move(op);
  info.source = std::move(source);
  info.pc = pc;
  return info;
}

inline KernelResult empty_kernel(std::string name) {
  KernelResult k;
  k.head.name = std::move(name);
  k.head.grid = {64, 1, 1};
  k.head.block = {256, 1, 1};
  k.occupancy = {8, 64, Bytes(0), Bytes(192 * 1024), "warps"};
  return k;
}

// A transpose whose stores touch 32 sectors where 4 would do: 8 times the useful bytes, L2 busy 90 % of the time.
// 512 warps load and store 128 bytes each in 10,000 cycles of 1 ns.
inline KernelResult transpose() {
  KernelResult k = empty_kernel("transpose");
  k.cycles = 10'000;
  k.elapsed_cycles = 13'000;
  k.time_us = 10;
  k.elapsed_ns = 13'000;
  L1OpCounters& ld = k.sm.global[index_of(Op::load)];
  ld = {.instructions = 512,
        .requests = 512,
        .sectors = 2048,
        .sector_hits = 0,
        .tag_wavefronts = 512,
        .data_wavefronts = 512,
        .lane_bytes = 65'536,
        .ideal_sectors = 2048};
  L1OpCounters& st = k.sm.global[index_of(Op::store)];
  st = {.instructions = 512,
        .requests = 512,
        .sectors = 16'384,
        .sector_hits = 0,
        .tag_wavefronts = 4096,
        .data_wavefronts = 512,
        .lane_bytes = 65'536,
        .ideal_sectors = 2048};
  k.sm.instructions = 1024;
  k.sm.issue_busy = 1600;
  k.sm.active_cycles = 40'000;
  k.sm.resident_warp_cycles = 1'280'000;
  k.sm.data_busy = 4608;
  k.sm.tag_busy = 4608;
  k.sm.lsu_busy_ticks = 1024 * ticks_per_cycle;
  k.sm.wait_ticks = {0, 0, 1000 * ticks_per_cycle, 500 * ticks_per_cycle, 0, 1000 * ticks_per_cycle};
  // Each of a store's 32 lines counts its wait.
  k.sm.store_wait_ticks = {0, 0, 0, 32 * 500 * ticks_per_cycle, 32 * 7000 * ticks_per_cycle, 0};
  k.l2.requests_tex = 512 + 16'384;
  k.l2.sectors_tex = {2048, 16'384, 0, 0};
  k.l2.hits_tex = {0, 16'384, 0, 0};
  k.l2.sectors = {3072, 24'576, 0, 0};
  k.l2.hits = {1024, 24'576, 0, 0};
  k.l2.busy_ticks = 72'000 * ticks_per_cycle;
  k.dram.bytes_read = 65'536;
  k.dram.busy_ticks = 2048 * ticks_per_cycle;
  k.dram.row_hits = 30;
  k.dram.row_misses = 10;
  k.launch_wait_cycles = 400;
  k.instructions = {instruction("ld.global.b32", "transpose.cu:14", 0x10), instruction("st.global.b32", "transpose.cu:14", 0x20)};
  k.per_instruction.resize(2);
  k.per_instruction[0] = {.executed = 512,
                          .requests = 512,
                          .sectors = 2048,
                          .ideal_sectors = 2048,
                          .wavefronts = 512,
                          .ideal_wavefronts = 512,
                          .lines = 512,
                          .lane_bytes = 65'536,
                          .wait_ticks = 307'200 * ticks_per_cycle};
  k.per_instruction[1] = {.executed = 512,
                          .requests = 512,
                          .sectors = 16'384,
                          .ideal_sectors = 2048,
                          .wavefronts = 4096,
                          .ideal_wavefronts = 512,
                          .lines = 16'384,
                          .lane_bytes = 65'536,
                          .wait_ticks = 16'384 * 1800 * ticks_per_cycle};
  return k;
}

// 100 shared loads of 32 wavefronts each keep the data stage busy.
inline KernelResult conflicts() {
  KernelResult k = empty_kernel("columns");
  k.head.grid = {1, 1, 1};
  k.cycles = k.elapsed_cycles = 4000;
  k.time_us = 4;
  k.elapsed_ns = 4000;
  k.sm.shared[index_of(Op::load)] = {
      .instructions = 100, .wavefronts = 3200, .conflicts = 3100, .ideal_wavefronts = 100, .lane_bytes = 12'800};
  k.sm.shared[index_of(Op::reduction)] = {.instructions = 3, .wavefronts = 6, .conflicts = 3, .ideal_wavefronts = 3, .lane_bytes = 384};
  k.sm.shared[index_of(Op::atomic)] = {.instructions = 2, .wavefronts = 10, .conflicts = 8, .ideal_wavefronts = 2, .lane_bytes = 256};
  k.sm.instructions = 105;
  k.sm.issue_busy = 105;
  k.sm.active_cycles = 4000;
  k.sm.resident_warp_cycles = 8000;
  k.sm.data_busy = 3216;
  k.sm.wait_ticks[static_cast<std::size_t>(Wait::l1_data)] = 8000 * ticks_per_cycle;
  k.instructions = {instruction("ld.shared.b32", "", 0x40)};
  k.per_instruction.resize(1);
  k.per_instruction[0] = {.executed = 100,
                          .requests = 100,
                          .sectors = 0,
                          .ideal_sectors = 0,
                          .wavefronts = 3200,
                          .ideal_wavefronts = 100,
                          .lines = 0,
                          .lane_bytes = 12'800,
                          .wait_ticks = 8000 * ticks_per_cycle};
  k.not_modelled = {{"texture loads", 1234}};
  return k;
}

inline double figure(const std::vector<std::pair<std::string, double>>& figures, const std::string& name) {
  for (const auto& [n, value] : figures)
    if (n == name) return value;
  throw std::runtime_error("no figure is called " + name);
}

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace report_test
