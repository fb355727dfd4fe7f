// Padding, swizzles, planes and alignment.
#include <algorithm>
#include <bit>

#include "advise/layout.hpp"
#include "advise/propose.hpp"
#include "shared/shared.hpp"

namespace warpmem::advise {
namespace {

constexpr std::uint64_t bank_row = 128;      // bytes over all banks
constexpr std::uint64_t narrowest_row = 32;  // a shorter row is a few words: not what anyone pads
constexpr std::uint64_t widest_structure = 1024;
constexpr std::uint64_t most_fields = 16;  // more are columns of a matrix: if it is written, others may want it as it is
constexpr double worth_trying = 0.9;       // of the wavefronts, as the samples have them

Fix over(const Region& region, FixKind kind, std::uint32_t first) {
  Fix fix;
  fix.kind = kind;
  fix.begin = region.begin;
  fix.end = region.end;
  fix.instructions = {first};
  for (const std::uint32_t i : region.instructions)
    if (i != first) fix.instructions.push_back(i);
  return fix;
}

// Wavefronts that the sampled executions of the array's instructions take under a map, each standing for as many as it
// was drawn from; negative when the map tears one apart.
double sampled_wavefronts(const Seen& seen, const Region& region, const std::vector<LayoutMap>& maps) {
  double sum = 0;
  for (const std::uint32_t i : region.instructions) {
    const InstructionPattern& p = seen.patterns[i];
    double own = 0;
    for (const Sample& s : p.samples) {
      LaneAddresses packed{};
      unsigned n = 0;
      for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
        if (s.record.lanes.has(lane)) packed[n++] = s.at[lane];
      Record record = s.record;
      record.listed = true;
      record.base = 0;
      LaneAddresses mapped{};
      std::uint64_t used = 0;
      if (!map_record(record, packed.data(), maps, mapped.data(), used)) return -1;
      own += shared_wavefronts(record, mapped.data()).wavefronts;
    }
    if (!p.samples.empty()) sum += own / static_cast<double>(p.samples.size()) * static_cast<double>(p.executed);
  }
  return sum;
}

}  // namespace

void propose_shared_layout(const Seen& seen, std::uint32_t instruction, std::vector<Fix>& out) {
  const InstructionPattern& p = seen.patterns[instruction];
  const Region region = region_of(seen.patterns, instruction);
  const auto step = static_cast<std::uint64_t>(p.step < 0 ? -p.step : p.step);
  const std::uint64_t unit = std::max(4U, region.widest);
  std::vector<std::uint64_t> pitches;
  if (step >= narrowest_row && step < region.end - region.begin) pitches.push_back(step);
  if (step != bank_row && bank_row < region.end - region.begin) pitches.push_back(bank_row);

  const double now = sampled_wavefronts(seen, region, {});
  std::vector<std::pair<double, Fix>> ranked;
  const auto consider = [&](const Fix& fix) {
    const double then = sampled_wavefronts(seen, region, {LayoutMap(fix, 0)});
    if (then >= 0 && then < worth_trying * now) ranked.emplace_back(then, fix);
  };
  for (const std::uint64_t pitch : pitches) {
    Fix pad = over(region, FixKind::pad_rows, instruction);
    pad.pitch = pitch;
    pad.unit = pad.pad = unit;
    pad.flat = pitch != step;
    consider(pad);
    if (!std::has_single_bit(pitch) || pitch < unit * 2) continue;
    Fix swizzle = over(region, FixKind::swizzle, instruction);
    swizzle.pitch = pitch;
    swizzle.unit = unit;
    swizzle.flat = pad.flat;
    consider(swizzle);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  // The best of each kind.
  for (const FixKind kind : {FixKind::pad_rows, FixKind::swizzle})
    for (const auto& [then, fix] : ranked)
      if (fix.kind == kind) {
        out.push_back(fix);
        break;
      }
}

void propose_global_layout(const Seen& seen, std::uint32_t instruction, std::vector<Fix>& out) {
  const InstructionPattern& p = seen.patterns[instruction];
  const Region region = region_of(seen.patterns, instruction);
  const std::uint64_t unit = region.widest;
  if (p.step > static_cast<std::int64_t>(p.bytes)) {
    const auto pitch = static_cast<std::uint64_t>(p.step);
    // Whoever lays out an array by fields needs fields: pieces of one size that the structure is a multiple of.
    const bool written = std::any_of(region.instructions.begin(), region.instructions.end(),
                                     [&](std::uint32_t i) { return seen.patterns[i].op != Op::load; });
    const bool structure = pitch <= most_fields * unit || (pitch <= widest_structure && !written);
    if (structure && pitch % unit == 0 && pitch > unit && region.end - region.begin > pitch) {
      Fix planes = over(region, FixKind::planes, instruction);
      planes.pitch = pitch;
      planes.unit = unit;
      // The lowest field read need not be the first: arrays begin at round addresses.
      const std::uint64_t round = region.begin / 256 * 256;
      if (region.begin - round < pitch) planes.begin = round;
      if ((region.begin - planes.begin) % unit == 0) out.push_back(planes);
    }
  }
  if (p.step == static_cast<std::int64_t>(p.bytes) && p.same_offset && p.line_offset != 0 && p.line_offset % unit == 0) {
    Fix align = over(region, FixKind::align, instruction);
    align.shift = p.line_offset;
    align.unit = unit;
    if (align.begin >= align.shift) out.push_back(align);
  }
}

}  // namespace warpmem::advise
