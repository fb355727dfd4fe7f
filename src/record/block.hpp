// Runs one block: its threads on fibers, warp by warp, from stop to stop, while their logs are merged.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/fibers.hpp"
#include "record/lane.hpp"
#include "record/merge.hpp"
#include "record/records.hpp"
#include "record/turns.hpp"

namespace warpmem::record {

// What runs one CUDA thread.
struct ThreadBody {
  void (*run)(void*) = nullptr;
  void* context = nullptr;
};

class BlockRunner {
 public:
  // `line`: "file:line" of a place, to tell whether two barriers are the same in the source.
  BlockRunner(CodeMap& codes, Records& records, std::size_t stack_bytes, std::function<std::string(Code)> line);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  enum class Mode {
    bare,     // only runs
    ordered,  // as `traced`, without records: lanes take their turns as on hardware
    traced
  };
  // Runs all threads of the block to their end. An error leaves the block where it stands.
  std::optional<Fault> run(const Dim3& block, std::uint64_t index, const ThreadBody& body, Mode mode);
  Turns& turns() { return turns_; }
  // After run(): all threads of the block that have not returned wait for the other blocks of the grid.
  bool waits_for_grid() const { return waits_for_grid_; }
  // They do so no longer: runs on from there, as run() does.
  std::optional<Fault> go_on(Mode mode);
  // The block at hand, as it waits for the grid, exchanged for another that did or for none.
  class Held;
  void exchange(Held& other);

  // Some lanes took turns or asked which of them were together: such a kernel needs `ordered` where it is not traced.
  bool order_mattered() const { return order_mattered_; }

  // Called by the hooks, on the lane's own stack: gives way until there is reason to go on.
  void stop(Lane& lane, Stop why, Code code);
  [[noreturn]] void fail(Lane& lane, Code code, std::string what);

 private:
  struct Warp {
    Lane* lanes = nullptr;   // 32
    std::uint32_t live = 0;  // have not returned
    LaneStates states;
    std::uint32_t operating = 0, at_barrier = 0, spinning = 0;  // why they are stopped
    std::unique_ptr<Merge> merge;
    bool all_at_barrier() const { return live != 0 && at_barrier == live; }
  };

  std::optional<Fault> run_warps();

  // warp.cpp
  bool run_warp(std::uint32_t number);  // until nothing in it can go on; true: something did
  void fill(Warp& warp, std::uint32_t lanes);
  void note_stop(Warp& warp, unsigned lane);
  bool complete_operations(Warp& warp);
  void complete(Warp& warp, std::uint32_t lanes);
  void release_turn(Warp& warp, std::uint32_t lanes);
  void make_ready(Warp& warp, std::uint32_t lanes);
  Merge::Outcome advance(Warp& warp);
  static Lane& lane_of(const Warp& warp, unsigned lane) { return warp.lanes[lane]; }

  // block.cpp
  void begin();
  bool all_at_barrier(bool& any) const;
  bool at_grid_barrier() const;
  void pass_barrier();
  bool wake_spinning();
  Fault deadlock();
  std::string waiting_text(const Lane& lane);

  // fiber_pool.cpp
  Fiber* take_fiber(const Lane& lane);  // null: there is no room, which is the block's fault
  void resume(Lane& lane);
  void switch_in(Lane& lane);
  Lane* next_to_begin();
  static void fiber_main(boost::context::detail::transfer_t from);

  CodeMap& codes_;
  Records& records_;
  Turns turns_;
  std::function<std::string(Code)> line_;
  std::size_t stack_bytes_;

  Mode mode_ = Mode::bare;
  ThreadBody body_{};
  Dim3 shape_{};
  std::uint64_t index_ = 0;
  std::vector<Lane> lanes_;
  std::vector<Warp> warps_;
  std::uint32_t warp_count_ = 0, thread_count_ = 0;
  std::uint32_t running_warp_ = 0;
  std::uint32_t to_begin_ = 0;  // lanes of the running warp that wait to be begun on the fiber that comes free next
  std::optional<Fault> fault_;
  bool order_mattered_ = false;
  bool waits_for_grid_ = false;
  bool moved_ = false;  // something other than looking again
  std::uint32_t idle_rounds_ = 0;

  std::array<LaneLog, 32> logs_;
  std::unique_ptr<Word[]> words_;
  std::unique_ptr<Access[]> accesses_;

  std::vector<std::unique_ptr<Stack>> stacks_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;
  Context scheduler_ = nullptr;
  const void* scheduler_stack_ = nullptr;  // for the sanitizer
  std::size_t scheduler_stack_bytes_ = 0;
};

// What belongs to one block alone.
class BlockRunner::Held {
  friend class BlockRunner;
  std::vector<Lane> lanes_;
  std::vector<Warp> warps_;
  std::uint64_t index_ = 0;
};

}  // namespace warpmem::record
