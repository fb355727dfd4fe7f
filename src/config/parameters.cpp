#include "config/parameters.hpp"

#include <algorithm>

namespace warpmem {
namespace {

// One line a parameter: section, member, least, most, meaning. The macro makes key and member one and the same.
#define REQUIRED(section, member, least, most, meaning)                                                              \
  Parameter {                                                                                                        \
#section "." #member, [](MachineConfig & m) -> Target { return &m.section.member; }, least, most, meaning, false \
  }
// The same for a parameter whose initialiser in config.hpp is a sensible default.
#define OPTIONAL(section, member, least, most, meaning)                                                             \
  Parameter {                                                                                                       \
#section "." #member, [](MachineConfig & m) -> Target { return &m.section.member; }, least, most, meaning, true \
  }

constexpr double kib = 1024, mib = 1024 * kib, gib = 1024 * mib;

// clang-format off
constexpr Parameter table[] = {
  REQUIRED(launch, overhead,            0, 1e6, "added once a launch to the elapsed cycles: front end and drain of an empty kernel"),
  REQUIRED(launch, block_interval,      0, 1e4, "the whole chip starts at most one block in this time"),
  REQUIRED(launch, block_turnaround,    0, 1e5, "from a block's last warp's end to the first issue of the block in its place"),

  REQUIRED(sm, count,                   1, 1024, "streaming multiprocessors"),
  REQUIRED(sm, clock,                   1, 10000, "SM clock that all cycles here count"),
  OPTIONAL(sm, quadrants,               1, 8, "warp schedulers of an SM"),
  REQUIRED(sm, max_warps,               1, 64, "resident warps of an SM"),
  REQUIRED(sm, max_blocks,              1, 64, "resident blocks of an SM"),
  REQUIRED(sm, registers,               1024, 1048576, "32-bit registers of an SM"),
  OPTIONAL(sm, register_unit,           1, 4096, "registers are given to a warp in this granularity"),
  REQUIRED(sm, shared_reserved,         0, 64 * kib, "shared memory that the system takes from each block"),
  OPTIONAL(sm, shared_unit,             1, 4 * kib, "shared memory is given to a block in this granularity"),
  REQUIRED(sm, shared_carveouts,        0, mib, "what shared memory per SM a launch can get, ascending"),
  OPTIONAL(sm, scheduler,               0, 1, "order of issue among ready warps: greedy_then_oldest or loose_round_robin"),
  REQUIRED(sm, compute_interval,        0, 1e4, "between two dependent instructions of a warp that touch no memory"),
  OPTIONAL(sm, barrier_latency,         0, 1e4, "from the last warp's arrival at a barrier to the first issue after it"),
  REQUIRED(sm, loads_in_flight_per_warp, 1, 64, "loads of one warp that may be outstanding"),

  REQUIRED(lsu, queue_depth,            1, 1024, "memory instructions that wait per quadrant"),
  REQUIRED(lsu, global_interval,        0, 1e3, "between two global or local instructions"),
  REQUIRED(lsu, shared_interval,        0, 1e3, "between two shared memory instructions"),
  REQUIRED(lsu, reduction_lane_interval, 0, 1e3, "per active lane of a global reduction or atomic"),

  REQUIRED(shared, latency,             1, 1e4, "shared memory, issue to data, one wavefront"),
  REQUIRED(shared, wavefront_latency,   0, 1e3, "per further wavefront of one instruction"),

  REQUIRED(l1, total,                   128, gib, "L1 and shared memory of an SM together"),
  REQUIRED(l1, hit_latency,             1, 1e4, "L1 hit, issue to data, one wavefront"),
  REQUIRED(l1, tag_bank_masks,          0, 18446744073709551615.0, "bit i of a line's tag bank is the parity of line address & mask i"),
  REQUIRED(l1, pending_sectors,         1, 65535, "load sectors of an SM asked of L2 and not yet back"),
  REQUIRED(l1, pending_stores,          1, 1048576, "store and reduction sectors of an SM not yet taken by L2"),
  REQUIRED(l1, fill_interval,           0, 1e3, "per sector that comes back from L2"),
  REQUIRED(l1, send_interval,           0, 1e3, "per sector of store data sent to L2"),
  REQUIRED(l1, request_interval,        0, 1e3, "per line request sent to L2"),
  OPTIONAL(l1, victim_draws,            1, 64, "lines of a set drawn at random when one is replaced; the least recently used of them goes"),
  OPTIONAL(l1, usable,                  0.01, 1, "share of the capacity not used for shared memory that holds lines"),

  REQUIRED(l2, total,                   kib, 64 * gib, "L2 capacity, all partitions"),
  OPTIONAL(l2, partitions,              1, 2, "L2 partitions; with 2 each SM has a near and a far one"),
  REQUIRED(l2, slices,                  1, 4096, "L2 slices, all partitions"),
  OPTIONAL(l2, ways,                    1, 16, "lines of an L2 set"),
  OPTIONAL(l2, victim_draws,            1, 64, "ways drawn at random when a line is replaced; the least recently used of them goes"),
  REQUIRED(l2, request_latency,         0, 1e5, "SM to L2 slice"),
  REQUIRED(l2, reply_latency,           0, 1e5, "L2 slice to SM"),
  REQUIRED(l2, far_home_latency,        0, 1e5, "more for a hit on a copy whose home is the other partition"),
  REQUIRED(l2, partition_latency,       0, 1e5, "slice to slice of the other partition, one way"),
  REQUIRED(l2, request_interval,        0, 1e3, "a slice takes a request at most this often"),
  REQUIRED(l2, read_sector_interval,    0, 1e3, "per sector read from a slice"),
  REQUIRED(l2, write_sector_interval,   0, 1e3, "per sector written to a slice"),
  REQUIRED(l2, partial_sector_interval, 0, 1e3, "per sector of which a write brings only some words"),
  REQUIRED(l2, reduction_sector_interval, 0, 1e3, "per sector of a reduction pass"),
  OPTIONAL(l2, fetch,                   32, 64, "what a miss asks of its home slice or of DRAM"),

  REQUIRED(dram, channels,              1, 4096, "independent data buses"),
  OPTIONAL(dram, bank_groups,           1, 64, "bank groups of a channel"),
  OPTIONAL(dram, banks_per_group,       1, 64, "banks of a bank group"),
  REQUIRED(dram, row,                   64, 64 * kib, "row (page) of one bank of one channel"),
  OPTIONAL(dram, burst,                 8, 256, "moved by one column command"),
  REQUIRED(dram, clock,                 1, 20000, "command clock; data move at both edges"),
  REQUIRED(dram, burst_time,            1e-3, 1e3, "data bus time of one burst: burst / peak bandwidth of a channel"),
  REQUIRED(dram, tRCD,                  0, 1e3, "activate to column command"),
  REQUIRED(dram, tRP,                   0, 1e3, "precharge to activate"),
  REQUIRED(dram, tRAS,                  0, 1e3, "activate to precharge"),
  REQUIRED(dram, tCCD_S,                0, 1e3, "column command to column command, other bank group"),
  REQUIRED(dram, tCCD_L,                0, 1e3, "column command to column command, same bank group"),
  REQUIRED(dram, tRRD_S,                0, 1e3, "activate to activate, other bank group"),
  REQUIRED(dram, tFAW,                  0, 1e3, "any five activates take longer than this"),
  REQUIRED(dram, tCL,                   0, 1e3, "read command to first data"),
  REQUIRED(dram, tCWL,                  0, 1e3, "write command to first data"),
  REQUIRED(dram, tWR,                   0, 1e3, "last write data to precharge"),
  REQUIRED(dram, tWTR,                  0, 1e3, "last write data to read command"),
  REQUIRED(dram, tRTW,                  0, 1e3, "read command to write command"),
  REQUIRED(dram, tRTP,                  0, 1e3, "read command to precharge"),
  REQUIRED(dram, tRFC,                  0, 1e5, "refresh of one bank"),
  REQUIRED(dram, tREFI,                 0, 1e6, "between two refreshes of one bank"),
  OPTIONAL(dram, turn_time,             0, 1e4, "lost at each turn of the bus from reading to writing, beside tRTW and tWTR"),
  OPTIONAL(dram, bus_efficiency,        0.01, 1, "share of the bus time that the best streams use"),
  OPTIONAL(dram, reorder_rows,          1, 8, "rows of a bank whose requests the controller's queue groups"),
  REQUIRED(dram, write_batch,           1, 65536, "bursts gathered before the bus turns to writing"),
  REQUIRED(dram, controller_latency,    0, 1e5, "slice to DRAM command and back, beside the timings of the DRAM"),
};
// clang-format on
#undef REQUIRED
#undef OPTIONAL

}  // namespace

std::span<const Parameter> parameters() { return table; }

Target reading_target(const Parameter& parameter, const MachineConfig& machine) {
  // A second table of pointers to const would say the same; this keeps a parameter on one line.
  return parameter.target(const_cast<MachineConfig&>(machine));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

const Parameter* find_parameter(std::string_view key) {
  const auto* found = std::ranges::find(table, key, &Parameter::key);
  return found == std::end(table) ? nullptr : found;
}

bool is_section(std::string_view name) {
  return std::ranges::any_of(
      table, [&](const Parameter& p) { return p.key.size() > name.size() && p.key.starts_with(name) && p.key[name.size()] == '.'; });
}

}  // namespace warpmem
