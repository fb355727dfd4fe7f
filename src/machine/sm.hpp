// One SM: its warps, load-store pipe and L1, replayed from event to event. Knows nothing of other SMs, L2 or DRAM:
// requests leave as plain values, replies come back as plain values.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "coalesce/coalesce.hpp"
#include "l1/pending.hpp"
#include "l1/pipe.hpp"
#include "l1/tag_store.hpp"
#include "machine/outbox.hpp"
#include "shared/shared.hpp"
#include "units/bring_near.hpp"
#include "units/cycle_order.hpp"
#include "units/event_wheel.hpp"
#include "units/line_request.hpp"
#include "units/ring_queue.hpp"
#include "units/span_log.hpp"
#include "units/stream.hpp"
#include "warp/issue_policy.hpp"
#include "warp/warp.hpp"
#include "warpmem/config.hpp"
#include "warpmem/counters.hpp"
#include "warpmem/machine.hpp"

namespace warpmem {

struct BlockEnd {
  Cycle at{};
  std::uint16_t sm = 0;
  BlockTrace* trace = nullptr;
};

class Sm {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // `window`: the cycles of the longest window replayed at once.
  Sm(const MachineConfig& machine, std::uint16_t index, std::uint64_t window);
  Sm(const Sm&) = delete;
  Sm& operator=(const Sm&) = delete;

  // A launch begins: time is 0 again. `flush`: L1 starts cold. `spans`: how many to keep for the timeline.
  void begin_launch(const KernelHead& head, const Occupancy& occupancy, bool flush, std::size_t spans = 0);
  const Timeline& timeline() const { return log_.timeline(); }
  // A block's warps are here from cycle `at` on. `trace` stays where it is until the block's end is told.
  void start_block(Cycle at, BlockTrace* trace);
  // A window: take_replies() with all that arrive in it, in no order, then run().
  void take_replies(std::span<const LineReply* const> replies);
  // Replays everything from `begin` to before `end`. Requests sent before `end` go to `outbox`; blocks that ended are
  // appended to `ended`.
  void run(Cycle begin, Cycle end, Outbox& outbox, std::vector<BlockEnd>& ended);
  // Hints for the steps before: the SM's own values, and what its replies concern.
  WARPMEM_HINT void bring_near_itself() const {
    for (std::size_t at = 0; at < sizeof(Sm); at += 64) bring_near(reinterpret_cast<const char*>(this) + at);
  }
  WARPMEM_HINT void bring_near_what_waits(std::span<const LineReply* const> replies) const {
    for (const LineReply* r : replies) {
      if ((r->token & store_token) == 0) {
        pending_.prefetch_entry(r->token);
      } else {
        bring_near(&stores_[r->token & ~store_token]);
      }
    }
  }
  // The earliest cycle at which something happens by itself; `never` when the SM waits for replies or has no work.
  std::uint64_t next_event();
  // No warp is resident and no block on its way.
  bool idle() const { return resident_ == 0 && blocks_to_start_ == 0; }
  // The last warp's end so far, and the last time a `mark` was passed.
  Cycle last_end() const { return Cycle(last_end_); }
  std::uint64_t last_mark() const { return last_mark_; }  // `never`: none

  // Warp instructions issued since the launch began, those before a mark too.
  std::uint64_t issued() const { return issued_before_mark_ + counters_.instructions; }

  // Since the launch began or the mark.
  const SmCounters& counters() const { return counters_; }
  const std::vector<InstructionCounters>& per_instruction() const { return rows_; }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr std::uint32_t store_token = 0x80000000;  // in tokens of requests whose reply only gives back room
  enum class EventKind : std::uint8_t { wake, load_done };
  struct Event {
    EventKind kind;
    std::uint32_t index;  // warp slot or load
  };
  struct BlockStart {
    std::uint64_t at;
    BlockTrace* trace;
  };
  // Data that come back from L2.
  struct Fill {
    std::uint64_t at;  // cycle
    std::uint32_t token;
    std::uint32_t l2_ticks, dram_ticks;
  };
  // An instruction between issue and the load-store pipe.
  struct alignas(64) Queued {
    Op op;
    Space space;
    CacheHint cache;
    std::uint8_t warp, quadrant;
    std::uint8_t lanes;
    bool whole_words;  // lanes write whole 4-byte words
    bool entered;      // took its turn in the pipe, still has lines to look up
    std::uint32_t instruction;
    std::uint32_t load;  // for loads and atomics
    std::uint32_t lane_bytes;
    std::uint32_t next_line;
    std::uint64_t issued;      // cycle
    std::uint64_t entered_at;  // tick
    SharedWavefronts shared;
    CoalescedAccess access;  // each line's place: its set in L1
  };
  // A load or atomic that is out. Ticks count from its issue. One line of the host's cache.
  struct alignas(64) Load {
    std::uint64_t issued = 0;  // cycle
    std::uint32_t instruction = 0;
    std::uint32_t number = 0;                    // in its warp's scoreboard; the next free one when free
    std::uint32_t entered_after = 0;             // ticks until its turn in the pipe
    std::uint32_t looked_up_after = 0;           // ticks until the last line had room
    std::uint32_t l2_ticks = 0, dram_ticks = 0;  // of the reply that came last
    std::uint16_t open_lines = 0;                // entries it waits for
    std::uint16_t data_cycles = 0;               // its turn in the data stage
    std::uint8_t warp = 0, quadrant = 0;
    Op op = Op::load;
    bool all_asked = false;  // every line was looked up
    bool left_l1 = false;    // some of it came from L2
  };
  // A store or reduction that L2 has not taken whole.
  struct alignas(32) Store {
    std::uint64_t issued = 0;         // cycle
    std::uint32_t entered_after = 0;  // ticks until its turn in the pipe
    std::uint32_t sent_after = 0;     // ticks until L2 could be sent it
    std::uint32_t instruction = 0;
    std::uint32_t open_lines = 0;    // the next free one when free
    std::uint32_t marks_before = 0;  // warm-up or not: the SM's marks when it was sent
  };
  struct Block {
    BlockTrace* trace = nullptr;
    std::uint32_t live = 0, at_barrier = 0;
    std::uint64_t waiting = 0;  // warp slots at the barrier
  };

  // sm.cpp: events, warps, issue
  void run_until(std::uint64_t end);
  WARPMEM_HINT void bring_near_free_slots() const;
  std::uint64_t fill_event() const { return next_fill_ == fill_order_.size() ? never : fills_[fill_order_[next_fill_]].at; }
  // Of a fill, in the order in which they come, the warp that asked first; brought near so many fills before its turn.
  static constexpr std::size_t warp_ahead = 6, record_ahead = 3;
  const Warp& warp_of_fill(std::size_t i) const { return warps_[loads_[pending_.first_waiter(fills_[fill_order_[i]].token)].warp]; }
  void take_fills();
  void handle(const Event& event);
  void begin_block(BlockTrace* trace);
  void settle(unsigned slot);
  void advance(unsigned slot) { warps_[slot].program.advance(*blocks_[warps_[slot].block_slot].trace, chunks_[slot]); }
  // What listed records of a warp index.
  const std::uint64_t* addresses(unsigned slot) const {
    const BlockTrace& block = *blocks_[warps_[slot].block_slot].trace;
    return block.generator != nullptr ? chunks_[slot].addresses.data() : block.addresses.data();
  }
  void issue(unsigned quadrant);
  void issue_compute(unsigned slot, const Record& record);
  void issue_memory(unsigned slot, unsigned quadrant, const Record& record);
  void arrive_at_barrier(unsigned slot);
  void release_barrier(Block& block);
  void complete_load(std::uint32_t index);
  void end_warp(unsigned slot);
  void pass_mark();
  void count_residency();
  std::uint64_t issue_event() const;
  std::uint64_t lsu_event() const;
  std::uint64_t ack_event() const { return stall_ == Stall::stores && first_ack_ != never ? std::max(first_ack_, now_ + 1) : never; }
  // sm_memory.cpp: the pipe, L1, replies
  void serve_queue();
  bool serve(Queued& q);
  void serve_shared(Queued& q, Tick at);
  bool serve_load(Queued& q);
  bool serve_store(Queued& q);
  bool serve_atomic(Queued& q);
  void enter(Queued& q, Tick at);
  InstructionCounters& row(const Queued& q) {
    if (q.instruction >= rows_.size()) [[unlikely]]
      rows_.resize(q.instruction + 1);
    return rows_[q.instruction];
  }
  L1OpCounters& l1_counters(const Queued& q) { return (q.space == Space::local ? counters_.local : counters_.global)[index_of(q.op)]; }
  void log_entry(const Queued& q, Tick at, unsigned wavefronts);
  void send(RequestOp op, LineAddress line, SectorMask sectors, WordMask words, std::uint32_t token, Tick at);
  void send_waiting();
  bool no_room_for(unsigned sectors);
  bool room_for_stores(unsigned sectors);
  std::uint32_t new_store(const Queued& q);
  void acknowledge(const LineReply& reply);
  void fill(const Fill& reply);
  void finish_load_at(std::uint32_t index, Tick at);
  const MachineConfig& machine_;
  std::uint16_t index_;
  unsigned quadrants_;
  std::uint64_t quadrant_mask_;  // slots of quadrant 0
  TagBanks tag_banks_;

  SmCounters counters_;
  std::vector<InstructionCounters> rows_;  // by instruction, as far as they have been seen

  // Warps, by slot.
  std::vector<Warp> warps_;
  std::vector<std::uint32_t> arrivals_;  // when each came to the SM: the how manyth
  std::vector<RecordChunk> chunks_;      // where generators put a warp's next records
  std::vector<Block> blocks_;
  std::uint64_t free_slots_ = 0;
  std::uint64_t ready_ = 0;        // could issue now
  std::uint64_t memory_next_ = 0;  // of the ready ones: the next record goes to the load-store pipe
  std::vector<IssuePolicy> policy_;
  std::vector<std::uint64_t> port_free_;  // quadrant's next issue cycle
  std::uint64_t now_ = 0;
  std::uint32_t warps_per_block_ = 1;
  std::uint32_t next_arrival_ = 0;
  std::uint32_t resident_ = 0, blocks_to_start_ = 0;
  std::uint64_t resident_since_ = 0;
  std::uint64_t last_end_ = 0, last_mark_ = never;
  std::uint32_t marks_passed_ = 0;
  std::uint64_t issued_before_mark_ = 0;

  EventWheel<Event, 512> events_;
  Stream<Fill> fills_;  // of the present window
  CycleOrder order_;
  std::span<const std::uint32_t> fill_order_;
  std::size_t next_fill_ = 0;
  std::vector<Fill> due_fills_;
  RingQueue<BlockStart> starts_;  // in launch order, which is time order
  std::vector<Event> due_;
  std::vector<BlockEnd>* ended_ = nullptr;

  // Load-store pipe and L1.
  LsuPipe pipe_;
  std::vector<Queued> queue_;  // ring
  std::uint64_t queue_head_ = 0, queue_tail_ = 0;
  std::vector<std::uint32_t> queued_of_quadrant_;
  // The head waits for room in L1 or for L2 to take stores.
  enum class Stall : std::uint8_t { no, sectors_in_flight, set, stores };
  Stall stall_ = Stall::no;
  std::uint32_t stall_set_ = 0;  // for Stall::set: all its lines wait for sectors
  std::uint32_t l1_lines_ = 0;
  L1Tags tags_;
  PendingMisses pending_;
  std::vector<Load> loads_;
  std::uint32_t free_load_ = none;
  std::vector<Store> stores_;
  std::uint32_t free_store_ = none;
  std::uint32_t store_sectors_out_ = 0;
  struct Ack {
    std::uint64_t at;
    std::uint32_t sectors;
  };
  std::vector<Ack> acks_;  // of the present window, in no order; looked through when room is wanted
  std::uint64_t first_ack_ = never;
  Outbox* outbox_ = nullptr;
  std::uint64_t window_end_ = 0;
  RingQueue<LineRequest> outgoing_;  // that leave in later windows
  SpanLog log_;
};

}  // namespace warpmem
