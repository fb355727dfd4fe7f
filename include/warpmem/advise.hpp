// What to change in a program, found from counters and addresses, and what it would bring: each change is made to the
// trace while it is read, and the changed trace is simulated on the same machine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "warpmem/config.hpp"
#include "warpmem/error.hpp"
#include "warpmem/machine.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::advise {

enum class Rule : std::uint8_t {
  uncoalesced,     // an instruction touches more sectors than its bytes fit in
  wavefronts,      // a global instruction takes more wavefronts than needed, though its sectors are the fewest
  bank_conflicts,  // a shared instruction takes more wavefronts than needed
  sector_use,      // of the bytes that move to and from L2, few were asked for
  l1_refetch,      // the same sectors are fetched from L2 again and again
  l2_refetch,      // the same bytes are fetched from DRAM again
  same_address,    // reductions or atomics wait in L2, which does those on one address one after another
  few_warps,       // nothing is busy, and few warps are there to wait with
  dram_ceiling     // DRAM's buses are as busy as they get
};

// How the lanes of one instruction lie, over the executions looked at.
struct LanePattern {
  Op op = Op::load;
  Space space = Space::global;
  unsigned bytes = 4;        // per lane
  std::int64_t step = 0;     // bytes from a lane to the next, the commonest
  bool steady = false;       // nine executions in ten have this step between all their lanes
  bool same_offset = false;  // the first lane's address has the same remainder by 128 in all of them
  unsigned line_offset = 0;  // that remainder
  std::uint64_t begin = 0;   // the lowest address, and one past the highest
  std::uint64_t end = 0;
};

struct Finding {
  Rule rule = Rule::uncoalesced;
  std::optional<std::uint32_t> instruction{};  // index into KernelResult::instructions; none: the kernel as a whole
  double share = 0;                            // of the kernel's cycles, 0 to 1
  // uncoalesced, bank_conflicts, wavefronts: sectors or wavefronts of an execution, and the least possible.
  // sector_use: bytes moved for a byte asked for, and 1. l1_refetch, l2_refetch: times each sector is fetched, and 1.
  // same_address: cycles that one waits, and that it would by itself.
  // few_warps: warps resident on an SM, and the most it can hold. dram_ceiling: the buses' busy share, and 1.
  double found = 0, least = 0;
  bool noise = false;                  // too little a share or an excess to act upon
  std::optional<LanePattern> lanes{};  // where the addresses were looked at
};

enum class FixKind : std::uint8_t {
  pad_rows,      // a shared array's rows get `pad` bytes more
  swizzle,       // its column index is xored with the row index
  align,         // a buffer begins `shift` bytes earlier
  planes,        // an array of structures becomes an array for each `unit` bytes of it
  swap_indices,  // threadIdx.x and blockIdx.x take the part of y, and the other way round
  shared_tile,   // one side of a transpose goes through a tile in shared memory, rows padded by `pad` bytes
  wide_threads,  // a thread does what `factor` neighbours did, in accesses that much wider
  wide_fields,   // `factor` neighbouring accesses of a thread become one
  registers,     // `pitch` registers a thread at most
  carveout,      // the launch asks for all the shared memory an SM can give
  merge_blocks   // blocks of `factor` times the threads
};

struct Fix {
  FixKind kind = FixKind::pad_rows;
  std::vector<std::uint32_t> instructions{};  // whose cost it is meant to lower; the first is the costliest
  std::uint64_t begin = 0, end = 0;           // bytes of the array
  std::uint64_t pitch = 0;                    // bytes from row to row, structure to structure, or lane to lane
  std::uint64_t unit = 0;                     // bytes that stay together
  std::uint64_t pad = 0;
  std::uint64_t shift = 0;
  unsigned factor = 0;
  bool flat = false;  // pad_rows, swizzle: lanes do not step by rows; the array is taken as rows of all banks
};

struct Cost {
  std::uint64_t cycles = 0;
  std::uint64_t sectors = 0;       // global and local, at L1
  std::uint64_t l2_sectors = 0;    // moved between L1 and L2
  std::uint64_t wavefronts = 0;    // of shared memory
  std::uint64_t useful_bytes = 0;  // asked for by the lanes of global accesses
};
Cost cost_of(const KernelResult& kernel);

// Changes that were made together, and what the kernel cost then.
struct Trial {
  std::vector<Fix> fixes;
  Cost cost;
  bool helps = false;  // by more than Options::least_gain
};

struct Advice {
  std::uint64_t launch = 0;  // the how manieth of the trace, from 0
  KernelResult kernel;
  Cost cost;
  std::vector<Finding> findings;  // what matters first, costliest first; then noise
  std::vector<Trial> trials;      // fewest cycles first
};

struct Options {
  unsigned threads = 1;
  double least_gain = 0.03;       // of the cycles, for a change to help
  std::size_t most_trials = 12;   // a launch
  std::size_t most_launches = 4;  // the costliest; launches of one name, grid and block count as one
  // As RunOptions::progress; false stops.
  std::function<bool(std::uint64_t instructions)> progress{};
};

using Opener = std::function<Result<std::unique_ptr<TraceSource>>()>;

// Opens the trace once to see it whole, and once for every trial. Empty: `progress` said stop. Errors as simulate() has
// them.
Result<std::vector<Advice>> advise(const Opener& open, const MachineConfig& machine, const Options& options = {});

// The findings that counters alone allow, without lane patterns.
std::vector<Finding> findings(const KernelResult& kernel, const MachineConfig& machine);

}  // namespace warpmem::advise
