// Events, warps and issue. sm_memory.cpp has the load-store pipe and L1.
#include "machine/sm.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpmem {

Sm::Sm(const MachineConfig& m, std::uint16_t index, std::uint64_t window)
    : machine_(m),
      index_(index),
      quadrants_(m.sm.quadrants),
      quadrant_mask_(0),
      tag_banks_{m.l1.tag_bank_masks},
      order_(window),
      pipe_(m),
      pending_(tags_) {
  for (unsigned slot = 0; slot < m.sm.max_warps; slot += quadrants_) quadrant_mask_ |= std::uint64_t{1} << slot;
  warps_.resize(m.sm.max_warps);
  arrivals_.resize(m.sm.max_warps);
  chunks_.resize(m.sm.max_warps);
  queue_.resize(std::bit_ceil(std::size_t{m.lsu.queue_depth} * quadrants_ + 1));
}

void Sm::begin_launch(const KernelHead& head, const Occupancy& occupancy, bool flush, std::size_t spans) {
  log_.begin(spans);
  counters_ = {};
  rows_.clear();
  now_ = last_end_ = resident_since_ = 0;
  next_arrival_ = 0;
  last_mark_ = never;
  marks_passed_ = 0;
  issued_before_mark_ = 0;
  ready_ = memory_next_ = 0;
  resident_ = blocks_to_start_ = 0;
  const unsigned slots = machine_.sm.max_warps;
  free_slots_ = slots == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slots) - 1;
  policy_.assign(quadrants_, IssuePolicy(machine_.sm.scheduler));
  port_free_.assign(quadrants_, 0);
  queued_of_quadrant_.assign(quadrants_, 0);
  blocks_.assign(occupancy.blocks_per_sm, Block{});
  events_ = {};
  fills_.clear();
  fill_order_ = {};
  next_fill_ = 0;
  starts_.clear();
  acks_.clear();
  first_ack_ = never;
  pipe_ = LsuPipe(machine_);
  queue_head_ = queue_tail_ = 0;
  stall_ = Stall::no;
  store_sectors_out_ = 0;
  loads_.clear();
  stores_.clear();
  free_load_ = free_store_ = none;
  outgoing_.clear();
  const auto lines = static_cast<std::uint32_t>(static_cast<double>(occupancy.l1_capacity.count) * machine_.l1.usable / line_bytes);
  if (flush || lines != l1_lines_) tags_.reset(std::max(1U, lines), machine_.l1.victim_draws);
  l1_lines_ = lines;
  pending_.reset();
  warps_per_block_ = head.warps_per_block();
}

void Sm::start_block(Cycle at, BlockTrace* trace) {
  ++blocks_to_start_;
  starts_.push({at.count, trace});
}

std::uint64_t Sm::next_event() {
  std::uint64_t next = std::min({events_.next(), issue_event(), lsu_event()});
  next = std::min(next, ack_event());
  if (!outgoing_.empty()) next = std::min(next, outgoing_.front().sent.count);
  if (!starts_.empty()) next = std::min(next, starts_.front().at);
  return next;
}

std::uint64_t Sm::issue_event() const {
  std::uint64_t next = never;
  if (ready_ == 0) return next;
  for (unsigned q = 0; q < quadrants_; ++q) {
    std::uint64_t candidates = ready_ & quadrant_mask_ << q;
    if (queued_of_quadrant_[q] >= machine_.lsu.queue_depth) candidates &= ~memory_next_;
    if (candidates != 0) next = std::min(next, std::max(now_ + 1, port_free_[q]));
  }
  return next;
}

std::uint64_t Sm::lsu_event() const {
  if (queue_head_ == queue_tail_ || stall_ != Stall::no) return never;
  return std::max(now_ + 1, ceil_cycle(pipe_.accepts_from()).count);
}

void Sm::run(Cycle begin, Cycle end, Outbox& outbox, std::vector<BlockEnd>& ended) {
  if (fills_.empty() && next_event() >= end.count) return;
  outbox_ = &outbox;
  window_end_ = end.count;
  ended_ = &ended;
  send_waiting();
  if (!starts_.empty()) bring_near_free_slots();
  fill_order_ = order_.sort(fills_.size(), begin.count, [&](std::size_t i) { return fills_[i].at; });
  next_fill_ = 0;
  for (std::size_t i = 0; i < std::min(warp_ahead, fills_.size()); ++i) bring_near(&warp_of_fill(i));
  run_until(end.count);
  fill_order_ = {};
  next_fill_ = 0;
}

// Blocks that start in this window take the lowest free slots.
WARPMEM_HINT void Sm::bring_near_free_slots() const {
  std::size_t left = starts_.size() * warps_per_block_;
  for (std::uint64_t slots = free_slots_; slots != 0 && left != 0; slots &= slots - 1, --left) {
    const auto slot = static_cast<unsigned>(std::countr_zero(slots));
    bring_near(&warps_[slot]);
    bring_near(&chunks_[slot].records[0]);
    bring_near(&chunks_[slot].records[2]);
  }
}

void Sm::run_until(std::uint64_t end) {
  for (;;) {
    std::uint64_t event = events_.next();
    const std::uint64_t start = starts_.empty() ? never : starts_.front().at;
    const std::uint64_t ack = ack_event();
    std::uint64_t next = std::min({event, start, ack, issue_event(), lsu_event()});
    std::uint64_t filled = fill_event();
    // Replies that come before anything else is due only fill L1 and end loads, unless one makes room for the pipe's head.
    const bool stalled = stall_ != Stall::no;
    bool room = false;
    for (; filled < next && !room; filled = fill_event()) {
      now_ = filled;
      take_fills();
      event = events_.next();
      next = std::min(next, event);
      room = stalled && stall_ == Stall::no;
    }
    if (!room) {
      next = std::min(next, filled);
      if (next >= end) return;
      now_ = next;
      if (event == now_) {
        events_.take(due_);
        for (const Event& e : due_) handle(e);
      }
      // Blocks are announced at a window's end, wherever that is; so they come after what the SM itself had to do.
      for (; !starts_.empty() && starts_.front().at == now_; starts_.pop()) begin_block(starts_.front().trace);
      if (filled == now_) take_fills();
      if (ack == now_) stall_ = Stall::no;
    }
    serve_queue();
    if (ready_ != 0) {
      for (unsigned q = 0; q < quadrants_; ++q) {
        if ((ready_ & quadrant_mask_ << q) != 0) issue(q);
      }
      serve_queue();
    }
  }
}

// Those of one cycle are in no order that would be the same for any window: so they go by their tokens.
void Sm::take_fills() {
  const std::size_t first = next_fill_;
  if (first + warp_ahead < fill_order_.size()) bring_near(&warp_of_fill(first + warp_ahead));
  if (first + record_ahead < fill_order_.size()) warp_of_fill(first + record_ahead).program.prefetch();
  while (fill_event() == now_) ++next_fill_;
  if (next_fill_ == first + 1) {
    fill(fills_[fill_order_[first]]);
    return;
  }
  due_fills_.clear();
  for (std::size_t i = first; i < next_fill_; ++i) due_fills_.push_back(fills_[fill_order_[i]]);
  std::sort(due_fills_.begin(), due_fills_.end(), [](const Fill& a, const Fill& b) { return a.token < b.token; });
  for (const Fill& f : due_fills_) fill(f);
}

void Sm::handle(const Event& event) {
  switch (event.kind) {
    case EventKind::wake:
      settle(event.index);
      break;
    case EventKind::load_done:
      complete_load(event.index);
      break;
  }
}

void Sm::count_residency() {
  const std::uint64_t span = now_ - resident_since_;
  counters_.resident_warp_cycles += span * resident_;
  if (resident_ > 0) counters_.active_cycles += span;
  resident_since_ = now_;
}

void Sm::begin_block(BlockTrace* trace) {
  --blocks_to_start_;
  count_residency();
  const auto slot = static_cast<std::uint32_t>(
      std::find_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.trace == nullptr; }) - blocks_.begin());
  const std::uint32_t count = warps_per_block_;
  blocks_[slot] = {trace, count, 0, 0};
  resident_ += count;
  for (std::uint32_t w = 0; w < count; ++w) {
    const auto s = static_cast<unsigned>(std::countr_zero(free_slots_));
    free_slots_ &= free_slots_ - 1;
    warps_[s].reset();
    warps_[s].block_slot = static_cast<std::uint16_t>(slot);
    arrivals_[s] = next_arrival_++;
    warps_[s].program.start(*trace, w, chunks_[s]);
    settle(s);
  }
}

// Brings a warp that is not ready to its next record that needs an issue slot: makes it ready, or leaves it waiting.
void Sm::settle(unsigned slot) {
  Warp& warp = warps_[slot];
  WarpProgram& program = warp.program;
  const std::uint64_t bit = std::uint64_t{1} << slot;
  for (;;) {
    const Record* r = program.current();
    // Dependence::none is more than there can be outstanding.
    std::uint32_t allowed = 0;
    if (r != nullptr && r->op != Op::wait) {
      const std::uint32_t room = returns_data(r->op) ? machine_.sm.loads_in_flight_per_warp - 1 : Scoreboard::capacity;
      allowed = std::min<std::uint32_t>(r->dependence.newest_exempt, room);
    }
    if (warp.loads.outstanding() > allowed) {
      warp.allowed = static_cast<std::uint8_t>(allowed);
      warp.waiting = true;
      return;
    }
    warp.waiting = false;
    if (r == nullptr) {
      end_warp(slot);
      return;
    }
    const bool takes_no_slot = r->op == Op::wait || r->op == Op::mark || (r->op == Op::compute && r->base == 0);
    if (!takes_no_slot) {
      ready_ |= bit;
      memory_next_ = touches_memory(r->op) ? memory_next_ | bit : memory_next_ & ~bit;
      return;
    }
    if (r->op == Op::mark) pass_mark();
    advance(slot);
  }
}

void Sm::pass_mark() {
  issued_before_mark_ = issued();
  counters_ = {};
  std::fill(rows_.begin(), rows_.end(), InstructionCounters{});
  resident_since_ = now_;
  last_mark_ = now_;
  ++marks_passed_;
}

void Sm::issue(unsigned quadrant) {
  if (port_free_[quadrant] > now_) return;
  std::uint64_t candidates = ready_ & quadrant_mask_ << quadrant;
  if (queued_of_quadrant_[quadrant] >= machine_.lsu.queue_depth) candidates &= ~memory_next_;
  if (candidates == 0) return;
  const unsigned slot = policy_[quadrant].pick(candidates, arrivals_);
  const Record& record = *warps_[slot].program.current();
  ready_ &= ~(std::uint64_t{1} << slot);
  if (record.op == Op::compute) {
    issue_compute(slot, record);
    return;
  }
  port_free_[quadrant] = now_ + 1;
  ++counters_.issue_busy;
  ++counters_.instructions;
  if (record.op == Op::barrier) {
    advance(slot);
    arrive_at_barrier(slot);
    return;
  }
  issue_memory(slot, quadrant, record);
  advance(slot);
  settle(slot);
}

// Issues a few instructions of `compute N` at once: the port is taken for one cycle each, the warp for the dependent
// interval each. Small groups let other warps in between.
void Sm::issue_compute(unsigned slot, const Record& record) {
  constexpr std::uint64_t group = 4;
  Warp& warp = warps_[slot];
  if (warp.compute_left == 0) warp.compute_left = record.base;
  const std::uint64_t n = std::min(warp.compute_left, group);
  warp.compute_left -= n;
  const unsigned quadrant = slot % quadrants_;
  port_free_[quadrant] = now_ + n;
  counters_.issue_busy += n;
  counters_.instructions += n;
  if (warp.compute_left == 0) advance(slot);
  const auto busy = static_cast<std::uint64_t>(std::ceil(static_cast<double>(n) * machine_.sm.compute_interval.count));
  events_.add(now_ + std::max<std::uint64_t>(busy, n), {EventKind::wake, slot});
}

void Sm::arrive_at_barrier(unsigned slot) {
  Block& block = blocks_[warps_[slot].block_slot];
  ++block.at_barrier;
  block.waiting |= std::uint64_t{1} << slot;
  if (block.at_barrier == block.live) release_barrier(block);
}

void Sm::release_barrier(Block& block) {
  const auto latency = static_cast<std::uint64_t>(std::max(1.0, std::ceil(machine_.sm.barrier_latency.count)));
  for (std::uint64_t left = block.waiting; left != 0; left &= left - 1) {
    events_.add(now_ + latency, {EventKind::wake, static_cast<std::uint32_t>(std::countr_zero(left))});
  }
  block.waiting = 0;
  block.at_barrier = 0;
}

void Sm::complete_load(std::uint32_t index) {
  Load& load = loads_[index];
  const unsigned slot = load.warp;
  Warp& warp = warps_[slot];
  warp.loads.complete(load.number);
  load.number = free_load_;
  free_load_ = index;
  if (warp.waiting && warp.loads.outstanding() <= warp.allowed) settle(slot);
}

void Sm::end_warp(unsigned slot) {
  count_residency();
  --resident_;
  last_end_ = now_;
  free_slots_ |= std::uint64_t{1} << slot;
  Block& block = blocks_[warps_[slot].block_slot];
  --block.live;
  if (block.live == 0) {
    ended_->push_back({Cycle(now_), index_, block.trace});
    block.trace = nullptr;
  } else if (block.at_barrier == block.live) {  // warps that have ended do not hold up the others
    release_barrier(block);
  }
}

}  // namespace warpmem
