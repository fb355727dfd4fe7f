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
      machine_(m),
      ports_(std::size_t{partitions_} * slices_per_lane_),
      channels_(map.channels_per_lane()),
      hops_(ports_.size()) {
  for (unsigned n = 0; n <= sectors_per_line; ++n) {
    read_time_[n] = std::max(request_time_, Tick(to_ticks(m.l2.read_sector_interval).count * n));
    reduction_time_[n] = std::max(request_time_, Tick(to_ticks(m.l2.reduction_sector_interval).count * n));
  }
  // Whole 64-byte granules where DRAM and the partition link move those.
  const bool pairs = m.l2.fetch.count == 64;
  const auto burst = static_cast<unsigned>(m.dram.burst.count);
  for (unsigned b = 0; b < granules_.size(); ++b) {
    for (unsigned first = 0; first < line_bytes; first += burst) {
      bool touched = false;
      for (unsigned sector = 0; sector < sectors_per_line; ++sector) {
        touched |= (b >> sector & 1U) != 0 && sector * sector_bytes < first + burst && first < (sector + 1) * sector_bytes;
      }
      bursts_[b] += touched ? 1U : 0U;
    }
    granules_[b] = SectorMask(static_cast<std::uint8_t>(pairs ? b | (b & 5U) << 1 | (b & 10U) >> 1 : b));
  }
}

void MemoryLane::flush(std::uint32_t index) {
  tags_.reset(partitions_ * sets_per_partition_, machine_.l2.ways, machine_.l2.victim_draws);
  ports_.assign(ports_.size(), SlicePort{});
  for (std::uint32_t c = 0; c < channels_.size(); ++c) channels_[c].reset(machine_.dram, machine_.sm.clock, index + c * map_.lanes());
  hops_.clear();
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

WARPMEM_HINT void MemoryLane::prefetch_ways(const LineRequest& r) const {
  const LinePlace p = unpacked(r.place);
  const std::uint32_t near = near_partition(r);
  tags_.prefetch_way(r.line, near * sets_per_partition_ + p.set);
  if (p.home != near) tags_.prefetch_way(r.line, p.home * sets_per_partition_ + p.set);
}

// Brings the sets of the requests that come next near while earlier ones are worked on: without this the simulator
// waits for its host's memory at every request.
WARPMEM_HINT void MemoryLane::look_ahead(std::span<const LineRequest* const> requests, std::span<const std::uint32_t> order,
                                         std::size_t next) const {
  constexpr std::size_t far = 14, close = 7;
  if (next == 0) {
    for (std::size_t i = 0; i < std::min(far, order.size()); ++i) prefetch_sets(*requests[order[i]]);
  }
  if (next + far < order.size()) prefetch_sets(*requests[order[next + far]]);
  if (next + close < order.size()) prefetch_ways(*requests[order[next + close]]);
}

void MemoryLane::run(std::span<const LineRequest* const> requests, std::span<const std::uint32_t> order, Tick limit,
                     ReplyCalendar* const* replies) {
  replies_ = replies;
  std::size_t next = 0;
  Tick arrival = limit;
  const auto see_next = [&] { arrival = next < order.size() ? to_ticks(requests[order[next]]->sent) + request_latency_ : limit; };
  see_next();
  // Of two at once the arrival goes first.
  for (;;) {
    const Tick due = hops_.next();
    if (arrival <= due) {
      if (next == order.size()) return;  // what is left is due at `limit` or later
      look_ahead(requests, order, next);
      arrive(*requests[order[next++]], arrival);
      see_next();
    } else {
      hop(hops_.first().front());
      hops_.pop();
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
  if (missing.none() && !tags_.awaited(w)) {
    reply(r, at.count, here_from(w, home_is_far ? start + far_home_latency_ : start));
    return;
  }
  if (!home_is_far) {
    reply(r, at.count, read_at_home(r.line, w, missing, valid, here.set, at, start));
    return;
  }
  SectorMask wanted;
  if (!missing.none()) {
    wanted = granules_[missing.bits].without(valid);
    if (!w.found()) w = place_for(r.line, here.set, at).place;
    if (w.found()) tags_.add_valid(w, wanted);
  }
  if (w.found()) tags_.hold(w, !wanted.none());
  Hop& h = hops_.push(here.slice, start + partition_latency_);
  h.request = r;
  h.arrived = at.count;
  h.way = w.found() ? L2Tags::index(w) : none;
  h.fetch = wanted;
}

// What is missing at home is fetched from DRAM. `at`: the request's arrival, `start`: its turn.
MemoryLane::Data MemoryLane::read_at_home(LineAddress line, L2Tags::Place place, SectorMask missing, SectorMask valid, std::uint32_t set,
                                          Tick at, Tick start) {
  const SectorMask wanted = granules_[missing.bits].without(valid);
  if (!place.found()) place = place_for(line, set, at).place;
  const Data data = fetch(line, wanted, at, start);
  if (place.found()) {
    tags_.add_valid(place, wanted);
    tags_.ready_from(L2Tags::index(place), data.ready);
  }
  return data;
}

// Pushes no other hop: `h` stays where it is.
void MemoryLane::hop(const Hop& h) {
  switch (h.request.op) {
    case RequestOp::read:
      if (h.fetch.none()) {
        follow(h);
      } else {
        home_read(h);
      }
      break;
    case RequestOp::write:
      home_write(h);
      break;
    default:
      home_reduction(h.request, h.arrived, h.at, true);
  }
}

void MemoryLane::home_read(const Hop& h) {
  const LineRequest& r = h.request;
  const LinePlace p = unpacked(r.place);
  const Where here = where(p.home, p.set);
  const Tick start = serve(here.slice, RequestOp::read, h.at, read_time_[h.fetch.size()]);
  const L2Tags::Place w = tags_.find(r.line, here.set);
  const SectorMask valid = w.found() ? tags_.valid(w) : SectorMask{};
  const SectorMask missing = h.fetch.without(valid);
  counters_.sectors[index_of(L2Op::read)] += h.fetch.size();
  counters_.hits[index_of(L2Op::read)] += h.fetch.size() - missing.size();
  Data data = missing.none() ? here_from(w, start) : read_at_home(r.line, w, missing, valid, here.set, h.at, start);
  data.ready += partition_latency_;
  if (h.way != none) {
    tags_.ready_from(h.way, data.ready);
    tags_.release(h.way, true);
  }
  reply(r, h.arrived, data);
}

// What a read found in the near copy was asked for before it, and that request has come back by now. The answer is not
// earlier than this event, which is what keeps replies out of the window that asked.
void MemoryLane::follow(const Hop& h) {
  const Tick hit = std::max(h.at, h.at - partition_latency_ + far_home_latency_);
  const Tick ready = std::max(hit, tags_.ready(h.way));
  tags_.release(h.way, false);
  reply(h.request, h.arrived, {ready, static_cast<std::uint32_t>((ready - hit).count)});
}

// Data of a line that L2 holds or has asked for: what is still on its way comes from DRAM.
MemoryLane::Data MemoryLane::here_from(L2Tags::Place place, Tick start) const {
  const Tick ready = std::max(start, tags_.ready(place));
  return {ready, static_cast<std::uint32_t>((ready - start).count)};
}

// Written words become dirty at the line's home; a sector is readable once every word of it is known.
void MemoryLane::merge_write(L2Tags::Place place, WordMask words, bool is_home) {
  tags_.add_valid(place, full_sectors(words));
  if (!is_home) return;
  tags_.add_dirty(place, words);
  tags_.add_valid(place, full_sectors(tags_.dirty(place)));
}

void MemoryLane::near_write(const LineRequest& r, Tick at) {
  const std::uint32_t near = near_partition(r);
  const LinePlace p = unpacked(r.place);
  const Where here = where(near, p.set);
  const Tick start = serve(here.slice, r.op, at, write_cost(r));
  counters_.hits_tex[index_of(L2Op::write)] += r.sectors.size();  // the profiler counts every store as a hit
  counters_.hits[index_of(L2Op::write)] += r.sectors.size();
  Placed w = find_or_place(r.line, here.set, at);
  if (w.place.found()) {
    merge_write(w.place, r.words, p.home == near);
  } else if (p.home == near) {  // every way of the set is held: the words go to DRAM at once
    w.room_from = write_to_dram(r.line, r.sectors, at);
  }
  if (p.home == near) {
    reply(r, at.count, {std::max(start, w.room_from)});
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
  Placed w = find_or_place(r.line, here.set, h.at);
  if (w.place.found()) {
    merge_write(w.place, r.words, true);
  } else {
    w.room_from = write_to_dram(r.line, r.sectors, h.at);
  }
  reply(r, h.arrived, {std::max(start, w.room_from) + partition_latency_});
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
  if (!w.found()) w = place_for(r.line, here.set, at).place;
  if (w.found()) tags_.add_dirty(w, r.words);
  Data data{start};
  if (!missing.none()) {
    data = read_at_home(r.line, w, missing, valid, here.set, at, start);
  } else if (w.found()) {
    data = here_from(w, start);
  }
  if (r.op != RequestOp::atomic) data = {start};  // a reduction is taken before the line is there
  data.ready += way_back;
  reply(r, arrived, data);
}

// A place for a new line; the line replaced is written back.
MemoryLane::Placed MemoryLane::place_for(LineAddress line, std::uint32_t set, Tick at) {
  L2Tags::Victim victim;
  const L2Tags::Place place = tags_.allocate(line, set, victim);
  return {place, victim.dirty.none() ? at : write_back(victim, at)};
}

MemoryLane::Placed MemoryLane::find_or_place(LineAddress line, std::uint32_t set, Tick at) {
  const L2Tags::Place place = tags_.find(line, set);
  return place.found() ? Placed{place, at} : place_for(line, set, at);
}

// The channel is reached half a controller's latency after the event that asks it: so all its commands come in the order
// of events, which is time order. `start`: the request's turn at its slice, before which no command leaves.
MemoryLane::Data MemoryLane::fetch(LineAddress line, SectorMask sectors, Tick at, Tick start) {
  const AddressMap::DramPlace p = map_.dram(line);
  DramChannel& channel = channels_[p.channel];
  const Tick command = start + controller_half_;
  if (log_.on()) [[unlikely]]
    log_.level(TimelineLevel::Kind::dram_queue, unit_, command, channel.queued_bursts(command));
  const Tick ready = channel.read(at + controller_half_, command, p.row, bursts_[sectors.bits]) + controller_half_;
  if (log_.on()) [[unlikely]] {
    const std::uint32_t bank = p.channel * machine_.dram.bank_groups * machine_.dram.banks_per_group + channel.bank_of(p.row);
    log_.span({TimelineSpan::Track::bank, Op::load, unit_, static_cast<std::uint16_t>(bank), 0, command, ready});
  }
  return {ready, static_cast<std::uint32_t>((ready - command).count)};
}

// Returns when the channel's queue has room again.
Tick MemoryLane::write_to_dram(LineAddress line, SectorMask sectors, Tick at) {
  return channels_[map_.dram(line).channel].write(at + controller_half_, bursts_[sectors.bits]) - controller_half_;
}

// A sector of which only some words were written has to be read and merged first. Returns as write_to_dram does.
Tick MemoryLane::write_back(const L2Tags::Victim& victim, Tick at) {
  const SectorMask dirty = sectors_of(victim.dirty);
  const SectorMask partial = dirty.without(victim.valid);
  if (!partial.none()) fetch(victim.line, partial, at, at);
  counters_.evicted_dirty_sectors += dirty.size();
  return write_to_dram(victim.line, dirty, at);
}

void MemoryLane::reply(const LineRequest& r, std::uint64_t arrived, Data data) {
  const std::uint64_t here = data.ready.count - arrived;
  LineReply& reply = replies_[r.sm]->add(ceil_cycle(data.ready + reply_latency_));
  reply.token = r.token;
  reply.sm = r.sm;
  reply.sectors = r.sectors;
  reply.l2_ticks = static_cast<std::uint32_t>(here - std::min<std::uint64_t>(here, data.dram_ticks));
  reply.dram_ticks = data.dram_ticks;
}

}  // namespace warpmem
