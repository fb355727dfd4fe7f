#include "advise/patterns.hpp"

#include <algorithm>

#include "advise/emit.hpp"

namespace warpmem::advise {
namespace {

// The step that most pairs of neighbouring active lanes have.
std::int64_t commonest_step(const Record& record, const LaneAddresses& at) {
  std::int64_t step = 0;
  int votes = 0;
  int last = -1;
  for (std::uint32_t left = record.lanes.bits; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (last >= 0) {
      const auto apart = static_cast<std::int64_t>(at[static_cast<unsigned>(lane)] - at[static_cast<unsigned>(last)]) / (lane - last);
      if (votes == 0) step = apart;
      votes += apart == step ? 1 : -1;
    }
    last = lane;
  }
  return step;
}

}  // namespace

void InstructionPattern::note(const Record& record, const std::uint64_t* list) {
  if (record.lanes.none()) return;
  Sample sample{record, {}};
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  for_each_lane(record, list, [&](unsigned lane, std::uint64_t a) {
    sample.at[lane] = a;
    low = std::min(low, a);
    high = std::max(high, a);
  });
  begin = std::min(begin, low);
  end = std::max(end, high + record.bytes);
  const auto offset = static_cast<unsigned>(sample.at[static_cast<unsigned>(std::countr_zero(record.lanes.bits))] % line_bytes);
  if (!seen) {
    seen = true;
    op = record.op;
    space = record.space;
    line_offset = offset;
  }
  bytes = std::max<unsigned>(bytes, record.bytes);
  same_offset = same_offset && offset == line_offset;
  std::int64_t own = 0;
  const bool one_step = common_step(record.lanes, sample.at, own);
  if (!one_step) own = commonest_step(record, sample.at);
  if (record.lanes.size() > 1) {
    whole += one_step ? 1 : 0;
    if (votes == 0) step = own;
    votes = own == step ? votes + 1 : votes - 1;
  }
  if (executed++ % sample_every != 0) return;
  sample.record.listed = false;
  samples.push_back(sample);
  if (samples.size() < most_samples) return;
  for (std::size_t i = 0; 2 * i < samples.size(); ++i) samples[i] = samples[2 * i];
  samples.resize((samples.size() + 1) / 2);
  sample_every *= 2;
}

LanePattern InstructionPattern::lanes() const {
  LanePattern p;
  p.op = op;
  p.space = space;
  p.bytes = bytes;
  p.step = step;
  p.steady = executed > 0 && 10 * whole >= 9 * executed && 10 * votes >= 8 * executed;
  p.same_offset = same_offset;
  p.line_offset = line_offset;
  p.begin = begin;
  p.end = end;
  return p;
}

Region region_of(std::span<const InstructionPattern> patterns, std::uint32_t instruction) {
  const InstructionPattern& first = patterns[instruction];
  Region region{first.begin, first.end, {}, first.bytes, first.bytes};
  std::vector<bool> in(patterns.size(), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (std::uint32_t i = 0; i < patterns.size(); ++i) {
      const InstructionPattern& p = patterns[i];
      if (in[i] || !p.seen || p.space != first.space || p.end <= region.begin || p.begin >= region.end) continue;
      in[i] = grown = true;
      region.begin = std::min(region.begin, p.begin);
      region.end = std::max(region.end, p.end);
      region.widest = std::max(region.widest, p.bytes);
      region.narrowest = std::min(region.narrowest, p.bytes);
    }
  }
  for (std::uint32_t i = 0; i < patterns.size(); ++i)
    if (in[i]) region.instructions.push_back(i);
  return region;
}

}  // namespace warpmem::advise
