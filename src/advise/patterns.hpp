// What is remembered of each instruction's addresses: enough to see rows, structures and misalignment.
#pragma once

#include <span>
#include <vector>

#include "units/lanes.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::advise {

// One execution, with its addresses one per active lane.
struct Sample {
  Record record;
  LaneAddresses at{};
};

struct InstructionPattern {
  static constexpr std::size_t most_samples = 64;
  bool seen = false;
  Op op = Op::load;
  Space space = Space::global;
  unsigned bytes = 0;
  std::uint64_t executed = 0;
  std::uint64_t begin = ~std::uint64_t{0}, end = 0;
  std::int64_t step = 0;    // majority of the executions' own majorities
  std::uint64_t votes = 0;  // Boyer and Moore's counter for it
  std::uint64_t whole = 0;  // executions with one step between all lanes
  bool same_offset = true;  // first lane mod 128
  unsigned line_offset = 0;
  std::vector<Sample> samples;  // the first, and then ever fewer of the later ones
  std::uint64_t sample_every = 1;

  void note(const Record& record, const std::uint64_t* list);
  LanePattern lanes() const;
};

// Instructions whose address ranges overlap use one array: all that overlap `instruction`, itself included, and the
// whole range. Same space only.
struct Region {
  std::uint64_t begin = 0, end = 0;
  std::vector<std::uint32_t> instructions;
  unsigned widest = 0;  // bytes a lane
  unsigned narrowest = 0;
};
Region region_of(std::span<const InstructionPattern> patterns, std::uint32_t instruction);

}  // namespace warpmem::advise
