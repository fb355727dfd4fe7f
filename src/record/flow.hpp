// The control flow of one function as far as it has been seen, and the order in which a warp takes its blocks.
//
// SIMT hardware brings diverged lanes together again where their paths meet. Taking lanes in the order of their blocks
// does that, if the order puts a block before all that can follow it, and keeps the blocks of a loop together: lanes that
// left the loop wait behind it, lanes that took the other branch wait where the branches meet. The order is computed from
// the edges that lanes have taken rather than from where the compiler put the blocks.
//
//   rank:   entry 0 | header 1  body 2  body 3  latch 4 | after 5
// The latch is no block but the end of a loop's round: lanes wait there for those still in the same round, so that a
// `continue` does not run ahead.
#pragma once

#include <cstdint>
#include <vector>

#include "record/event.hpp"

namespace warpmem::record {

class Flow {
 public:
  explicit Flow(Code begin) : begin_(begin) {}
  Code begin() const { return begin_; }

  // The number of the block that begins here; a new one when it has not been seen.
  int block(Code code);
  // A lane went from one block to another. `from` -1: it entered the function there.
  void edge(int from, int to) {
    if (from < 0) {
      if (entry_ != to) enter(to);
      return;
    }
    Block& block = blocks_[static_cast<std::size_t>(from)];
    if (block.last != to) add_edge(block, to);
  }

  std::uint32_t rank(int block) { return ordered(block).rank; }
  // Where lanes wait that go round the loop headed by this block; 0: it heads none.
  std::uint32_t latch(int block) { return ordered(block).latch; }
  bool is_back_edge(int from, int to) {
    if (from < 0) return false;
    const std::uint32_t header = rank(to), end = latch(to), at = rank(from);
    return header <= at && at < end;
  }

 private:
  struct Block {
    Code code = 0;
    int last = -1;  // the successor seen last
    std::vector<int> next;
    std::uint32_t rank = 0, latch = 0;
  };
  friend class FlowOrder;

  const Block& ordered(int block) {
    if (stale_) order();
    return blocks_[static_cast<std::size_t>(block)];
  }
  void enter(int to);
  void add_edge(Block& block, int to);
  void order();

  Code begin_;
  int entry_ = -1;
  bool stale_ = false;
  std::vector<Block> blocks_;
};

}  // namespace warpmem::record
