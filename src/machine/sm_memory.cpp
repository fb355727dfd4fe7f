// The load-store pipe of an SM: instructions leave the queue in order, take their turn in LSU and tag stage, and hit or
// ask L2. Replies come back here.
#include <algorithm>

#include "machine/sm.hpp"

namespace warpmem {
namespace {

// Up to 2^32 ticks, 16 million cycles, are told apart.
std::uint32_t ticks_since(std::uint64_t cycle, Tick at) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>((at - to_ticks(Cycle(cycle))).count, 0xFFFFFFFFU));
}

}  // namespace

void Sm::issue_memory(unsigned slot, unsigned quadrant, const Record& r) {
  if (queue_head_ == queue_tail_) queue_head_ = queue_tail_ = 0;  // keeps to the few entries that are in the host's cache
  Queued& q = queue_[queue_tail_++ & (queue_.size() - 1)];
  ++queued_of_quadrant_[quadrant];
  q.op = r.op;
  q.space = r.space;
  q.cache = r.cache;
  q.warp = static_cast<std::uint8_t>(slot);
  q.quadrant = static_cast<std::uint8_t>(quadrant);
  q.lanes = static_cast<std::uint8_t>(r.lanes.size());
  q.whole_words = r.bytes >= 4;
  q.entered = false;
  q.instruction = r.instruction;
  q.lane_bytes = r.lanes.size() * r.bytes;
  q.next_line = 0;
  q.issued = now_;
  if (r.space == Space::shared) {
    q.shared = shared_wavefronts(r, addresses(slot));
  } else {
    coalesce(r, addresses(slot), tag_banks_, q.access);
    for (unsigned i = 0; i < q.access.count; ++i) {
      CoalescedLine& l = q.access.lines[i];
      l.place = tags_.set_of(l.line);
      tags_.prefetch_set(l.place);
    }
  }
  if (!returns_data(r.op)) return;
  std::uint32_t index = free_load_;
  if (index == none) {
    index = static_cast<std::uint32_t>(loads_.size());
    loads_.push_back({});
  } else {
    free_load_ = loads_[index].number;
  }
  Load& load = loads_[index];
  load = {};
  load.instruction = r.instruction;
  load.number = warps_[slot].loads.issue();
  load.issued = now_;
  load.warp = static_cast<std::uint8_t>(slot);
  load.quadrant = static_cast<std::uint8_t>(quadrant);
  load.op = r.op;
  q.load = index;
}

void Sm::serve_queue() {
  while (queue_head_ != queue_tail_ && stall_ == Stall::no) {
    if (pipe_.accepts_from() > to_ticks(Cycle(now_))) return;
    Queued& q = queue_[queue_head_ & (queue_.size() - 1)];
    if (!serve(q)) return;
    --queued_of_quadrant_[q.quadrant];
    ++queue_head_;
  }
}

// Takes the head of the queue on. false: it waits for room, stall_ says which, and is called again.
bool Sm::serve(Queued& q) {
  // What waited for the pipe begins at the tick at which it was free, within the cycle that ends now: intervals need not
  // be whole cycles.
  const Tick now = to_ticks(Cycle(now_));
  const Tick at = q.issued == now_ ? now : std::max(pipe_.accepts_from(), Tick(now.count - (ticks_per_cycle - 1)));
  if (q.space == Space::shared) {
    serve_shared(q, at);
    return true;
  }
  if (!q.entered) enter(q, at);
  switch (q.op) {
    case Op::load:
      return serve_load(q);
    case Op::store:
      return serve_store(q);
    default:
      return serve_atomic(q);
  }
}

// For the timeline: the pipe's front is taken, and a store is on its way.
void Sm::log_entry(const Queued& q, Tick at, unsigned wavefronts) {
  log_.span({TimelineSpan::Track::lsu, q.op, index_, 0, q.instruction, at, at + Tick(std::max(1U, wavefronts) * ticks_per_cycle)});
  log_.level(TimelineLevel::Kind::lsu_queue, index_, at, static_cast<std::uint32_t>(queue_tail_ - queue_head_));
  if (!returns_data(q.op))
    log_.span({TimelineSpan::Track::warp, q.op, index_, q.warp, q.instruction, to_ticks(Cycle(q.issued)), at + Tick(ticks_per_cycle)});
}

void Sm::serve_shared(Queued& q, Tick at) {
  if (log_.on()) log_entry(q, at, q.shared.wavefronts);
  counters_.lsu_busy_ticks += pipe_.enter_shared(at).count;
  SharedOpCounters& c = counters_.shared[index_of(q.op)];
  ++c.instructions;
  c.wavefronts += q.shared.wavefronts;
  c.conflicts += q.shared.conflicts;
  c.ideal_wavefronts += q.shared.groups;
  c.lane_bytes += q.lane_bytes;
  counters_.data_busy += q.shared.wavefronts;
  InstructionCounters& r = row(q);
  ++r.executed;
  ++r.requests;
  r.wavefronts += q.shared.wavefronts;
  r.ideal_wavefronts += q.shared.groups;
  r.lane_bytes += q.lane_bytes;
  const Tick issued = to_ticks(Cycle(q.issued));
  if (!returns_data(q.op)) {
    pipe_.store_data(at, q.shared.wavefronts);
    r.wait_ticks += (at - issued).count;
    counters_.store_wait_ticks[index_of(Wait::lsu)] += (at - issued).count;
    return;
  }
  loads_[q.load].entered_after = loads_[q.load].looked_up_after = static_cast<std::uint32_t>((at - issued).count);
  finish_load_at(q.load, pipe_.data(at, q.shared.wavefronts, q.quadrant) + pipe_.shared_latency());
}

// The instruction's turn in the LSU and the tag stage, and its counters_.
void Sm::enter(Queued& q, Tick at) {
  q.entered = true;
  q.entered_at = at.count;
  const CoalescedAccess& a = q.access;
  if (log_.on()) log_entry(q, at, a.tag_wavefronts);
  const bool plain = q.op == Op::load || q.op == Op::store;
  counters_.lsu_busy_ticks +=
      (plain ? pipe_.enter_global(at, a.tag_wavefronts) : pipe_.enter_reduction(at, q.lanes, a.tag_wavefronts)).count;
  const std::uint64_t any = q.lanes > 0 ? 1 : 0;
  L1OpCounters& c = l1_counters(q);
  ++c.instructions;
  c.requests += any;
  c.sectors += a.sectors;
  c.tag_wavefronts += a.tag_wavefronts;
  c.data_wavefronts += a.data_wavefronts;
  c.lane_bytes += q.lane_bytes;
  c.ideal_sectors += a.ideal_sectors;
  counters_.tag_busy += a.tag_wavefronts;
  counters_.data_busy += a.data_cycles;
  InstructionCounters& r = row(q);
  ++r.executed;
  r.requests += any;
  r.sectors += a.sectors;
  r.ideal_sectors += a.ideal_sectors;
  r.wavefronts += std::max(a.tag_wavefronts, a.data_wavefronts);
  r.ideal_wavefronts += any;
  r.lines += a.count;
  r.lane_bytes += q.lane_bytes;
  if (returns_data(q.op)) {
    loads_[q.load].entered_after = ticks_since(q.issued, at);
    loads_[q.load].data_cycles = static_cast<std::uint16_t>(a.data_cycles);
  }
}

void Sm::send(RequestOp op, LineAddress line, SectorMask sectors, WordMask words, std::uint32_t token, Tick at) {
  const Cycle leaves = ceil_cycle(pipe_.send(at, op == RequestOp::read ? 0 : sectors.size()));
  LineRequest& r = leaves.count < window_end_ ? outbox_->add(line) : outgoing_.push();
  r.sent = leaves;
  r.line = line;
  r.words = words;
  r.token = token;
  r.sm = index_;
  r.op = op;
  r.sectors = sectors;
}

// Requests of earlier windows that leave in this one.
void Sm::send_waiting() {
  for (; !outgoing_.empty() && outgoing_.front().sent.count < window_end_; outgoing_.pop()) outbox_->add(outgoing_.front());
}

// .cg and .cv are served by L2 and drop what L1 holds; .lu hits but brings nothing in; .cs is as .ca.
// (docs/model.md, "l1": single-warp probes of every operator.)
bool Sm::serve_load(Queued& q) {
  const bool bypass = q.cache == CacheHint::cg || q.cache == CacheHint::cv;
  const bool keep = !bypass && q.cache != CacheHint::lu;
  Load& load = loads_[q.load];
  const Tick at = std::max(Tick(q.entered_at), to_ticks(Cycle(now_)));
  for (; q.next_line < q.access.count; ++q.next_line) {
    const CoalescedLine& l = q.access.lines[q.next_line];
    const SectorMask sectors = sectors_of(l.words);
    L1Tags::Slot slot = tags_.find(l.line, l.place);
    SectorMask missing = sectors;
    if (slot != L1Tags::none) {
      if (bypass) {
        pending_.orphan(slot);
        tags_.drop(slot);
        slot = L1Tags::none;
      } else {
        missing = sectors_of(l.words.without(tags_.valid(slot)));
        const SectorMask joined = missing & tags_.pending(slot);
        missing = missing.without(joined);
        if (!missing.none() && no_room_for(missing.size())) return false;
        if (!joined.none()) load.open_lines = static_cast<std::uint16_t>(load.open_lines + pending_.join(slot, joined, q.load));
        tags_.touch(slot);
        l1_counters(q).sector_hits += sectors.size() - missing.size();
        if (missing.none()) continue;
      }
    }
    if (slot == L1Tags::none) {
      if (no_room_for(missing.size())) return false;
      if (keep) slot = tags_.allocate(l.line, l.place);
      if (keep && slot == L1Tags::none && pending_.sectors_in_flight() > 0) {
        stall_ = Stall::set;
        stall_set_ = l.place;
        return false;
      }
    }
    if (slot != L1Tags::none) tags_.ask(slot, missing);
    ++load.open_lines;
    send(RequestOp::read, l.line, missing, WordMask{}, pending_.open(slot, missing, q.load), at);
  }
  load.looked_up_after = ticks_since(q.issued, at);
  load.all_asked = true;
  if (load.open_lines == 0) finish_load_at(q.load, pipe_.data(at, load.data_cycles, q.quadrant) + pipe_.hit_latency());
  return true;
}

// Stores write through. A line stored to is kept, and the words stored are readable, without fetching the rest.
bool Sm::serve_store(Queued& q) {
  const Tick at = std::max(Tick(q.entered_at), to_ticks(Cycle(now_)));
  if (q.next_line == 0) {
    if (!room_for_stores(q.access.sectors)) return false;
    pipe_.store_data(at, q.access.data_cycles);
  }
  const std::uint32_t token = q.access.count == 0 ? 0 : new_store(q);
  for (; q.next_line < q.access.count; ++q.next_line) {
    const CoalescedLine& l = q.access.lines[q.next_line];
    const SectorMask sectors = sectors_of(l.words);
    L1Tags::Slot slot = tags_.find(l.line, l.place);
    if (slot != L1Tags::none) {
      l1_counters(q).sector_hits += sectors.size();  // the profiler asks only whether the line is there
      tags_.touch(slot);
    } else {
      slot = tags_.allocate(l.line, l.place);
    }
    if (slot != L1Tags::none && q.whole_words) tags_.valid(slot) |= l.words;
    send(RequestOp::write, l.line, sectors, l.words, token, at);
  }
  return true;
}

// Reductions and atomics are done in L2; L1 drops the line.
bool Sm::serve_atomic(Queued& q) {
  const Tick at = std::max(Tick(q.entered_at), to_ticks(Cycle(now_)));
  const bool returns = q.op == Op::atomic;
  if (q.next_line == 0 && !returns && !room_for_stores(q.access.sectors)) return false;
  const std::uint32_t token = returns || q.access.count == 0 ? 0 : new_store(q);
  for (; q.next_line < q.access.count; ++q.next_line) {
    const CoalescedLine& l = q.access.lines[q.next_line];
    const SectorMask sectors = sectors_of(l.words);
    if (returns && no_room_for(sectors.size())) return false;
    const L1Tags::Slot slot = tags_.find(l.line, l.place);
    if (slot != L1Tags::none) {
      pending_.orphan(slot);
      tags_.drop(slot);
    }
    if (returns) {
      const PendingMisses::Entry e = pending_.open(L1Tags::none, sectors, q.load);
      ++loads_[q.load].open_lines;
      send(RequestOp::atomic, l.line, sectors, l.words, e, at);
    } else {
      send(RequestOp::reduction, l.line, sectors, l.words, token, at);
    }
  }
  if (!returns) {
    pipe_.store_data(at, q.access.data_cycles);
    return true;
  }
  loads_[q.load].looked_up_after = ticks_since(q.issued, at);
  loads_[q.load].all_asked = true;
  if (loads_[q.load].open_lines == 0) finish_load_at(q.load, at + pipe_.hit_latency());
  return true;
}

// Whether L1 is at its limit of sectors asked of L2. One instruction alone always goes on.
bool Sm::no_room_for(unsigned sectors) {
  if (pending_.sectors_in_flight() == 0 || pending_.sectors_in_flight() + sectors <= machine_.l1.pending_sectors) return false;
  stall_ = Stall::sectors_in_flight;
  return true;
}

// Whether L2 can be sent this much more store data. Acknowledgements are looked at only here, where room is wanted.
bool Sm::room_for_stores(unsigned sectors) {
  const auto fits = [&] { return store_sectors_out_ == 0 || store_sectors_out_ + sectors <= machine_.l1.pending_stores; };
  if (fits()) return true;
  if (first_ack_ <= now_) {
    first_ack_ = never;
    std::erase_if(acks_, [&](const Ack& ack) {
      if (ack.at > now_) {
        first_ack_ = std::min(first_ack_, ack.at);
        return false;
      }
      store_sectors_out_ -= ack.sectors;
      return true;
    });
    if (fits()) return true;
  }
  stall_ = Stall::stores;
  return false;
}

// All lines of the instruction at the head leave together.
std::uint32_t Sm::new_store(const Queued& q) {
  std::uint32_t index = free_store_;
  if (index == none) {
    index = static_cast<std::uint32_t>(stores_.size());
    stores_.push_back({});
  } else {
    free_store_ = stores_[index].open_lines;
  }
  const Tick sent = std::max(Tick(q.entered_at), to_ticks(Cycle(now_)));
  Store& store = stores_[index];
  store.issued = q.issued;
  store.entered_after = ticks_since(q.issued, Tick(q.entered_at));
  store.sent_after = ticks_since(q.issued, sent);
  store.instruction = q.instruction;
  store.open_lines = q.access.count;
  store.marks_before = marks_passed_;
  store_sectors_out_ += q.access.sectors;
  return index | store_token;
}

void Sm::take_replies(std::span<const LineReply* const> replies) {
  for (const Ack& ack : acks_) store_sectors_out_ -= ack.sectors;  // of windows gone by: all due
  acks_.clear();
  first_ack_ = never;
  fills_.clear();
  for (const LineReply* reply : replies) {
    const LineReply& r = *reply;
    if ((r.token & store_token) == 0) {
      Fill& fill = fills_.add();
      fill.at = r.arrives.count;
      fill.token = r.token;
      fill.l2_ticks = r.l2_ticks;
      fill.dram_ticks = r.dram_ticks;
      pending_.prefetch_slot(r.token);
      bring_near(&loads_[pending_.first_waiter(r.token)]);
    } else {
      acknowledge(r);
    }
  }
}

// Where the store's time went is known; its room comes back when the reply arrives.
void Sm::acknowledge(const LineReply& reply) {
  const std::uint32_t index = reply.token & ~store_token;
  Store& store = stores_[index];
  const std::uint64_t issued = to_ticks(Cycle(store.issued)).count;
  const std::uint64_t total = to_ticks(reply.arrives).count - issued;
  const std::uint64_t queued = store.entered_after;
  const std::uint64_t room = store.sent_after - store.entered_after;
  Ack& ack = acks_.emplace_back();
  ack.at = reply.arrives.count;
  ack.sectors = reply.sectors.size();
  first_ack_ = std::min(first_ack_, reply.arrives.count);
  if (store.marks_before == marks_passed_) {  // not of the warm-up
    auto& wait = counters_.store_wait_ticks;
    wait[index_of(Wait::lsu)] += queued;
    wait[index_of(Wait::l1_room)] += room;
    wait[index_of(Wait::l2)] += reply.l2_ticks;
    wait[index_of(Wait::dram)] += reply.dram_ticks;
    wait[index_of(Wait::network)] += total - queued - room - reply.l2_ticks - reply.dram_ticks;
    rows_[store.instruction].wait_ticks += total;
  }
  if (--store.open_lines > 0) return;
  store.open_lines = free_store_;
  free_store_ = index;
}

void Sm::fill(const Fill& reply) {
  const Tick in = pipe_.fill(to_ticks(Cycle(now_)), pending_.sectors(reply.token).size());
  const L1Tags::Slot slot = pending_.slot(reply.token);
  if (slot != L1Tags::none) tags_.arrive(slot, pending_.sectors(reply.token));
  if (stall_ == Stall::sectors_in_flight || (stall_ == Stall::set && slot != L1Tags::none && L1Tags::set_of_slot(slot) == stall_set_))
    stall_ = Stall::no;
  pending_.close(reply.token, [&](std::uint32_t index) {
    Load& load = loads_[index];
    load.left_l1 = true;
    load.l2_ticks = reply.l2_ticks;
    load.dram_ticks = reply.dram_ticks;
    if (--load.open_lines == 0 && load.all_asked) finish_load_at(index, pipe_.data(in, load.data_cycles, load.quadrant));
  });
  if (stall_ == Stall::set && pending_.sectors_in_flight() == 0) stall_ = Stall::no;
  if (log_.on()) log_.level(TimelineLevel::Kind::l1_pending_sectors, index_, to_ticks(Cycle(now_)), pending_.sectors_in_flight());
}

// The load's last word is in its registers at `at`. Books where its time went.
void Sm::finish_load_at(std::uint32_t index, Tick at) {
  const Load& load = loads_[index];
  const std::uint64_t done = std::max(now_ + 1, ceil_cycle(at).count);
  events_.add(done, {EventKind::load_done, index});
  if (log_.on())
    log_.span(
        {TimelineSpan::Track::warp, load.op, index_, load.warp, load.instruction, to_ticks(Cycle(load.issued)), to_ticks(Cycle(done))});
  const std::uint64_t issued = to_ticks(Cycle(load.issued)).count;
  const std::uint64_t total = done * ticks_per_cycle - issued;
  auto& wait = counters_.wait_ticks;
  const std::uint64_t queued = load.entered_after;
  const std::uint64_t room = load.looked_up_after - load.entered_after;
  wait[index_of(Wait::lsu)] += queued;
  wait[index_of(Wait::l1_room)] += room;
  const std::uint64_t left = total - std::min(total, queued + room);
  if (!load.left_l1) {
    wait[index_of(Wait::l1_data)] += left;
  } else {
    // A load that joined a request already out waited for the end of its round trip only.
    const std::uint64_t dram = std::min<std::uint64_t>(load.dram_ticks, left);
    const std::uint64_t l2 = std::min<std::uint64_t>(load.l2_ticks, left - dram);
    wait[index_of(Wait::dram)] += dram;
    wait[index_of(Wait::l2)] += l2;
    wait[index_of(Wait::network)] += left - dram - l2;
  }
  rows_[load.instruction].wait_ticks += total;
}

}  // namespace warpmem
