// What a trace holds, counted without running it.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "warpmem/trace.hpp"

namespace warpmem::cli {

struct TraceSums {
  std::uint64_t kernels = 0, blocks = 0, warps = 0, records = 0, lane_accesses = 0;
  std::uint64_t instructions = 0;              // warp instructions: `compute N` is N
  std::map<std::string, std::uint64_t> by_op;  // records
  std::vector<NotModelled> not_modelled;
};
Result<TraceSums> sum_up(TraceSource& source);

// Where a record stands.
struct Position {
  std::uint64_t kernel = 0, block = 0;
  std::uint32_t warp = 0;
};
// What to call while a trace is read; each may be left out.
struct Visits {
  // For each record in order, until it returns false. Record::base of a listed record points into `addresses`.
  std::function<bool(const Record&, const std::uint64_t* addresses, const Position&)> record{};
  std::function<void(const BlockTrace&, const KernelHead&)> block{};  // before its records
  std::function<void()> kernel{};                                     // after its last block
};
Result<bool> each_record(TraceSource& source, const Visits& visits);

}  // namespace warpmem::cli
