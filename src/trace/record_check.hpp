// What every reader does with the addresses of a record before it hands the record out.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "trace/excerpt.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// The most shared memory that a block of any GPU so far can have: the limit where a launch states none.
inline constexpr Bytes largest_shared{228 * 1024};

// Lanes that the block's threads fill in warp `warp`.
constexpr LaneMask filled_lanes(const Dim3& block, std::uint32_t warp) {
  const std::uint64_t first = std::uint64_t{warp} * lanes_per_warp;
  const std::uint64_t threads = block.volume();
  if (threads >= first + lanes_per_warp) return LaneMask::all();
  return threads <= first ? LaneMask{} : LaneMask((1U << (threads - first)) - 1);
}

// Places the addresses of the active lanes (one each, in lane order) into the record: as base and stride where they
// form one over the lanes, otherwise appended to `list`.
void place_addresses(Record& record, std::span<const std::uint64_t> active, std::vector<std::uint64_t>& list);

// The first address that hardware would fault on: not a multiple of the width, or past `shared_limit`.
struct Fault {
  unsigned lane = 0;      // of the warp
  unsigned position = 0;  // among the active lanes
  std::string message;
};
std::optional<Fault> find_fault(const Record& record, std::span<const std::uint64_t> list, Bytes shared_limit);

// Is the head one that a GPU can launch? The message names the key and the limit. nullopt: it is.
std::optional<std::string> head_problem(const KernelHead& head);

}  // namespace warpmem::trace
