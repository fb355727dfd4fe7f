// What each stage counts, as plain structs that add up. src/report/metrics.cpp gives them Nsight Compute's names.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "warpmem/trace.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

inline constexpr std::size_t memory_ops = 4;  // load, store, reduction, atomic
constexpr std::size_t index_of(Op op) { return static_cast<std::size_t>(op); }

// Global or local accesses of one kind, at L1.
struct L1OpCounters {
  std::uint64_t instructions = 0;
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t sector_hits = 0;
  std::uint64_t tag_wavefronts = 0;
  std::uint64_t data_wavefronts = 0;
  std::uint64_t lane_bytes = 0;     // asked for by active lanes
  std::uint64_t ideal_sectors = 0;  // the fewest sectors these lane bytes fit in, per instruction
};
struct SharedOpCounters {
  std::uint64_t instructions = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t ideal_wavefronts = 0;
  std::uint64_t lane_bytes = 0;
};

// Where the time of memory instructions went, from issue to the data's return, summed over instructions (loads and
// atoms) or over line requests (stores and reductions); in ticks.
enum class Wait : std::uint8_t { lsu, l1_room, l1_data, network, l2, dram, count };
inline constexpr std::size_t wait_kinds = static_cast<std::size_t>(Wait::count);
constexpr std::size_t index_of(Wait wait) { return static_cast<std::size_t>(wait); }

struct SmCounters {
  std::array<L1OpCounters, memory_ops> global{}, local{};
  std::array<SharedOpCounters, memory_ops> shared{};
  std::uint64_t instructions = 0;                                 // warp instructions issued, `compute N` as N
  std::uint64_t active_cycles = 0;                                // cycles with a warp resident
  std::uint64_t resident_warp_cycles = 0;                         // summed over warps
  std::uint64_t issue_busy = 0;                                   // cycles of quadrants that issued
  std::uint64_t lsu_busy_ticks = 0, tag_busy = 0, data_busy = 0;  // the stages' occupied time (ticks, cycles, cycles)
  std::array<std::uint64_t, wait_kinds> wait_ticks{};             // loads and atoms, issue to data
  std::array<std::uint64_t, wait_kinds> store_wait_ticks{};       // stores and reductions, issue to acceptance by L2
  void add(const SmCounters& other);
};

enum class L2Op : std::uint8_t { read, write, reduction, atomic, count };
inline constexpr std::size_t l2_ops = static_cast<std::size_t>(L2Op::count);
struct L2Counters {
  std::uint64_t requests_tex = 0;                   // from SMs
  std::array<std::uint64_t, l2_ops> sectors_tex{};  // from SMs
  std::array<std::uint64_t, l2_ops> hits_tex{};
  std::array<std::uint64_t, l2_ops> sectors{};  // from SMs and from the other partition
  std::array<std::uint64_t, l2_ops> hits{};
  std::uint64_t busy_ticks = 0;  // summed over slices
  std::uint64_t evicted_dirty_sectors = 0;
  void add(const L2Counters& other);
};
struct DramCounters {
  std::uint64_t bytes_read = 0, bytes_written = 0;
  std::uint64_t row_hits = 0, row_misses = 0;  // bursts' groups that found their row open, or not
  std::uint64_t busy_ticks = 0;                // data buses, summed over channels
  void add(const DramCounters& other);
};

// One row per instruction of the program: global, local and shared accesses alike.
struct InstructionCounters {
  std::uint64_t executed = 0;
  std::uint64_t requests = 0;                          // L1 requests; shared instructions for shared memory
  std::uint64_t sectors = 0, ideal_sectors = 0;        // 0 for shared memory
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // max(tag, data) for global; data for shared memory
  std::uint64_t lines = 0;                             // global: lines touched
  std::uint64_t lane_bytes = 0;
  std::uint64_t wait_ticks = 0;  // issue to data, or to acceptance by L2 for stores, summed
  void add(const InstructionCounters& other);
};

}  // namespace warpmem
