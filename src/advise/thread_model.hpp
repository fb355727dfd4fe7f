// A launch whose every thread does the same at addresses that are linear in its coordinates: most textbook kernels are.
// Fitted while the trace is read and held against every lane of every record, so that what is made from the model is the
// trace itself, dealt to other threads.
//
//   address(position p, thread tx ty, block bx by) = origin + x tx + y ty + block_x bx + block_y by
#pragma once

#include <span>
#include <vector>

#include "trace/visit.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::advise {

struct ThreadModel {
  static constexpr std::size_t most_positions = 1U << 14;
  struct Position {
    Record record;  // of the first warp; its addresses do not count
    std::uint64_t origin = 0;
    std::int64_t x = 0, y = 0, block_x = 0, block_y = 0;
  };
  KernelHead head;
  std::vector<Position> positions;  // in program order; the same for every warp
  bool holds = false;               // for the whole launch
  std::uint32_t turns = 1;          // rows that a thread did, where one_turn() has made a grid that many times finer of it

  // Addresses of the global accesses depend on blockIdx * blockDim + threadIdx alone, and nothing goes through shared
  // memory, so that work can be dealt to threads anew.
  bool global_coordinates() const;
  // A thread that does `turns` rows of its block, blockDim.y apart, one after the other, as one that does a single row of a
  // block on a grid `turns` times finer; the model itself when there is no such thing.
  ThreadModel one_turn() const;
  // Global accesses of the thread at these coordinates, when global_coordinates().
  static std::uint64_t address(const Position& p, std::uint64_t gx, std::uint64_t gy) {
    return p.origin + static_cast<std::uint64_t>(p.x) * gx + static_cast<std::uint64_t>(p.y) * gy;
  }
};

class ThreadModelFit {
 public:
  void begin(const KernelHead& head);
  // Blocks in launch order.
  void block(const BlockTrace& block, trace::VisitScratch& scratch);
  ThreadModel take();

 private:
  bool fits(std::uint64_t block, std::uint32_t warp, std::size_t position, const Record& record, const std::uint64_t* list);
  ThreadModel model_;
  std::uint64_t blocks_ = 0;
};

}  // namespace warpmem::advise
