// The machine wired together, and the run loop of one launch: two phases per window (docs/model.md, "time").
//
//   phase 1  each SM by itself takes the window's replies and replays it; its requests go to its thread's outbox
//   phase 2  each lane by itself takes the requests in the order (cycle, sm, sequence) and answers
//
// Windows lie on a grid, so that replies can be sorted by window. A window is at most as long as the shortest way from an SM to L2 and
// back, and as the shortest time between a block's end and the next one's start, so no answer falls into the window that asked. The result
// is therefore the same for any window and any number of threads.
#pragma once

#include <deque>
#include <vector>

#include "machine/crew.hpp"
#include "machine/dispatcher.hpp"
#include "machine/memory_lane.hpp"
#include "machine/reply_calendar.hpp"
#include "machine/sm.hpp"
#include "units/cycle_order.hpp"
#include "units/sorter.hpp"
#include "warpmem/machine.hpp"

namespace warpmem {

class Engine {
 public:
  Engine(const MachineConfig& machine, const RunOptions& options);
  // Error: the trace's, or a launch that does not fit the machine. `interrupted` is set when progress said stop.
  Result<KernelResult> run_launch(const KernelHead& head, TraceSource& trace);
  bool interrupted() const { return interrupted_; }

 private:
  // What one thread holds: the requests of its SMs, and the replies of its lanes by the thread of the SM.
  struct Share {
    Outbox outbox;
    std::vector<ReplyCalendar> replies;
    std::vector<BlockEnd> ended;
    Sorter<LineRequest> requests_of_lane;  // of the requests of all threads
    Sorter<LineReply> replies_to_sm;
    CycleOrder order;
  };
  // A thread's SMs follow each other.
  std::size_t first_sm_of(unsigned thread) const { return (thread * sms_.size() + crew_.size() - 1) / crew_.size(); }
  unsigned owner_of_sm(std::size_t sm) const { return static_cast<unsigned>(sm * crew_.size() / sms_.size()); }
  unsigned owner_of_lane(std::size_t lane) const { return static_cast<unsigned>(lane * crew_.size() / lanes_.size()); }
  void replay_sms(unsigned thread, Cycle begin, Cycle end);
  void answer(unsigned thread, Cycle begin, Cycle end);
  std::uint64_t next_window();
  std::uint64_t last_mark() const;
  std::uint64_t instructions_done() const;
  KernelResult collect(const KernelHead& head, const TraceSource& trace, const Occupancy& occupied);

  const MachineConfig& machine_;
  const RunOptions& options_;
  AddressMap map_;
  Crew crew_;
  std::deque<Sm> sms_;
  std::vector<MemoryLane> lanes_;
  std::vector<Share> shares_;
  std::vector<std::vector<ReplyCalendar*>> calendars_;  // [thread of the lane][sm]
  Dispatcher dispatcher_;
  std::uint64_t window_;
  std::uint64_t done_before_ = 0;  // instructions of earlier launches, for progress
  bool first_launch_ = true;
  bool interrupted_ = false;
};

}  // namespace warpmem
