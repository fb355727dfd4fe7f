#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/advice.hpp"
#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "units/lane_step.hpp"
#include "warpmem/access.hpp"

namespace warpmem::report {
namespace {

using advise::Fix;
using advise::FixKind;
using advise::LanePattern;
using advise::Rule;

constexpr const char* verb(Op op) {
  switch (op) {
    case Op::load:
      return "reads";
    case Op::store:
      return "writes";
    default:
      return "adds";
  }
}

bool adds(Op op) { return op == Op::reduction || op == Op::atomic; }

std::uint64_t size_of(std::int64_t step) { return static_cast<std::uint64_t>(step < 0 ? -step : step); }

// "Lane l reads 8,192 l bytes further on"
std::string walk(const LanePattern& lanes) {
  return fmt::format("Lane l {} {} l bytes further {}", verb(lanes.op), count(size_of(lanes.step)), lanes.step < 0 ? "back" : "on");
}

std::string bank_walk(const LanePattern& lanes) {
  const std::uint64_t bytes = size_of(lanes.step);
  if (bytes == 0 && lanes.steady && adds(lanes.op)) return "All lanes name one word, and atomics on one word take turns.";
  if (bytes == 0 || bytes % 4 != 0) return "";
  const std::uint64_t banks = 32 / std::gcd(bytes / 4, std::uint64_t{32});
  const std::string where = banks == 1 ? "always in the same bank" : banks < 32 ? fmt::format("in {} of the 32 banks", banks) : "";
  if (where.empty()) return "";
  if (!lanes.steady) return fmt::format("Neighbouring lanes are mostly {} apart, {}.", counted(bytes / 4, "word"), where);
  return fmt::format("{}, {}: {}.", walk(lanes), counted(bytes / 4, "word"), where);
}

std::string element_type(std::uint64_t bytes) {
  switch (bytes) {
    case 1:
      return "unsigned char";
    case 2:
      return "half";
    case 8:
      return "float2";
    case 16:
      return "float4";
    default:
      return "float";
  }
}

// Of `factor` elements of `unit` bytes as one.
std::string vector_type(std::uint64_t unit, unsigned factor) {
  if (unit == 1 && factor <= 4) return factor == 2 ? "uchar2" : "uchar4";
  if (unit == 2 && factor == 2) return "half2";
  return element_type(unit * factor);
}

std::string words(std::uint64_t bytes) { return bytes % 4 == 0 ? counted(bytes / 4, "word") : counted(bytes, "byte"); }

const char* part(unsigned factor) { return factor == 2 ? "half" : factor == 4 ? "a quarter" : factor == 8 ? "an eighth" : "a sixteenth"; }

// Several fields of a structure at once, as they are read or written.
std::string wide_access(const Fix& fix, const KernelResult& kernel) {
  const std::string type = vector_type(fix.unit, fix.factor);
  const std::uint64_t whole = fix.unit * fix.factor;
  const bool stores = !fix.instructions.empty() && kernel.instructions[fix.instructions.front()].op.starts_with("st.");
  const std::string target = fmt::format("{}{}*", stores ? "" : "const ", type);
  // Where the whole is the structure, structures are an array of it; a part of one is reached through its first field.
  const std::string at =
      fix.pitch == whole ? fmt::format("reinterpret_cast<{}>(a)[i]", target) : fmt::format("*reinterpret_cast<{}>(&a[i].x)", target);
  return fmt::format("{}; or a structure with __align__({})", stores ? at + " = v" : type + " v = " + at, whole);
}

}  // namespace

const char* rule_name(const advise::Finding& finding, const KernelResult& kernel) {
  switch (finding.rule) {
    case Rule::uncoalesced: {
      const std::string& op = kernel.instructions[*finding.instruction].op;
      return op.starts_with("ld") ? "uncoalesced-load" : op.starts_with("st") ? "uncoalesced-store" : "uncoalesced-atomic";
    }
    case Rule::wavefronts:
      return "excess-wavefronts";
    case Rule::bank_conflicts:
      return "bank-conflicts";
    case Rule::sector_use:
      return "sector-use";
    case Rule::l1_refetch:
      return "l1-refetch";
    case Rule::l2_refetch:
      return "l2-refetch";
    case Rule::same_address:
      return "same-address";
    case Rule::few_warps:
      return "few-warps";
    default:
      return "dram-ceiling";
  }
}

std::string lanes_text(const LanePattern& lanes) {
  if (lanes.space == Space::shared) return bank_walk(lanes);
  const std::uint64_t step = size_of(lanes.step);
  if (lanes.steady && step == 0 && adds(lanes.op)) return "All lanes name one address and take turns.";
  if (!lanes.steady || step == 0) return "";
  if (step >= line_bytes) return walk(lanes) + ": every lane its own line.";
  if (step >= sector_bytes) return walk(lanes) + ": every lane its own sector.";
  if (step > lanes.bytes)
    return fmt::format("{}: {} of every {} bytes {} {}.", walk(lanes), lanes.bytes, step, lanes.bytes == 1 ? "is" : "are",
                       lanes.op == Op::load ? "used" : "written");
  if (step == lanes.bytes && lanes.same_offset && lanes.line_offset != 0)
    return fmt::format("Lanes lie side by side, but the first one's address is {} past a line.", counted(lanes.line_offset, "byte"));
  return "";
}

std::string lanes_of(std::size_t instruction, const KernelResult& kernel, const MachineConfig& machine,
                     const std::vector<SampleAccess>& samples) {
  const auto sample = std::find_if(samples.begin(), samples.end(), [&](const SampleAccess& s) { return s.instruction == instruction; });
  if (sample == samples.end() || instruction >= kernel.per_instruction.size()) return "";
  const Record& record = sample->access.record;
  const InstructionCounters& c = kernel.per_instruction[instruction];
  const bool shared = record.space == Space::shared;
  const double cost = shared ? analyse_shared(record, sample->access.addresses).wavefronts
                             : analyse_global(record, sample->access.addresses, machine.l1).sectors;
  const double mean = shared ? ratio(c.wavefronts, c.executed) : ratio(c.sectors, c.requests);
  constexpr double alike = 0.02;
  LanePattern lanes;
  if (std::abs(cost - mean) > alike * mean || record.lanes.size() < 2) return "";
  if (!common_step(record.lanes, lane_addresses(record, sample->access.addresses), lanes.step)) return "";
  lanes.op = record.op;
  lanes.space = record.space;
  lanes.bytes = record.bytes;
  lanes.steady = true;
  return lanes_text(lanes);
}

std::string finding_text(const advise::Finding& finding, const KernelResult& kernel, const MachineConfig& machine) {
  std::string out = finding.lanes ? lanes_text(*finding.lanes) : "";
  if (!out.empty()) out += ' ';
  const std::string least = times(finding.least);
  switch (finding.rule) {
    case Rule::uncoalesced: {
      const std::string& op = kernel.instructions[*finding.instruction].op;
      if (!op.starts_with("ld") && !op.starts_with("st") && out.empty())
        out = "Lanes on one address take turns, or lanes lie apart in sectors of their own. ";
      if (out.empty()) out = "Lanes lie apart, without a common step. ";
      return out + fmt::format("{} a request where {} would do: {} % of the bytes are used.", amount(finding.found, "sector"), least,
                               times(100 * ratio(finding.least, finding.found)));
    }
    case Rule::wavefronts:
      return out +
             fmt::format("The sectors are the fewest, but they take {} where {} would do.", amount(finding.found, "wavefront"), least);
    case Rule::bank_conflicts:
      if (out.empty()) {
        const std::string& op = kernel.instructions[*finding.instruction].op;
        out = op.starts_with("red.") || op.starts_with("atom.") ? "Lanes meet at one word, or in one bank with different words. "
                                                                : "Lanes meet in the same bank with different words. ";
      }
      return out + fmt::format("{} where {} would do.", amount(finding.found, "wavefront"), least);
    case Rule::sector_use:
      return fmt::format("{} bytes move between L1 and L2 for each byte asked for.", decimal(finding.found, 1));
    case Rule::l1_refetch:
      return fmt::format(
          "Each sector comes from L2 {} times: other SMs ask for it too, or it has left L1 when it is wanted again. {} would fetch it "
          "less often.",
          decimal(finding.found, 1),
          shared_total(kernel).instructions > 0 ? "A larger tile in shared memory than the one it has, or larger blocks around it,"
                                                : "A tile in shared memory, or threads of one block that share what they read,");
    case Rule::l2_refetch:
      return fmt::format(
          "Each byte comes from DRAM {} times: what is read again has left L2. Working through the data in pieces that L2 holds "
          "would fetch it once.",
          decimal(finding.found, 1));
    case Rule::same_address:
      return fmt::format(
          "Each takes {} cycles where one by itself takes about {}: L2 does those on one address one after another. Add up within the "
          "warp (shuffles) or the block (shared memory) first, and let one thread add the sum.",
          decimal(finding.found, 0), decimal(finding.least, 0));
    case Rule::few_warps: {
      const Occupancy& o = kernel.occupancy;
      const std::uint64_t blocks = kernel.head.grid.volume();
      std::string why = "blocks end sooner than new ones start";
      if (static_cast<double>(kernel.head.warps_per_block() * blocks) < finding.least * machine.sm.count)
        why = fmt::format("the grid has only {}", counted(blocks, "block"));
      else if (o.warps_per_sm < 0.5 * finding.least)
        why = fmt::format("there is room for no more than {}, for lack of {}", count(o.warps_per_sm),
                          o.limited_by == "blocks" ? "places for blocks" : o.limited_by);
      return fmt::format("Nothing is busy: warps wait, and {} of {} an SM are too few to wait with; {}.", decimal(finding.found, 1),
                         decimal(finding.least, 0), why);
    }
    default:
      return fmt::format("DRAM's buses are busy {} of the time: {}.", percent(finding.found),
                         finding.found >= 0.9 ? "only moving fewer bytes would make it faster"
                                              : "moving fewer bytes would make it faster, and more of them in flight would use the rest");
  }
}

const char* fix_name(FixKind kind) {
  constexpr const char* names[] = {"pad-rows",     "swizzle",     "align",           "structure-of-arrays", "swap-indices", "shared-tile",
                                   "wide-threads", "wide-fields", "fewer-registers", "more-shared-memory",  "larger-blocks"};
  return names[static_cast<std::size_t>(kind)];
}

std::string fix_text(const Fix& fix, const KernelResult& kernel) {
  switch (fix.kind) {
    case FixKind::pad_rows:
      if (fix.flat) return fmt::format("an element left out after every {}", fix.pitch / fix.unit);
      return fmt::format("rows padded to {}", words(fix.pitch + fix.pad));
    case FixKind::swizzle:
      return fix.flat ? "indices swizzled" : "columns swizzled by the row";
    case FixKind::align:
      return fmt::format("array moved to begin on a line, {} earlier", counted(fix.shift, "byte"));
    case FixKind::planes:
      return fix.pitch / fix.unit <= 16 ? "an array for each field (structure of arrays)"
                                        : fmt::format("array stored the other way round, {}", counted(fix.pitch / fix.unit, "plane"));
    case FixKind::swap_indices:
      return "x and y swapped, so that lanes walk the contiguous direction";
    case FixKind::shared_tile:
      return fix.pad > 0 ? fmt::format("through shared memory, rows padded to {}", words(fix.pitch + fix.pad))
                         : fmt::format("through shared memory, rows of {}", words(fix.pitch));
    case FixKind::wide_threads:
      return fmt::format("{} bytes a thread, {} of the threads", fix.unit * fix.factor, part(fix.factor));
    case FixKind::wide_fields:
      return fmt::format("{} accesses of {} as one of {}", fix.factor, counted(fix.unit, "byte"), fix.unit * fix.factor);
    case FixKind::registers:
      return fmt::format("at most {} a thread instead of {}", counted(fix.pitch, "register"), kernel.head.registers);
    case FixKind::carveout:
      return fmt::format("{} KiB of shared memory on each SM instead of {}", fix.pitch / 1024,
                         kernel.occupancy.shared_carveout.count / 1024);
    default:
      return fmt::format("blocks of {} threads instead of {}", kernel.head.block.volume() * fix.factor, kernel.head.block.volume());
  }
}

std::string change_text(const Fix& fix, const KernelResult& kernel) {
  const std::string type = element_type(fix.unit);
  const std::uint64_t columns = fix.unit == 0 ? 0 : fix.pitch / fix.unit;
  const std::uint64_t rows = fix.pitch == 0 ? 0 : (fix.end - fix.begin + fix.pitch - 1) / fix.pitch;
  switch (fix.kind) {
    case FixKind::pad_rows:
      if (fix.flat) return fmt::format("t[i + i / {}] instead of t[i], where it is written and where it is read", columns);
      return fmt::format("__shared__ {} t[{}][{}]; instead of t[{}][{}]", type, rows, columns + fix.pad / fix.unit, rows, columns);
    case FixKind::swizzle:
      if (fix.flat) return fmt::format("t[i ^ i / {0} % {0}] instead of t[i], where it is written and where it is read", columns);
      return fmt::format("t[y][x ^ y % {}] instead of t[y][x], where it is written and where it is read",
                         std::min<std::uint64_t>(fix.pitch, line_bytes) / fix.unit);
    case FixKind::align:
      return "let the array begin at a multiple of 128 bytes, or the first warp do the odd elements";
    case FixKind::planes:
      if (columns <= 16) return fmt::format("{} a[{}][N]; instead of an array of {}-byte structures", type, columns, fix.pitch);
      return fmt::format("a[x * N + i] instead of a[i * {} + x]", columns);
    case FixKind::swap_indices:
      return "take the row from blockIdx.y and threadIdx.y, the column from blockIdx.x and threadIdx.x";
    case FixKind::shared_tile:
      return fmt::format("__shared__ {} tile[{}][{}]; fill it along rows, __syncthreads(), read tile[threadIdx.x][row]", type, columns,
                         (fix.pitch + fix.pad) / fix.unit);
    case FixKind::wide_threads:
      return fmt::format("pointers to {} and {} of the blocks", vector_type(fix.unit, fix.factor), part(fix.factor));
    case FixKind::wide_fields:
      return wide_access(fix, kernel);
    case FixKind::registers:
      return fmt::format("-maxrregcount={} or __launch_bounds__; what spills is not counted here", fix.pitch);
    case FixKind::carveout:
      return "cudaFuncSetAttribute(f, cudaFuncAttributePreferredSharedMemoryCarveout, 100)";
    default:
      return "more threads a block, fewer blocks";
  }
}

std::string gain_text(const advise::Trial& trial, const advise::Cost& before) {
  const advise::Cost& after = trial.cost;
  const double faster = ratio(before.cycles, after.cycles);
  std::string out = fmt::format("{} instead of {}", counted(after.cycles, "cycle"), count(before.cycles));
  if (faster >= 1.2)
    out += fmt::format(", {} times faster", decimal(faster, faster < 10 ? 1 : 0));
  else if (faster > 1)
    out += fmt::format(", {} fewer", percent(1 - 1 / faster));
  // What it is owed to: the count that fell the most.
  struct Count {
    const char* noun;
    const char* where;
    std::uint64_t was, is;
  };
  const Count counts[] = {{"wavefront", " in shared memory", before.wavefronts, after.wavefronts},
                          {"sector", "", before.sectors, after.sectors},
                          {"sector", " to and from L2", before.l2_sectors, after.l2_sectors}};
  const Count* most = nullptr;
  for (const Count& c : counts)
    if (c.was > 0 && c.is * 10 <= c.was * 9 && (most == nullptr || ratio(c.is, c.was) < ratio(most->is, most->was))) most = &c;
  if (most != nullptr) out += fmt::format("; {}{} instead of {}", counted(most->is, most->noun), most->where, count(most->was));
  return out;
}

}  // namespace warpmem::report
