#include "machine/memory_lane.hpp"

#include "units/clocks.hpp"

namespace warpmem {
namespace {

constexpr std::size_t index_of(L2Op op) { return static_cast<std::size_t>(op); }
constexpr L2Op l2_op(RequestOp op) { return static_cast<L2Op>(op); }
static_assert(static_cast<int>(RequestOp::atomic) == static_cast<int>(Op::atomic) &&
              static_cast<int>(RequestOp::read) == static_cast<int>(Op::load));

}  // namespace

MemoryLane::MemoryLane(const MachineConfig& m, const AddressMap& map)
    : map_(map),
      slices_per_lane_(map.slices_per_lane()),
      partitions_(m.l2.partitions),
      sets_per_partition_(map.slices_per_lane() * map.sets()),
      request_time_(to_ticks(m.l2.request_interval)),
      write_sector_time_(to_ticks(m.l2.write_sector_interval)),
      partial_sector_time_(to_ticks(m.l2.partial_sector_interval)),
      request_latency_(to_ticks(m.l2.request_latency)),
      reply_latency_(to_ticks(m.l2.reply_latency)),
      far_home_latency_(to_ticks(m.l2.far_home_latency)),
      partition_latency_(to_ticks(m.l2.partition_latency)),
      controller_half_(to_ticks(m.dram.controller_latency).count / 2),
      bursts_per_sector_(std::max(1U, sector_bytes / static_cast<std::uint32_t>(m.dram.burst.count))),
      machine_(m),
      ports_(std::size_t{partitions_} * slices_per_lane_),
      channels_(map.channels_per_lane()),
      hops_(ports_.size()),
      dram_(ports_.size()) {
  for (unsigned n = 0; n <= sectors_per_line; ++n) {
    read_time_[n] = std::max(request_time_, Tick(to_ticks(m.l2.read_sector_interval).count * n));
    reduction_time_[n] = std::max(request_time_, Tick(to_ticks(m.l2.reduction_sector_interval).count * n));
    bursts_[n] = std::max(1U, n * sector_bytes / static_cast<std::uint32_t>(m.dram.burst.count));
  }
  // Whole 64-byte granules where DRAM and the partition link move those.
  const bool pairs = m.l2.fetch.count == 64;
  for (unsigned b = 0; b < granules_.size(); ++b) {
    granules_[b] = SectorMask(static_cast<std::uint8_t>(pairs ? b | (b & 5U) << 1 | (b & 10U) >> 1 : b));
  }
}

void MemoryLane::flush(std::uint32_t index) {
  tags_.reset(partitions_ * sets_per_partition_, machine_.l2.ways, machine_.l2.victim_draws);
  ports_.assign(ports_.size(), SlicePort{});
  for (std::uint32_t c = 0; c < channels_.size(); ++c) channels_[c].reset(machine_.dram, machine_.sm.clock, index + c * map_.lanes());
  hops_.clear();
  dram_.clear();
  pending_.clear();
  links_.clear();
  free_pending_ = free_link_ = none;
  clear_counters();
}

void MemoryLane::clear_counters() {
  counters_ = {};
  for (SlicePort& port : ports_) port.busy = Tick(0);
  for (DramChannel& channel : channels_) channel.counters = {};
  restart_pending_ = false;
}

void MemoryLane::rewind() {
  tags_.rewind();
  ports_.assign(ports_.size(), SlicePort{});
  for (DramChannel& channel : channels_) channel.rewind();
  clear_counters();
}

L2Counters MemoryLane::l2_counters() const {
  if (restart_pending_) return {};
  L2Counters sum = counters_;
  for (const SlicePort& port : ports_) sum.busy_ticks += port.busy.count;
  return sum;
}

DramCounters MemoryLane::dram_counters() const {
  DramCounters sum;
  if (restart_pending_) return sum;
  for (const DramChannel& channel : channels_) sum.add(channel.counters);
  return sum;
}

WARPMEM_HINT void MemoryLane::prefetch_sets(const LineRequest& r) const {
  const LinePlace p = unpacked(r.place);
  const std::uint32_t near = near_partition(r);
  tags_.prefetch(near * sets_per_partition_ + p.set);
  if (p.home != near) tags_.prefetch(p.home * sets_per_partition_ + p.set);
}

// Brings the sets of the requests that come next near while earlier ones are worked on: without this the simulator
// waits for its host's memory at every request.
WARPMEM_HINT void MemoryLane::look_ahead(std::span<const LineRequest> arrivals, std::size_t next) const {
  constexpr std::size_t far = 10, close = 3;
  if (next == 0) {
    for (std::size_t i = 0; i < std::min(far, arrivals.size()); ++i) prefetch_sets(arrivals[i]);
  }
  if (next + far < arrivals.size()) prefetch_sets(arrivals[next + far]);
  if (next + close < arrivals.size()) {
    const LineRequest& r = arrivals[next + close];
    tags_.prefetch_way(r.line, near_partition(r) * sets_per_partition_ + unpacked(r.place).set);
  }
}

// The same for what the answers to DRAM commands will need.
WARPMEM_HINT void MemoryLane::look_ahead(const RingQueue<DramRead>& queue) const {
  if (queue.size() > 6) bring_near(&pending_[queue.at(6).pending]);
  if (queue.size() > 3) {
    const Pending& p = pending_[queue.at(3).pending];
    if (p.way != none) tags_.prefetch_way(p.way);
    if (p.first.is_miss) bring_near(&pending_[p.first.token]);
  }
}

void MemoryLane::run(std::span<const LineRequest> arrivals, Tick limit, std::vector<LineReply>* const* replies) {
  replies_ = replies;
  std::size_t next = 0;
  Tick arrival = limit;
  const auto see_next = [&] { arrival = next < arrivals.size() ? to_ticks(arrivals[next].sent) + request_latency_ : limit; };
  see_next();
  // Among equals the order is: arrivals, requests of the other partition, DRAM commands.
  for (;;) {
    const Tick due = std::min(hops_.next(), dram_.next());
    if (arrival <= due) {
      if (next == arrivals.size()) return;  // what is left is due at `limit` or later
      look_ahead(arrivals, next);
      arrive(arrivals[next++], arrival);
      see_next();
    } else if (hops_.next() == due) {
      hop(hops_.first().front());
      hops_.pop();
    } else {
      look_ahead(dram_.first());
      dram_read(dram_.first().front());
      dram_.pop();
    }
  }
}

void MemoryLane::arrive(const LineRequest& r, Tick at) {
  if (restart_pending_ && r.sent >= restart_from_) clear_counters();
  ++counters_.requests_tex;
  counters_.sectors_tex[index_of(l2_op(r.op))] += r.sectors.size();
  counters_.sectors[index_of(l2_op(r.op))] += r.sectors.size();
  switch (r.op) {
    case RequestOp::read:
      near_read(r, at);
      break;
    case RequestOp::write:
      near_write(r, at);
      break;
    default:
      near_reduction(r, at);
  }
}

inline Tick MemoryLane::serve(std::uint32_t slice, RequestOp op, Tick at, Tick length) {
  const Tick start = ports_[slice].serve(at, length);
  if (log_.on()) [[unlikely]]
    log_.span({TimelineSpan::Track::slice, static_cast<Op>(op), unit_, static_cast<std::uint16_t>(slice), 0, start, start + length});
  return start;
}

Tick MemoryLane::write_cost(const LineRequest& r) const {
  const unsigned full = full_sectors(r.words).size();
  return std::max(request_time_, Tick(write_sector_time_.count * full + partial_sector_time_.count * (r.sectors.size() - full)));
}

void MemoryLane::near_read(const LineRequest& r, Tick at) {
  const std::uint32_t near = near_partition(r);
  const LinePlace p = unpacked(r.place);
  const Where here = where(near, p.set);
  const Tick start = serve(here.slice, r.op, at, read_time_[r.sectors.size()]);
  const bool home_is_far = p.home != near;
  L2Tags::Place w = tags_.find(r.line, here.set);
  const SectorMask valid = w.found() ? tags_.valid(w) : SectorMask{};
  const SectorMask missing = r.sectors.without(valid);
  const unsigned hits = r.sectors.size() - missing.size();
  counters_.hits_tex[index_of(L2Op::read)] += hits;
  counters_.hits[index_of(L2Op::read)] += hits;
  const Waiter waiter{at.count, r.token, 0, r.sm, r.sectors, false};
  if (missing.none()) {
    if (const std::uint32_t miss = tags_.miss(w); miss != none) {
      join_miss(miss, waiter);
    } else {
      reply(waiter, std::max(start, tags_.ready(w)) + (home_is_far ? far_home_latency_ : Tick(0)), 0);
    }
    return;
  }
  const SectorMask wanted = granules_[missing.bits].without(valid);
  if (!w.found()) w = place_for(r.line, here.set, at);
  if (w.found()) tags_.add_valid(w, wanted);
  const std::uint32_t miss = open_miss(w, waiter);
  if (home_is_far) {
    Hop& h = hops_.push(here.slice, start + partition_latency_);
    h.request = r;
    h.near_pending = miss;
    h.fetch = wanted;
  } else {
    fetch(here.slice, r.line, wanted, miss, start);
  }
}

void MemoryLane::hop(const Hop& h) {
  switch (h.request.op) {
    case RequestOp::read:
      home_read(h);
      break;
    case RequestOp::write:
      home_write(h);
      break;
    default:
      home_reduction(h.request, h.arrived, h.at, true);
  }
}

void MemoryLane::home_read(const Hop& h) {
  const LinePlace p = unpacked(h.request.place);
  const Where here = where(p.home, p.set);
  const Tick start = serve(here.slice, RequestOp::read, h.at, read_time_[h.fetch.size()]);
  L2Tags::Place w = tags_.find(h.request.line, here.set);
  const SectorMask valid = w.found() ? tags_.valid(w) : SectorMask{};
  const SectorMask missing = h.fetch.without(valid);
  counters_.sectors[index_of(L2Op::read)] += h.fetch.size();
  counters_.hits[index_of(L2Op::read)] += h.fetch.size() - missing.size();
  const Waiter waiter{0, h.near_pending, 0, 0, {}, true};
  if (missing.none()) {
    if (const std::uint32_t miss = tags_.miss(w); miss != none) {
      join_miss(miss, waiter);
    } else {
      resolve(h.near_pending, std::max(start, tags_.ready(w)) + partition_latency_, 0);
    }
    return;
  }
  const SectorMask wanted = granules_[missing.bits].without(valid);
  if (!w.found()) w = place_for(h.request.line, here.set, h.at);
  if (w.found()) tags_.add_valid(w, wanted);
  fetch(here.slice, h.request.line, wanted, open_miss(w, waiter), start);
}

// Written words become dirty at the line's home; a sector is readable once every word of it is known.
void MemoryLane::merge_write(L2Tags::Place place, WordMask words, bool is_home) {
  tags_.add_valid(place, full_sectors(words));
  if (!is_home) return;
  tags_.add_dirty(place, words);
  tags_.add_valid(place, full_sectors(tags_.dirty(place)));
}

// Every way of the set waits for data: the words go to DRAM at once.
void MemoryLane::write_past(const LineRequest& r, Tick at) {
  room_from_ = channels_[map_.dram(r.line).channel].write(at, r.sectors.size() * bursts_per_sector_);
}

void MemoryLane::near_write(const LineRequest& r, Tick at) {
  const std::uint32_t near = near_partition(r);
  const LinePlace p = unpacked(r.place);
  const Where here = where(near, p.set);
  const Tick start = serve(here.slice, r.op, at, write_cost(r));
  counters_.hits_tex[index_of(L2Op::write)] += r.sectors.size();  // the profiler counts every store as a hit
  counters_.hits[index_of(L2Op::write)] += r.sectors.size();
  L2Tags::Place w = tags_.find(r.line, here.set);
  room_from_ = start;
  if (!w.found()) w = place_for(r.line, here.set, at);
  if (w.found()) {
    merge_write(w, r.words, p.home == near);
  } else if (p.home == near) {
    write_past(r, at);
  }
  if (p.home == near) {
    reply({at.count, r.token, 0, r.sm, r.sectors, false}, std::max(start, room_from_), 0);
  } else {
    Hop& h = hops_.push(here.slice, start + partition_latency_);
    h.request = r;
    h.arrived = at.count;
  }
}

void MemoryLane::home_write(const Hop& h) {
  const LineRequest& r = h.request;
  const LinePlace p = unpacked(r.place);
  const Where here = where(p.home, p.set);
  const Tick start = serve(here.slice, r.op, h.at, write_cost(r));
  counters_.sectors[index_of(L2Op::write)] += r.sectors.size();
  counters_.hits[index_of(L2Op::write)] += r.sectors.size();
  L2Tags::Place w = tags_.find(r.line, here.set);
  room_from_ = start;
  if (!w.found()) w = place_for(r.line, here.set, h.at);
  if (w.found()) {
    merge_write(w, r.words, true);
  } else {
    write_past(r, h.at);
  }
  reply({h.arrived, r.token, 0, r.sm, r.sectors, false}, std::max(start, room_from_) + partition_latency_, 0);
}

void MemoryLane::near_reduction(const LineRequest& r, Tick at) {
  const std::uint32_t near = near_partition(r);
  const LinePlace p = unpacked(r.place);
  if (p.home == near) {
    home_reduction(r, at.count, at, false);
    return;
  }
  const Where here = where(near, p.set);
  const Tick start = serve(here.slice, r.op, at, request_time_);
  Hop& h = hops_.push(here.slice, start + partition_latency_);
  h.request = r;
  h.arrived = at.count;
}

// Reductions are done where the line is at home. The line must be there first.
void MemoryLane::home_reduction(const LineRequest& r, std::uint64_t arrived, Tick at, bool from_far) {
  const std::size_t op = index_of(l2_op(r.op));
  const LinePlace p = unpacked(r.place);
  const Where here = where(p.home, p.set);
  const Tick start = serve(here.slice, r.op, at, reduction_time_[r.sectors.size()]);
  const Tick way_back = from_far ? partition_latency_ : Tick(0);
  L2Tags::Place w = tags_.find(r.line, here.set);
  const SectorMask valid = w.found() ? tags_.valid(w) : SectorMask{};
  const SectorMask missing = r.sectors.without(valid);
  const unsigned hits = r.sectors.size() - missing.size();
  if (from_far) {
    counters_.sectors[op] += r.sectors.size();
  } else {
    counters_.hits_tex[op] += hits;
  }
  counters_.hits[op] += hits;
  if (!w.found()) w = place_for(r.line, here.set, at);
  if (w.found()) tags_.add_dirty(w, r.words);
  const bool returns = r.op == RequestOp::atomic;
  const Waiter waiter{arrived, r.token, static_cast<std::uint32_t>(way_back.count), r.sm, r.sectors, false};
  if (!missing.none()) {
    const SectorMask wanted = granules_[missing.bits].without(valid);
    if (w.found()) tags_.add_valid(w, wanted);
    // A reduction is taken before the line is there: nobody waits for its miss.
    const std::uint32_t miss = open_miss(w, returns ? waiter : Waiter{});
    fetch(here.slice, r.line, wanted, miss, start);
    if (!returns) reply(waiter, start + way_back, 0);
  } else if (returns && w.found() && tags_.miss(w) != none) {
    join_miss(tags_.miss(w), waiter);
  } else {
    const Tick ready = returns && w.found() ? std::max(start, tags_.ready(w)) : start;
    reply(waiter, ready + way_back, 0);
  }
}

// A place for a new line; the line replaced is written back.
L2Tags::Place MemoryLane::place_for(LineAddress line, std::uint32_t set, Tick at) {
  room_from_ = at;
  L2Tags::Victim victim;
  const L2Tags::Place place = tags_.allocate(line, set, victim);
  if (!victim.dirty.none()) write_back(victim, at);
  return place;
}

// A sector of which only some words were written has to be read and merged first.
void MemoryLane::write_back(const L2Tags::Victim& victim, Tick at) {
  const AddressMap::DramPlace v = map_.dram(victim.line);
  DramChannel& channel = channels_[v.channel];
  const SectorMask dirty = sectors_of(victim.dirty);
  const SectorMask partial = dirty.without(victim.valid);
  if (!partial.none()) channel.read(at, v.row, partial.size() * bursts_per_sector_);
  room_from_ = channel.write(at, dirty.size() * bursts_per_sector_);
  counters_.evicted_dirty_sectors += dirty.size();
}

std::uint32_t MemoryLane::open_miss(L2Tags::Place place, const Waiter& waiter) {
  std::uint32_t m = free_pending_;
  if (m == none) {
    m = static_cast<std::uint32_t>(pending_.size());
    pending_.push_back({});
  } else {
    free_pending_ = pending_[m].next;
  }
  pending_[m] = {waiter, place.found() ? L2Tags::index(place) : none, none};
  if (place.found()) tags_.await(place, m);
  return m;
}

void MemoryLane::join_miss(std::uint32_t pending, const Waiter& waiter) {
  std::uint32_t i = free_link_;
  if (i == none) {
    i = static_cast<std::uint32_t>(links_.size());
    links_.push_back({});
  } else {
    free_link_ = links_[i].next;
  }
  links_[i] = {waiter, pending_[pending].next};
  pending_[pending].next = i;
}

void MemoryLane::fetch(std::uint32_t slice, LineAddress line, SectorMask sectors, std::uint32_t pending, Tick at) {
  const AddressMap::DramPlace p = map_.dram(line);
  const Tick due = at + controller_half_;
  dram_.push(slice, due) = {due, p.row, p.channel, bursts_[sectors.size()], pending};
}

void MemoryLane::dram_read(const DramRead& d) {
  const Tick ready = channels_[d.channel].read(d.at, d.row, d.bursts) + controller_half_;
  if (log_.on()) {
    const std::uint32_t bank = d.channel * machine_.dram.bank_groups * machine_.dram.banks_per_group + channels_[d.channel].bank_of(d.row);
    log_.span({TimelineSpan::Track::bank, Op::load, unit_, static_cast<std::uint16_t>(bank), 0, d.at, ready});
    log_.level(TimelineLevel::Kind::dram_queue, unit_, d.at, static_cast<std::uint32_t>(dram_.size()));
  }
  resolve(d.pending, ready, static_cast<std::uint32_t>((ready - d.at).count));
}

// Answers all who wait for a miss, last come first.
void MemoryLane::resolve(std::uint32_t pending, Tick ready, std::uint32_t dram_ticks) {
  const Pending p = pending_[pending];
  pending_[pending].next = free_pending_;
  free_pending_ = pending;
  if (p.way != none) tags_.answer(p.way, pending, ready);
  for (std::uint32_t i = p.next; i != none;) {
    const Link link = links_[i];
    links_[i].next = free_link_;
    free_link_ = i;
    i = link.next;
    answer(link.waiter, ready, dram_ticks);
  }
  answer(p.first, ready, dram_ticks);
}

void MemoryLane::answer(const Waiter& waiter, Tick ready, std::uint32_t dram_ticks) {
  if (waiter.is_miss) {
    resolve(waiter.token, ready + partition_latency_, dram_ticks);
  } else if (!waiter.sectors.none()) {
    reply(waiter, ready + Tick(waiter.way_back), dram_ticks);
  }
}

void MemoryLane::reply(const Waiter& waiter, Tick ready, std::uint32_t dram_ticks) {
  const std::uint64_t here = ready.count - waiter.arrived;
  replies_[waiter.sm]->push_back({ceil_cycle(ready + reply_latency_), waiter.token, waiter.sm, waiter.sectors,
                                  static_cast<std::uint32_t>(here - std::min<std::uint64_t>(here, dram_ticks)), dram_ticks});
}

}  // namespace warpmem
