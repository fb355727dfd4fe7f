// A machine as plain numbers. Files: configs/NAME.json; every number there has a unit and a source.
// Read from a file or by name with load_config; src/config/parameters.cpp is the table that ties each member to its
// key, unit, range and meaning.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "warpmem/error.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

enum class WarpScheduler : std::uint8_t { greedy_then_oldest, loose_round_robin };

// How blocks reach the SMs, and what the profiler counts beside the kernel.
struct LaunchConfig {
  SmCycles overhead{};          // added once a launch to sm__cycles_elapsed.max: front end and drain of an empty kernel
  SmCycles block_interval{};    // the whole chip starts at most one block in this time
  SmCycles block_turnaround{};  // from a block's last warp's end to the first issue of the block that takes its place
};

struct SmConfig {
  std::uint32_t count = 0;
  Megahertz clock{};
  std::uint32_t quadrants = 4;  // warp schedulers; warp w of the SM belongs to quadrant w mod quadrants
  std::uint32_t max_warps = 0;
  std::uint32_t max_blocks = 0;
  std::uint32_t registers = 0;          // 32-bit, per SM
  std::uint32_t register_unit = 256;    // allocation granularity per warp
  Bytes shared_reserved{};              // taken by the system from each block's shared memory
  Bytes shared_unit{128};               // allocation granularity
  std::vector<Bytes> shared_carveouts;  // ascending: what shared memory per SM a launch can get
  WarpScheduler scheduler = WarpScheduler::greedy_then_oldest;
  SmCycles compute_interval{};                 // between two dependent instructions of one warp that touch no memory
  SmCycles barrier_latency{20};                // from the last warp's arrival to the first issue after the barrier
  std::uint32_t loads_in_flight_per_warp = 0;  // at most 64
};

// The load-store unit that the quadrants share: one queue in, one address stage.
struct LsuConfig {
  std::uint32_t queue_depth = 0;       // instructions waiting per quadrant
  SmCycles global_interval{};          // between two global or local instructions
  SmCycles shared_interval{};          // between two shared instructions
  SmCycles reduction_lane_interval{};  // per active lane of a global red or atom
};

struct SharedConfig {
  SmCycles latency{};            // issue to data, one wavefront
  SmCycles wavefront_latency{};  // per further wavefront of one instruction: a quadrant's return port
};

struct L1Config {
  Bytes total{};                                  // L1 and shared memory together
  SmCycles hit_latency{};                         // issue to data, one wavefront
  std::array<std::uint64_t, 2> tag_bank_masks{};  // bit i of a line's tag bank is the parity of line address & mask i
  std::uint32_t pending_sectors = 0;              // load sectors asked of L2 and not yet back, per SM
  std::uint32_t pending_stores = 0;               // store, red and atom sectors not yet taken by L2, per SM
  SmCycles fill_interval{};                       // per sector that comes back from L2
  SmCycles send_interval{};                       // per sector of store data sent to L2
  SmCycles request_interval{};                    // per line request sent to L2
  std::uint32_t victim_draws = 6;  // lines of a set drawn at random when one is replaced; the least recently used of them goes
  double usable = 1;               // share of the capacity not used for shared memory that holds lines
};

struct L2Config {
  Bytes total{};
  std::uint32_t partitions = 2;  // 1 or 2
  std::uint32_t slices = 0;      // over all partitions
  std::uint32_t ways = 16;
  std::uint32_t victim_draws = 3;        // ways drawn at random when a line is replaced; the least recently used of them goes
  SmCycles request_latency{};            // SM to slice
  SmCycles reply_latency{};              // slice to SM; with request_latency the hit latency seen beyond L1
  SmCycles far_home_latency{};           // more for a hit on a copy whose home is the other partition
  SmCycles partition_latency{};          // slice to slice of the other partition, one way
  SmCycles request_interval{};           // a slice takes a request at most this often
  SmCycles read_sector_interval{};       // per sector read from a slice
  SmCycles write_sector_interval{};      // per sector written to a slice
  SmCycles partial_sector_interval{};    // per sector of which a write brings only some words
  SmCycles reduction_sector_interval{};  // per sector of a reduction pass
  Bytes fetch{64};                       // what a miss asks of the home or of DRAM: 32 or 64
};

// DRAM timings carry JEDEC's names. One channel here is one independent data bus (an HBM pseudo-channel counts by itself).
struct DramConfig {
  std::uint32_t channels = 0;
  std::uint32_t bank_groups = 4;  // per channel
  std::uint32_t banks_per_group = 4;
  Bytes row{};               // of one bank of one channel
  Bytes burst{32};           // moved by one column command
  Megahertz clock{};         // of the command clock; says what part is meant, the timings below count
  Nanoseconds burst_time{};  // data bus time of one burst: burst / channel's peak bandwidth
  // tCWL and tWR are read and not used (docs/deviations.md).
  Nanoseconds tRCD{}, tRP{}, tRAS{}, tCCD_S{}, tCCD_L{}, tRRD_S{}, tFAW{}, tCL{}, tCWL{}, tWR{}, tWTR{}, tRTW{}, tRTP{}, tRFC{}, tREFI{};
  Nanoseconds turn_time{};         // lost at each turn from reading to writing, beside tRTW and tWTR
  double bus_efficiency = 1;       // share of the bus time that the best streams use
  std::uint32_t reorder_rows = 4;  // rows of a bank, 1 to 8, whose requests the controller's queue groups
  std::uint32_t write_batch = 0;   // bursts gathered before the bus turns to writing
  SmCycles controller_latency{};   // slice to DRAM command and back, beside the timings above
};

struct MachineConfig {
  std::string name;
  std::string description;
  std::string digest;  // of the values, whatever the file's layout
  LaunchConfig launch;
  SmConfig sm;
  LsuConfig lsu;
  SharedConfig shared;
  L1Config l1;
  L2Config l2;
  DramConfig dram;

  // The theoretical peak of the DRAM buses together, bytes per nanosecond (GB/s).
  double dram_peak_GBs() const {
    return static_cast<double>(dram.channels) * static_cast<double>(dram.burst.count) / dram.burst_time.count;
  }
};

// One parameter as it was read, for `config show`.
struct ParameterValue {
  std::string key;      // "l1.hit_latency"
  std::string value;    // as in the file
  std::string unit;     // "cycles"; empty for a plain count
  std::string source;   // empty: unsourced
  std::string meaning;  // one line
  std::string from;     // the configuration file that set it
};

struct LoadedConfig {
  MachineConfig machine;
  std::vector<ParameterValue> parameters;  // in the table's order
};

// `name` is a shipped configuration's name or a path to a JSON file. Overrides are "key=value" strings as given with --set.
Result<LoadedConfig> load_config(const std::string& name, const std::vector<std::string>& overrides = {});
struct ConfigListing {
  std::string name, description;
};
std::vector<ConfigListing> shipped_configs();
// The JSON schema of configuration files, for editors.
std::string config_schema();
// Everything that is not consistent in the machine (an interval of 0 where one is needed, ...). Empty: fine.
std::vector<std::string> config_problems(const MachineConfig& machine);

}  // namespace warpmem
