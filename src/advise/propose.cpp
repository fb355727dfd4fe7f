#include "advise/propose.hpp"

#include <algorithm>

#include "advise/findings.hpp"
#include "advise/fuse.hpp"
#include "advise/rewrite.hpp"
#include "counters/shares.hpp"
#include "warp/occupancy.hpp"

namespace warpmem::advise {
namespace {

constexpr unsigned widest = 16;
constexpr std::size_t longest_tile_turn = 8;  // records of a thread that may be repeated for each of its rows of a tile
constexpr std::uint32_t usual_block = 256;    // threads

std::uint64_t size_of(std::int64_t step) { return static_cast<std::uint64_t>(step < 0 ? -step : step); }

// Neighbours in x are a line or more apart, neighbours in y side by side.
bool goes_down(const ThreadModel::Position& p) {
  return touches_memory(p.record.op) && size_of(p.x) >= line_bytes && p.y == static_cast<std::int64_t>(p.record.bytes);
}
bool goes_along(const ThreadModel::Position& p) { return touches_memory(p.record.op) && p.x == static_cast<std::int64_t>(p.record.bytes); }

void propose_swap(const ThreadModel& model, std::vector<Fix>& out) {
  const KernelHead& h = model.head;
  const bool divides = std::uint64_t{h.grid.y} * h.block.y % h.block.x == 0 && std::uint64_t{h.grid.x} * h.block.x % h.block.y == 0;
  if (!divides) return;
  Fix swap;
  swap.kind = FixKind::swap_indices;
  for (const auto& p : model.positions)
    if (goes_down(p) && std::find(swap.instructions.begin(), swap.instructions.end(), p.record.instruction) == swap.instructions.end())
      swap.instructions.push_back(p.record.instruction);
  if (!swap.instructions.empty()) out.push_back(swap);
}

void propose_tile(const ThreadModel& model, std::vector<Fix>& out) {
  const KernelHead& h = model.head;
  if (model.positions.size() > longest_tile_turn || h.grid.x * h.block.x % TileShape::side != 0 ||
      h.grid.y * h.block.y % TileShape::side != 0)
    return;
  std::size_t down = 0, along = 0;
  const ThreadModel::Position* worst = nullptr;
  bool stored = false;
  for (const auto& p : model.positions) {
    if (!touches_memory(p.record.op)) continue;
    // What is loaded once a store has been made would have to pass it.
    if (p.record.op != Op::store && (p.record.op != Op::load || stored)) return;
    stored = stored || p.record.op == Op::store;
    if (goes_down(p)) {
      ++down;
      worst = &p;
    } else if (goes_along(p)) {
      ++along;
    } else {
      return;
    }
  }
  if (down != 1 || along == 0) return;
  // With padded rows, and without, to show what the padding is for.
  for (const bool padded : {true, false}) {
    Fix through;
    through.kind = FixKind::shared_tile;
    through.instructions = {worst->record.instruction};
    through.unit = worst->record.bytes;
    through.pitch = TileShape::side * through.unit;
    through.pad = padded ? std::max<std::uint64_t>(4, through.unit) : 0;
    out.push_back(through);
  }
}

void propose_wide_threads(const ThreadModel& model, std::vector<Fix>& out) {
  unsigned bytes = 0;
  Fix wide;
  wide.kind = FixKind::wide_threads;
  for (const auto& p : model.positions) {
    if (!touches_memory(p.record.op)) continue;
    if (p.record.op != Op::load && p.record.op != Op::store) return;
    if (p.x == 0 && p.record.op == Op::load) continue;
    if (!goes_along(p)) return;
    bytes = std::max<unsigned>(bytes, p.record.bytes);
    wide.instructions.push_back(p.record.instruction);
  }
  if (bytes == 0 || bytes >= widest) return;
  wide.factor = widest / bytes;
  wide.unit = bytes;
  if (model.head.grid.x % wide.factor != 0) return;
  for (const auto& p : model.positions) {
    const std::uint64_t whole = std::uint64_t{p.record.bytes} * wide.factor;
    if (touches_memory(p.record.op) && p.x != 0 && (p.origin % whole != 0 || size_of(p.y) % whole != 0)) return;
  }
  std::sort(wide.instructions.begin(), wide.instructions.end());
  wide.instructions.erase(std::unique(wide.instructions.begin(), wide.instructions.end()), wide.instructions.end());
  out.push_back(wide);
}

// Several accesses of a thread to one structure.
void propose_wide_fields(const Seen& seen, std::vector<Fix>& out) {
  if (seen.generated) return;
  for (const unsigned factor : {4U, 2U}) {
    std::vector<Record> records = seen.first_warp;
    if (fuse(records, seen.first_list, factor) == 0) continue;
    Fix wide;
    wide.kind = FixKind::wide_fields;
    wide.factor = factor;
    for (std::size_t i = 0; i < records.size(); ++i)
      for (const Record& before : seen.first_warp)
        if (before.instruction == records[i].instruction && touches_memory(before.op) && before.bytes < records[i].bytes) {
          wide.unit = before.bytes;
          if (std::find(wide.instructions.begin(), wide.instructions.end(), before.instruction) == wide.instructions.end())
            wide.instructions.push_back(before.instruction);
        }
    wide.pitch = size_of(seen.patterns[wide.instructions.front()].step);
    out.push_back(wide);
    return;
  }
}

}  // namespace

void propose_threads(const Seen& seen, std::vector<Fix>& out) {
  const ThreadModel& model = seen.model;
  if (model.holds && model.global_coordinates()) {
    propose_tile(model, out);
    propose_swap(model, out);
    propose_wide_threads(model, out);
  }
  propose_wide_fields(seen, out);
}

void propose_launch(const Seen& seen, const KernelResult& kernel, const MachineConfig& machine, std::vector<Fix>& out) {
  const KernelHead& h = seen.head;
  const std::uint64_t threads = h.block.volume();
  const std::string& limit = kernel.occupancy.limited_by;
  const auto room_with = [&](const KernelHead& head) {
    const auto o = occupancy(head, machine);
    return o ? o->warps_per_sm : 0;
  };
  // More room is of use only to blocks that are waiting for it.
  const bool waiting = h.grid.volume() > std::uint64_t{kernel.occupancy.blocks_per_sm} * machine.sm.count;
  Fix fix;
  if (limit == "registers" && waiting) {
    KernelHead fewer = h;
    while (fewer.registers > 16 && room_with(fewer) <= kernel.occupancy.warps_per_sm) --fewer.registers;
    fix.kind = FixKind::registers;
    fix.pitch = fewer.registers;
    if (room_with(fewer) > kernel.occupancy.warps_per_sm) out.push_back(fix);
  }
  if (limit == "shared memory" && waiting && !machine.sm.shared_carveouts.empty()) {
    KernelHead more = h;
    more.carveout = machine.sm.shared_carveouts.back();
    fix.kind = FixKind::carveout;
    fix.pitch = more.carveout->count;
    if (room_with(more) > kernel.occupancy.warps_per_sm) out.push_back(fix);
  }
  const bool in_a_row = h.grid.y == 1 && h.grid.z == 1 && h.block.y == 1 && h.block.z == 1 && threads % lanes_per_warp == 0;
  if (in_a_row && threads < usual_block) {
    fix.kind = FixKind::merge_blocks;
    fix.factor = static_cast<unsigned>(usual_block / threads);
    while (fix.factor > 1 && h.grid.x % fix.factor != 0) fix.factor /= 2;
    // Blocks started one by one, or too many for an SM to hold at a time.
    const bool held_up = limit == "blocks" || kernel.launch_wait_cycles * 10 > kernel.cycles;
    if (fix.factor > 1 && held_up && h.grid.x / fix.factor >= machine.sm.count) out.push_back(fix);
  }
}

std::vector<Fix> propose(const Seen& seen, const KernelResult& kernel, const MachineConfig& machine, const std::vector<Finding>& findings) {
  std::vector<Fix> out;
  for (const Finding& f : findings) {
    if (!f.instruction || f.share < least_share || *f.instruction >= seen.patterns.size() || !seen.patterns[*f.instruction].seen) continue;
    std::vector<Fix> fixes;
    if (f.rule == Rule::bank_conflicts) propose_shared_layout(seen, *f.instruction, fixes);
    if (f.rule == Rule::uncoalesced) propose_global_layout(seen, *f.instruction, fixes);
    for (Fix& fix : fixes) {
      // Two instructions on one array call for the same.
      const bool known = std::any_of(out.begin(), out.end(), [&](const Fix& o) {
        return o.kind == fix.kind && o.begin == fix.begin && o.end == fix.end && o.pitch == fix.pitch && o.shift == fix.shift;
      });
      if (!known) out.push_back(std::move(fix));
    }
  }
  propose_threads(seen, out);
  propose_launch(seen, kernel, machine, out);
  return out;
}

}  // namespace warpmem::advise
