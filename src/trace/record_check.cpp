#include "trace/record_check.hpp"

#include <limits>

#include "trace/operation.hpp"

namespace warpmem::trace {
namespace {

std::string hex(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[value & 15U]);
    value >>= 4;
  } while (value != 0);
  return "0x" + digits;
}

std::string_view verb(Op op) {
  switch (op) {
    case Op::load:
      return "loads";
    case Op::store:
      return "stores";
    default:
      return "updates";
  }
}

// Whole warps of base and stride, the common case, need no look at each lane: the low bits tell all.
bool surely_aligned(const Record& record) {
  const std::uint64_t low = record.bytes - 1U;
  return ((record.base | static_cast<std::uint64_t>(record.stride)) & low) == 0;
}

}  // namespace

void place_addresses(Record& record, std::span<const std::uint64_t> active, std::vector<std::uint64_t>& list) {
  record.listed = false;
  record.base = active.empty() ? 0 : active[0];
  record.stride = 0;
  if (active.size() < 2) return;

  const unsigned first = static_cast<unsigned>(std::countr_zero(record.lanes.bits));
  std::uint32_t rest = record.lanes.bits & (record.lanes.bits - 1);
  const auto second = static_cast<unsigned>(std::countr_zero(rest));
  // Differences wrap: a negative stride is the two's complement of a positive one.
  const auto difference = static_cast<std::int64_t>(active[1] - active[0]);
  const std::int64_t gap = second - first;
  const std::int64_t stride = difference / gap;
  bool even = stride * gap == difference && (difference < 0) == (active[1] < active[0]);
  for (std::size_t k = 1; even && k < active.size(); ++k, rest &= rest - 1) {
    const auto lane = static_cast<std::int64_t>(std::countr_zero(rest));
    even = active[k] == active[0] + static_cast<std::uint64_t>(stride * (lane - first));
  }
  // Lane 0 may be inactive and its address below zero: such a base could not be written down.
  const std::uint64_t base = active[0] - static_cast<std::uint64_t>(stride) * first;
  if (even && (stride >= 0 ? base <= active[0] : base >= active[0])) {
    record.base = base;
    record.stride = stride;
    return;
  }
  record.listed = true;
  record.base = list.size();
  list.insert(list.end(), active.begin(), active.end());
}

std::optional<Fault> find_fault(const Record& record, std::span<const std::uint64_t> list, Bytes shared_limit) {
  if (!touches_memory(record.op)) return std::nullopt;
  const bool bounded = record.space == Space::shared;
  if (!bounded && !record.listed && surely_aligned(record)) return std::nullopt;
  unsigned position = 0;
  for (std::uint32_t rest = record.lanes.bits; rest != 0; rest &= rest - 1, ++position) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t address =
        record.listed ? list[record.base + position] : record.base + static_cast<std::uint64_t>(record.stride) * lane;
    if (address % record.bytes != 0) {
      return Fault{lane, position,
                   "lane " + std::to_string(lane) + " " + std::string(verb(record.op)) + " " + std::to_string(record.bytes) + " bytes at " +
                       hex(address) + ", which is not a multiple of " + std::to_string(record.bytes)};
    }
    if (bounded && (address >= shared_limit.count || shared_limit.count - address < record.bytes)) {
      return Fault{lane, position,
                   "lane " + std::to_string(lane) + " " + std::string(verb(record.op)) + " " + std::to_string(record.bytes) +
                       " bytes at offset " + hex(address) + ", past the block's " + std::to_string(shared_limit.count) +
                       " bytes of shared memory"};
    }
  }
  return std::nullopt;
}

std::optional<std::string> head_problem(const KernelHead& head) {
  const auto problem = [](std::string_view what, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
    return std::string(what) + " is " + std::to_string(value) + ": expected " + std::to_string(low) + " to " + std::to_string(high);
  };
  const struct {
    std::string_view what;
    std::uint64_t value, limit;
  } sides[] = {{"grid x", head.grid.x, 2'147'483'647},  // CUDA C++ Programming Guide, table of compute capabilities
               {"grid y", head.grid.y, 65'535},        {"grid z", head.grid.z, 65'535}, {"block x", head.block.x, 1'024},
               {"block y", head.block.y, 1'024},       {"block z", head.block.z, 64}};
  for (const auto& side : sides) {
    if (side.value < 1 || side.value > side.limit) return problem(side.what, side.value, 1, side.limit);
  }
  if (head.block.volume() > 1024) return problem("the number of threads of a block", head.block.volume(), 1, 1024);
  if (head.shared > largest_shared) return problem("shared", head.shared.count, 0, largest_shared.count);
  if (head.registers > 255) return problem("regs", head.registers, 0, 255);
  if (head.carveout && *head.carveout > largest_shared) return problem("carveout", head.carveout->count, 0, largest_shared.count);
  return std::nullopt;
}

}  // namespace warpmem::trace
