// What every trace becomes: launches of blocks of warps of records. One record is one warp instruction.
// A TraceSource hands out launches, and the blocks of a launch in launch order; it holds no more than that needs.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "warpmem/error.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

enum class Op : std::uint8_t { load, store, reduction, atomic, barrier, wait, compute, mark };
enum class Space : std::uint8_t { global, shared, local };
// PTX cache operators. `ca` is the default of loads, `wb` that of stores.
enum class CacheHint : std::uint8_t { ca, cg, cs, lu, cv, wb, wt };

constexpr bool touches_memory(Op op) { return op <= Op::atomic; }
constexpr bool returns_data(Op op) { return op == Op::load || op == Op::atomic; }

// Which outstanding loads of its warp a record waits for before it issues.
struct Dependence {
  static constexpr std::uint16_t none = 0xFFFF;  // wait for nothing
  std::uint16_t newest_exempt = none;            // wait for all but the N newest loads; 0: for all
};

// One warp instruction. 32 bytes, no ownership.
struct Record {
  // base + lane * stride when !listed; otherwise `base` is the index of the first of lanes.size() addresses,
  // one per active lane in lane order, in the list handed out beside the record.
  // For shared memory an address is an offset into the block's shared memory. For `compute`, base is the number
  // of warp instructions.
  std::uint64_t base = 0;
  std::int64_t stride = 0;
  LaneMask lanes{};
  std::uint32_t instruction = 0;  // index into TraceSource::instructions(): pc and source line
  Dependence dependence{};
  Op op = Op::load;
  Space space = Space::global;
  CacheHint cache = CacheHint::ca;
  std::uint8_t bytes = 4;  // per lane: 1, 2, 4, 8 or 16
  bool listed = false;
};

// Where an instruction stands in the program.
struct InstructionInfo {
  std::uint64_t pc = 0;          // 0 when the trace gives none
  std::string source;            // "file:line", may be empty
  std::string op;                // as in the text trace: "ld.global.b32"
  std::uint64_t trace_line = 0;  // where it first stood in the trace file; 0: no file
};

struct KernelHead {
  std::string name = "trace";
  Dim3 grid{};
  Dim3 block{32, 1, 1};
  Bytes shared{};                   // per block, static and dynamic together
  std::uint32_t registers = 0;      // per thread; 0: unknown, no limit from registers
  std::optional<Bytes> carveout{};  // shared memory per SM that the launch asked for; none: the driver's choice

  constexpr std::uint32_t warps_per_block() const {
    return static_cast<std::uint32_t>((block.volume() + lanes_per_warp - 1) / lanes_per_warp);
  }
};

// Computes records on demand, so that a block of a million instructions costs no memory. Must be const and
// stateless: record `position` of warp `warp` of block `block` is a pure function of these numbers, and several
// threads ask at once.
class RecordGenerator {
 public:
  virtual ~RecordGenerator() = default;
  // Fills `records` from position `position` on; listed addresses go to `addresses` (room for 32 per record),
  // indexed from its start. Returns how many records were made: fewer than asked only at the warp's end.
  virtual std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                               std::span<std::uint64_t> addresses) const = 0;
};

// The records of one block. Reused from block to block, so that reading allocates only while it grows.
struct BlockTrace {
  std::uint64_t index = 0;                     // linear: x + grid.x * (y + grid.y * z)
  std::vector<Record> records;                 // of warp 0, then warp 1, ...; empty when `generator` is set
  std::vector<std::size_t> warp_begin;         // warps + 1 indices into `records`; empty when `generator` is set
  std::vector<std::uint64_t> addresses;        // of listed records
  const RecordGenerator* generator = nullptr;  // owned by the TraceSource, lives until its next_kernel()
};

// Something left out because the machine does not model it: named and counted, never dropped in silence.
struct NotModelled {
  std::string what;         // "LDSM", "texture loads", ...
  std::uint64_t count = 0;  // warp instructions
};

class TraceSource {
 public:
  virtual ~TraceSource() = default;
  // Moves to the next launch, past any blocks not yet read. nullopt: the end. The head is checked: no dimension is 0,
  // a block has at most 1,024 threads.
  virtual Result<std::optional<KernelHead>> next_kernel() = 0;
  // Reads the launch's next block into `out`. false: the launch has no more.
  // Every address is checked: aligned to its width, a shared offset within the block's shared memory.
  virtual Result<bool> next_block(BlockTrace& out) = 0;
  // Grows while blocks are read; never shrinks within a launch, starts anew with each.
  virtual const std::vector<InstructionInfo>& instructions() const = 0;
  // For the launch read last.
  virtual std::vector<NotModelled> not_modelled() const { return {}; }
  // What to call the trace in a report: the path or the generator's text.
  virtual std::string name() const = 0;
  // "sha256:..." or "fnv:..." of the bytes read or of the generator's canonical text. Complete once the end was reached.
  virtual std::string digest() const = 0;
};

// Opens whatever a user can name where a trace is wanted: a file of any known format (recognised by content, plain or
// compressed), "-" for standard input, "gen:NAME,key=value,...", "kernel:NAME,key=value,...".
Result<std::unique_ptr<TraceSource>> open_trace(const std::string& name);

// The instruction's name in the text format, without cache operator when it is the default: "ld.global.b32".
std::string op_text(Op op, Space space, CacheHint cache, unsigned bytes);

// One line of a text trace, outside any file: "ld.global.b32 0x1004+4 @0000ffff". For `explain`.
struct ParsedAccess {
  Record record;
  std::vector<std::uint64_t> addresses;  // filled when record.listed
};
Result<ParsedAccess> parse_access(std::string_view text);

// Writers. `path` "-" is standard output. A path that cannot be opened is a usage error, a write that fails an internal
// one; an error of the source is its own.
enum class TraceFormat : std::uint8_t { text, binary };
struct TraceSummary {
  std::uint64_t kernels = 0, blocks = 0, warps = 0, records = 0, memory_records = 0;
  std::uint64_t lane_accesses = 0;
  std::vector<NotModelled> not_modelled;
};
Result<TraceSummary> write_trace(TraceSource& source, const std::string& path, TraceFormat format);
// Reads a trace to its end and sums it up; the first error is the result.
Result<TraceSummary> check_trace(TraceSource& source);

}  // namespace warpmem
