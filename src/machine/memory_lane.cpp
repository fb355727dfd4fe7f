#include "machine/memory_lane.hpp"

#include <algorithm>

#include "units/clocks.hpp"

namespace warpmem {
namespace {

constexpr std::size_t index_of(L2Op op) { return static_cast<std::size_t>(op); }
constexpr L2Op l2_op(RequestOp op) { return static_cast<L2Op>(op); }

}  // namespace

MemoryLane::MemoryLane(const MachineConfig& m, const AddressMap& map)
    : map_(map),
      slices_per_lane_(map.slices_per_lane()),
      partitions_(m.l2.partitions),
      service_{to_ticks(m.l2.request_interval), to_ticks(m.l2.read_sector_interval), to_ticks(m.l2.write_sector_interval),
               to_ticks(m.l2.partial_sector_interval), to_ticks(m.l2.reduction_sector_interval)},
      request_latency_(to_ticks(m.l2.request_latency)),
      reply_latency_(to_ticks(m.l2.reply_latency)),
      far_home_latency_(to_ticks(m.l2.far_home_latency)),
      partition_latency_(to_ticks(m.l2.partition_latency)),
      controller_half_(to_ticks(m.dram.controller_latency).count / 2),
      fetch_pairs_(m.l2.fetch.count == 64),
      burst_bytes_(static_cast<std::uint32_t>(m.dram.burst.count)),
      machine_(m),
      slices_(std::size_t{partitions_} * slices_per_lane_),
      channels_(map.channels_per_lane()),
      hops_(slices_.size()),
      dram_(slices_.size()),
      heads_(2 * slices_.size(), never) {}

void MemoryLane::flush(std::uint32_t index) {
  for (L2Slice& slice : slices_) slice.reset(map_.sets(), machine_.l2.ways, machine_.l2.victim_draws);
  for (std::uint32_t c = 0; c < channels_.size(); ++c) channels_[c].reset(machine_.dram, machine_.sm.clock, index + c * map_.lanes());
  for (auto& queue : hops_) queue.clear();
  for (auto& queue : dram_) queue.clear();
  std::fill(heads_.begin(), heads_.end(), never);
  pending_.clear();
  waiters_.clear();
  free_pending_ = free_waiter_ = none;
  clear_counters();
}

void MemoryLane::clear_counters() {
  counters_ = {};
  for (L2Slice& slice : slices_) slice.busy = Tick(0);
  for (DramChannel& channel : channels_) channel.counters = {};
  restart_pending_ = false;
}

void MemoryLane::rewind() {
  for (L2Slice& slice : slices_) slice.rewind();
  for (DramChannel& channel : channels_) channel.rewind();
  clear_counters();
}

L2Counters MemoryLane::l2_counters() const {
  if (restart_pending_) return {};
  L2Counters sum = counters_;
  for (const L2Slice& slice : slices_) sum.busy_ticks += slice.busy.count;
  return sum;
}

DramCounters MemoryLane::dram_counters() const {
  DramCounters sum;
  if (restart_pending_) return sum;
  for (const DramChannel& channel : channels_) sum.add(channel.counters);
  return sum;
}

Tick MemoryLane::next_event() const { return Tick(*std::min_element(heads_.begin(), heads_.end())); }

// Brings near what the requests in a queue will need when their turn comes, and what the answers to DRAM commands will.
WARPMEM_HINT void MemoryLane::look_ahead(const RingQueue<Hop>& queue) const {
  if (queue.size() > 8) {
    const Hop& h = queue.at(8);
    slices_[slice_index(h.place.home, h.place)].prefetch(h.place.set);
  }
  if (queue.size() > 4) {
    const Hop& h = queue.at(4);
    slices_[slice_index(h.place.home, h.place)].prefetch_way(h.request.line, h.place.set);
  }
}

WARPMEM_HINT void MemoryLane::look_ahead(const RingQueue<DramRead>& queue) const {
  if (queue.size() > 8) bring_near(&pending_[queue.at(8).pending]);
  if (queue.size() > 4) {
    const Pending& p = pending_[queue.at(4).pending];
    if (p.way != none) slices_[p.slice].prefetch_way(p.way);
    if (p.waiters != none) bring_near(&waiters_[p.waiters]);
  }
}

void MemoryLane::run(std::span<const LineRequest> arrivals, Tick limit, std::vector<LineReply>* const* replies) {
  replies_ = replies;
  placed_ = fetched_ = 0;
  std::size_t next = 0;
  const std::size_t queues = heads_.size();
  for (;;) {
    const bool more = next < arrivals.size();
    const Tick arrival = more ? to_ticks(arrivals[next].sent) + request_latency_ : limit;
    // Among equals the order is: arrivals, requests of the other partition, DRAM commands. heads_ has the hops first.
    std::uint64_t earliest = std::min(arrival, limit).count;
    std::size_t chosen = queues;
    for (std::size_t i = 0; i < queues; ++i) {
      if (heads_[i] < earliest) {
        earliest = heads_[i];
        chosen = i;
      }
    }
    if (chosen < slices_.size()) {
      RingQueue<Hop>& queue = hops_[chosen];
      const Hop h = queue.front();
      queue.pop();
      heads_[chosen] = queue.empty() ? never : queue.front().at.count;
      look_ahead(queue);
      switch (h.request.op) {
        case RequestOp::read:
          home_read(h);
          break;
        case RequestOp::write:
          home_write(h);
          break;
        default:
          home_reduction(h.request, h.place, h.arrived, h.at, true);
      }
    } else if (chosen < queues) {
      RingQueue<DramRead>& queue = dram_[chosen - slices_.size()];
      const DramRead d = queue.front();
      queue.pop();
      heads_[chosen] = queue.empty() ? never : queue.front().at.count;
      look_ahead(queue);
      dram_read(d);
    } else if (more && arrival < limit) {
      look_ahead(arrivals, next);
      const LinePlace place = places_[next % places_.size()];
      arrive(arrivals[next++], place, arrival);
    } else {
      return;
    }
  }
}

void MemoryLane::push_hop(std::uint32_t slice, const Hop& hop) {
  if (hops_[slice].empty()) heads_[slice] = hop.at.count;
  hops_[slice].push(hop);
}

// Places the requests that come next and brings their sets near while earlier ones are worked on: without this the
// simulator waits for its host's memory at every request.
void MemoryLane::look_ahead(std::span<const LineRequest> arrivals, std::size_t next) {
  constexpr std::size_t far = 12, close = 6;
  static_assert(far < std::tuple_size_v<decltype(places_)>);
  for (; placed_ < std::min(next + far, arrivals.size()); ++placed_) {
    const LineRequest& r = arrivals[placed_];
    LinePlace& p = places_[placed_ % places_.size()];
    p = map_.place(r.line);
    const std::uint32_t near = r.sm % partitions_;
    slices_[slice_index(near, p)].prefetch(p.set);
    if (p.home != near) slices_[slice_index(p.home, p)].prefetch(p.set);
  }
  for (; fetched_ < std::min(next + close, placed_); ++fetched_) {
    const LineRequest& r = arrivals[fetched_];
    const LinePlace& p = places_[fetched_ % places_.size()];
    const std::uint32_t near = r.sm % partitions_;
    slices_[slice_index(near, p)].prefetch_way(r.line, p.set);
    if (p.home != near) slices_[slice_index(p.home, p)].prefetch_way(r.line, p.set);
  }
}

void MemoryLane::arrive(const LineRequest& r, const LinePlace& p, Tick at) {
  if (restart_pending_ && r.sent >= restart_from_) clear_counters();
  ++counters_.requests_tex;
  counters_.sectors_tex[index_of(l2_op(r.op))] += r.sectors.size();
  counters_.sectors[index_of(l2_op(r.op))] += r.sectors.size();
  switch (r.op) {
    case RequestOp::read:
      near_read(r, p, at);
      break;
    case RequestOp::write:
      near_write(r, p, at);
      break;
    default:
      near_reduction(r, p, at);
  }
}

Tick MemoryLane::cost(unsigned sectors, Tick per_sector) const { return std::max(service_.request, Tick(per_sector.count * sectors)); }

Tick MemoryLane::write_cost(const LineRequest& r) const {
  const unsigned full = full_sectors(r.words).size();
  return std::max(service_.request, Tick(service_.write_sector.count * full + service_.partial_sector.count * (r.sectors.size() - full)));
}

// What a miss asks for: whole 64-byte granules where DRAM and the partition link move those.
SectorMask MemoryLane::granules(SectorMask sectors) const {
  if (!fetch_pairs_) return sectors;
  const unsigned b = sectors.bits;
  return SectorMask(static_cast<std::uint8_t>(b | (b & 5U) << 1 | (b & 10U) >> 1));
}

void MemoryLane::near_read(const LineRequest& r, const LinePlace& p, Tick at) {
  const std::uint32_t near = r.sm % partitions_;
  const std::uint32_t si = slice_index(near, p);
  L2Slice& slice = slices_[si];
  const Tick start = slice.serve(at, cost(r.sectors.size(), service_.read_sector));
  const bool home_is_far = p.home != near;
  std::uint32_t w = slice.find(r.line, p.set);
  const SectorMask valid = w == none ? SectorMask{} : slice.way(w).valid;
  const SectorMask missing = r.sectors.without(valid);
  const unsigned hits = r.sectors.size() - missing.size();
  counters_.hits_tex[index_of(L2Op::read)] += hits;
  counters_.hits[index_of(L2Op::read)] += hits;
  const Waiter waiter{r, none, at.count, Tick(0), none};
  if (missing.none()) {
    if (slice.way(w).pending != none) {
      wait_on(slice.way(w).pending, waiter);
    } else {
      reply(r, at.count, std::max(start, slice.way(w).ready) + (home_is_far ? far_home_latency_ : Tick(0)), 0);
    }
    return;
  }
  const SectorMask wanted = granules(missing).without(valid);
  if (w == none) w = way_for(slice, r.line, p, at);
  if (w != none) slice.way(w).valid |= wanted;
  const std::uint32_t miss = open_miss(si, w);
  wait_on(miss, waiter);
  if (home_is_far) {
    push_hop(si, {start + partition_latency_, r, p, at.count, miss, wanted});
  } else {
    fetch(si, p, wanted, miss, start);
  }
}

void MemoryLane::home_read(const Hop& h) {
  const std::uint32_t si = slice_index(h.place.home, h.place);
  L2Slice& slice = slices_[si];
  const Tick start = slice.serve(h.at, cost(h.fetch.size(), service_.read_sector));
  std::uint32_t w = slice.find(h.request.line, h.place.set);
  const SectorMask valid = w == none ? SectorMask{} : slice.way(w).valid;
  const SectorMask missing = h.fetch.without(valid);
  counters_.sectors[index_of(L2Op::read)] += h.fetch.size();
  counters_.hits[index_of(L2Op::read)] += h.fetch.size() - missing.size();
  Waiter waiter;
  waiter.near_pending = h.near_pending;
  if (missing.none()) {
    if (slice.way(w).pending != none) {
      wait_on(slice.way(w).pending, waiter);
    } else {
      resolve(h.near_pending, std::max(start, slice.way(w).ready) + partition_latency_, 0);
    }
    return;
  }
  const SectorMask wanted = granules(missing).without(valid);
  if (w == none) w = way_for(slice, h.request.line, h.place, h.at);
  if (w != none) slice.way(w).valid |= wanted;
  const std::uint32_t miss = open_miss(si, w);
  wait_on(miss, waiter);
  fetch(si, h.place, wanted, miss, start);
}

// Written words become dirty at the line's home; a sector is readable once every word of it is known.
void MemoryLane::merge_write(L2Slice::Way& way, WordMask words, bool is_home) {
  way.valid |= full_sectors(words);
  if (!is_home) return;
  way.dirty |= words;
  way.valid |= full_sectors(way.dirty);
}

// Every way of the set waits for data: the words go to DRAM at once.
void MemoryLane::write_past(const LineRequest& r, const LinePlace& p, Tick at) {
  room_from_ = channels_[p.channel].write(at, r.sectors.size() * std::max(1U, sector_bytes / burst_bytes_));
}

void MemoryLane::near_write(const LineRequest& r, const LinePlace& p, Tick at) {
  const std::uint32_t near = r.sm % partitions_;
  const std::uint32_t si = slice_index(near, p);
  L2Slice& slice = slices_[si];
  const Tick start = slice.serve(at, write_cost(r));
  counters_.hits_tex[index_of(L2Op::write)] += r.sectors.size();  // the profiler counts every store as a hit
  counters_.hits[index_of(L2Op::write)] += r.sectors.size();
  std::uint32_t w = slice.find(r.line, p.set);
  room_from_ = start;
  if (w == none) w = way_for(slice, r.line, p, at);
  if (w != none) {
    merge_write(slice.way(w), r.words, p.home == near);
  } else if (p.home == near) {
    write_past(r, p, at);
  }
  if (p.home == near) {
    reply(r, at.count, std::max(start, room_from_), 0);
  } else {
    push_hop(si, {start + partition_latency_, r, p, at.count, none, r.sectors});
  }
}

void MemoryLane::home_write(const Hop& h) {
  L2Slice& slice = slices_[slice_index(h.place.home, h.place)];
  const Tick start = slice.serve(h.at, write_cost(h.request));
  counters_.sectors[index_of(L2Op::write)] += h.request.sectors.size();
  counters_.hits[index_of(L2Op::write)] += h.request.sectors.size();
  std::uint32_t w = slice.find(h.request.line, h.place.set);
  room_from_ = start;
  if (w == none) w = way_for(slice, h.request.line, h.place, h.at);
  if (w != none) {
    merge_write(slice.way(w), h.request.words, true);
  } else {
    write_past(h.request, h.place, h.at);
  }
  reply(h.request, h.arrived, std::max(start, room_from_) + partition_latency_, 0);
}

void MemoryLane::near_reduction(const LineRequest& r, const LinePlace& p, Tick at) {
  const std::uint32_t near = r.sm % partitions_;
  if (p.home == near) {
    home_reduction(r, p, at.count, at, false);
    return;
  }
  const std::uint32_t si = slice_index(near, p);
  const Tick start = slices_[si].serve(at, service_.request);
  push_hop(si, {start + partition_latency_, r, p, at.count, none, r.sectors});
}

// Reductions are done where the line is at home. The line must be there first.
void MemoryLane::home_reduction(const LineRequest& r, const LinePlace& p, std::uint64_t arrived, Tick at, bool from_far) {
  const std::size_t op = index_of(l2_op(r.op));
  const std::uint32_t si = slice_index(p.home, p);
  L2Slice& slice = slices_[si];
  const Tick start = slice.serve(at, cost(r.sectors.size(), service_.reduction_sector));
  const Tick way_back = from_far ? partition_latency_ : Tick(0);
  std::uint32_t w = slice.find(r.line, p.set);
  const SectorMask valid = w == none ? SectorMask{} : slice.way(w).valid;
  const SectorMask missing = r.sectors.without(valid);
  const unsigned hits = r.sectors.size() - missing.size();
  if (from_far) {
    counters_.sectors[op] += r.sectors.size();
  } else {
    counters_.hits_tex[op] += hits;
  }
  counters_.hits[op] += hits;
  if (w == none) w = way_for(slice, r.line, p, at);
  std::uint32_t miss = none;
  if (!missing.none()) {
    const SectorMask wanted = granules(missing).without(valid);
    if (w != none) slice.way(w).valid |= wanted;
    miss = open_miss(si, w);
    fetch(si, p, wanted, miss, start);
  }
  if (w != none) slice.way(w).dirty |= r.words;
  if (r.op == RequestOp::reduction) {
    reply(r, arrived, start + way_back, 0);
  } else if (w != none && slice.way(w).pending != none) {
    wait_on(slice.way(w).pending, {r, none, arrived, way_back, none});
  } else if (miss != none) {
    wait_on(miss, {r, none, arrived, way_back, none});
  } else {
    reply(r, arrived, std::max(start, w == none ? start : slice.way(w).ready) + way_back, 0);
  }
}

// A way for a new line; the line replaced is written back. A sector of which only some words were written has to be
// read and merged first.
std::uint32_t MemoryLane::way_for(L2Slice& slice, LineAddress line, const LinePlace& p, Tick at) {
  room_from_ = at;
  L2Slice::Victim victim;
  const std::uint32_t w = slice.allocate(line, p.set, victim);
  if (victim.taken && !victim.dirty.none()) {
    const LinePlace v = map_.place(victim.line);
    DramChannel& channel = channels_[v.channel];
    const SectorMask dirty = sectors_of(victim.dirty);
    const std::uint32_t bursts_per_sector = std::max(1U, sector_bytes / burst_bytes_);
    const SectorMask partial = dirty.without(victim.valid);
    if (!partial.none()) channel.read(at, v.row, partial.size() * bursts_per_sector);
    room_from_ = channel.write(at, dirty.size() * bursts_per_sector);
    counters_.evicted_dirty_sectors += dirty.size();
  }
  return w;
}

std::uint32_t MemoryLane::open_miss(std::uint32_t slice, std::uint32_t way) {
  std::uint32_t m = free_pending_;
  if (m == none) {
    m = static_cast<std::uint32_t>(pending_.size());
    pending_.push_back({});
  } else {
    free_pending_ = pending_[m].next_free;
  }
  pending_[m] = {slice, way, none, none};
  if (way != none) slices_[slice].way(way).pending = m;
  return m;
}

void MemoryLane::fetch(std::uint32_t slice, const LinePlace& p, SectorMask sectors, std::uint32_t pending, Tick at) {
  const std::uint32_t bursts = std::max(1U, sectors.size() * sector_bytes / burst_bytes_);
  const Tick due = at + controller_half_;
  if (dram_[slice].empty()) heads_[slices_.size() + slice] = due.count;
  dram_[slice].push({due, p.row, p.channel, bursts, pending});
}

void MemoryLane::dram_read(const DramRead& d) {
  const Tick ready = channels_[d.channel].read(d.at, d.row, d.bursts) + controller_half_;
  resolve(d.pending, ready, static_cast<std::uint32_t>((ready - d.at).count));
}

void MemoryLane::wait_on(std::uint32_t pending, const Waiter& waiter) {
  std::uint32_t i = free_waiter_;
  if (i == none) {
    i = static_cast<std::uint32_t>(waiters_.size());
    waiters_.push_back({});
  } else {
    free_waiter_ = waiters_[i].next;
  }
  waiters_[i] = waiter;
  waiters_[i].next = pending_[pending].waiters;
  pending_[pending].waiters = i;
}

void MemoryLane::resolve(std::uint32_t pending, Tick ready, std::uint32_t dram_ticks) {
  const Pending p = pending_[pending];
  pending_[pending].next_free = free_pending_;
  free_pending_ = pending;
  if (p.way != none) {
    L2Slice::Way& way = slices_[p.slice].way(p.way);
    way.ready = std::max(way.ready, ready);
    if (way.pending == pending) way.pending = none;
  }
  for (std::uint32_t i = p.waiters; i != none;) {
    const Waiter waiter = waiters_[i];
    waiters_[i].next = free_waiter_;
    free_waiter_ = i;
    i = waiter.next;
    if (waiter.near_pending != none) {
      resolve(waiter.near_pending, ready + partition_latency_, dram_ticks);
    } else {
      reply(waiter.request, waiter.arrived, ready + waiter.way_back, dram_ticks);
    }
  }
}

void MemoryLane::reply(const LineRequest& r, std::uint64_t arrived, Tick ready, std::uint32_t dram_ticks) {
  const std::uint64_t here = ready.count - arrived;
  replies_[r.sm]->push_back({ceil_cycle(ready + reply_latency_), r.token, r.sm,
                             static_cast<std::uint32_t>(here - std::min<std::uint64_t>(here, dram_ticks)), dram_ticks});
}

}  // namespace warpmem
