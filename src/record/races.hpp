// Shared memory that one warp of a block writes and another touches with no barrier between.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "record/event.hpp"

namespace warpmem::record {

class Races {
 public:
  struct Pair {
    Code first = 0, second = 0;  // in the order in which they were run
    std::uint32_t first_warp = 0, second_warp = 0;
    bool first_writes = false, second_writes = false;
    std::uint32_t offset = 0;  // in the block's shared memory
  };

  // A block begins, or a barrier has been passed: what came before is ordered before what comes.
  void separate() { ++epoch_; }
  // One lane's access to `bytes` from `offset` on. The first pair that it completes.
  std::optional<Pair> access(std::uint32_t offset, unsigned bytes, unsigned op, std::uint32_t warp, Code code);

 private:
  struct Touch {
    std::uint32_t epoch = 0, warp = 0;
    Code code = 0;
    bool several = false;  // other warps touched it as well
  };
  struct Word {
    Touch read, write, atomic;
  };
  bool conflicts(const Touch& before, std::uint32_t warp) const {
    return before.epoch == epoch_ && (before.warp != warp || before.several);
  }
  void note(Touch& touch, std::uint32_t warp, Code code) const;

  std::uint32_t epoch_ = 0;
  std::vector<Word> words_;
};

}  // namespace warpmem::record
