// Cooperative launches: all blocks at once, each as far as it gets without the others. A block that waits for the grid is set
// aside, threads, shared memory and records, until all others wait, too, or are done.
#include "record/current.hpp"
#include "record/recorder.hpp"

namespace warpmem::record {
namespace {

constexpr std::uint64_t most_threads = 131072;                   // each holds two pages of stack and more
constexpr std::uint64_t most_records = std::uint64_t{32} << 20;  // of all blocks, which are held until the last is done
constexpr std::uint64_t race_checked_blocks = 4;

struct Block {
  BlockRunner::Held threads;
  Records::Held records;
  SharedSpace::Contents shared;
  BlockTrace trace;
  bool traced = false, waits = false;
};

std::array<std::uint32_t, 3> place_of(std::uint64_t block, const Dim3& grid) {
  return {static_cast<std::uint32_t>(block % grid.x), static_cast<std::uint32_t>(block / grid.x % grid.y),
          static_cast<std::uint32_t>(block / grid.x / grid.y)};
}

}  // namespace

void Recorder::run_together(const LaunchRequest& request, Kernel& kernel, bool traced) {
  std::vector<Block> blocks(request.grid.volume());
  if (traced) {
    records_.begin_launch(request.block, settings_.unroll, settings_.compute);
    records_.limit_blocks(std::max<std::uint64_t>(most_records / blocks.size(), 1));
  }
  current_shared = &shared_;
  for (bool first_round = true, any = true; any; first_round = false) {
    any = false;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      Block& block = blocks[i];
      if (!first_round && !block.waits) continue;
      set_block_index(place_of(i, request.grid));
      runner_.exchange(block.threads);
      records_.exchange(block.records);
      std::optional<Fault> fault;
      if (first_round) {
        block.traced = traced && settings_.blocks.chosen(i, blocks.size());
        if (block.traced) records_.begin_block(block.trace, i, i < race_checked_blocks);
        fault = runner_.run(request.block, i, request.body, block.traced ? BlockRunner::Mode::traced : BlockRunner::Mode::ordered);
      } else {
        shared_.restore(block.shared);
        fault = runner_.go_on(block.traced ? BlockRunner::Mode::traced : BlockRunner::Mode::ordered);
      }
      block.waits = runner_.waits_for_grid();
      if (!fault && block.waits && blocks.size() * request.block.volume() > most_threads)
        fault = Fault{i, 0, 0,
                      "waits for all blocks of a grid of " + std::to_string(blocks.size() * request.block.volume()) + " threads; up to " +
                          std::to_string(most_threads) + " are run at once: launch fewer or smaller blocks"};
      if (fault) return stop(error_of(*fault));
      if (block.waits) shared_.save(block.shared);
      any = any || block.waits;
      runner_.exchange(block.threads);
      records_.exchange(block.records);
      naming_ = 0;
    }
  }
  shared_.settle();
  check_shared_bytes();
  std::uint64_t blocks_traced = 0;
  for (Block& block : blocks) {
    if (!block.traced) continue;
    records_.exchange(block.records);
    records_.end_block();
    records_.exchange(block.records);
    summary_.records += block.trace.records.size();
    hand_over(block.trace, request, kernel, blocks_traced++ == 0);
  }
  end_launch(blocks.size(), blocks_traced);
}

}  // namespace warpmem::record
