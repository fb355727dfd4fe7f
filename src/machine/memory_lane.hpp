// One lane of the shared memory side: the L2 slices of each partition and the DRAM channels that hold one share of the
// lines. Lanes share nothing, so phase 2 of a window runs them in parallel.
//
//   SM -- request_latency --> near slice --(home elsewhere: partition_latency)--> home slice --> DRAM channel
//      <-- reply_latency ----            <-- partition_latency -----------------             <--
//
// Work is done in time order: arrivals from SMs, requests of the other partition and DRAM commands each wait in queues
// that are in order by themselves, and the earliest head goes next. Nothing is due before the work that made it, so
// nothing can be overtaken by work not yet known.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dram/channel.hpp"
#include "l2/address_map.hpp"
#include "l2/tags.hpp"
#include "units/bring_near.hpp"
#include "units/due_queues.hpp"
#include "units/line_request.hpp"
#include "units/span_log.hpp"
#include "warpmem/config.hpp"
#include "warpmem/counters.hpp"

namespace warpmem {

class MemoryLane {
 public:
  MemoryLane(const MachineConfig& machine, const AddressMap& map);

  void flush(std::uint32_t index);  // cold caches, closed rows
  // Between launches that keep caches warm: time starts at 0 again, contents stay.
  void rewind();
  void clear_counters();
  // A launch begins. `spans`: how many to keep for the timeline of this lane, whose number is `unit`.
  void begin_timeline(std::uint16_t unit, std::size_t spans) {
    unit_ = unit;
    log_.begin(spans);
  }
  const Timeline& timeline() const { return log_.timeline(); }

  // Does everything due before `limit`. `arrivals`: requests sent in this window, in the order (sent, sm, sequence);
  // all of them reach their slice before `limit`. `replies[sm]` takes the answers.
  void run(std::span<const LineRequest> arrivals, Tick limit, std::vector<LineReply>* const* replies);
  // The earliest work left in the queues; ~0 when there is none.
  Tick next_event() const { return std::min(hops_.next(), dram_.next()); }
  // Counters start anew with the first request sent at or after this cycle.
  void restart_counters_from(Cycle sent) {
    restart_from_ = sent;
    restart_pending_ = true;
  }
  // The counters so far; a restart that no request has reached yet leaves them 0.
  L2Counters l2_counters() const;
  DramCounters dram_counters() const;

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  // Who waits for a miss: a request to answer, or the other partition's miss (`token` is its number then).
  struct Waiter {
    std::uint64_t arrived = 0;  // tick, at the slice asked
    std::uint32_t token = 0;
    std::uint32_t way_back = 0;  // ticks from the slice that answers to the one asked
    std::uint16_t sm = 0;
    SectorMask sectors{};
    bool is_miss = false;
  };
  // A miss that is not answered yet. Nearly all have one waiter.
  struct Pending {
    Waiter first;
    std::uint32_t way = none;   // where its data go
    std::uint32_t next = none;  // of those who came later; the next free one when free
  };
  struct Link {
    Waiter waiter;
    std::uint32_t next = none;
  };
  // A request between the slices of two partitions.
  struct Hop {
    Tick at{};
    LineRequest request;
    std::uint64_t arrived = 0;          // at the near slice
    std::uint32_t near_pending = none;  // reads
    SectorMask fetch{};
  };
  struct DramRead {
    Tick at{};
    std::uint64_t row = 0;
    std::uint32_t channel = 0, bursts = 0, pending = none;
  };
  // How long a request takes a slice's port, by the number of its sectors.
  using SectorTimes = std::array<Tick, sectors_per_line + 1>;
  // A line's set in one partition, and the slice it belongs to.
  struct Where {
    std::uint32_t set, slice;
  };

  Where where(std::uint32_t partition, std::uint32_t set) const {
    const std::uint32_t slice = slices_per_lane_ == 1 ? 0 : set / map_.sets();
    return {partition * sets_per_partition_ + set, partition * slices_per_lane_ + slice};
  }
  std::uint32_t near_partition(const LineRequest& r) const { return partitions_ == 1 ? 0U : r.sm % partitions_; }
  // Claims the slice's port; returns the start.
  Tick serve(std::uint32_t slice, RequestOp op, Tick at, Tick length);
  Tick write_cost(const LineRequest& r) const;
  WARPMEM_HINT void prefetch_sets(const LineRequest& r) const;
  WARPMEM_HINT void look_ahead(std::span<const LineRequest> arrivals, std::size_t next) const;
  WARPMEM_HINT void look_ahead(const RingQueue<DramRead>& queue) const;
  void arrive(const LineRequest& r, Tick at);
  void near_read(const LineRequest& r, Tick at);
  void write_past(const LineRequest& r, Tick at);
  void near_write(const LineRequest& r, Tick at);
  void near_reduction(const LineRequest& r, Tick at);
  void hop(const Hop& h);
  void home_read(const Hop& h);
  void home_write(const Hop& h);
  void home_reduction(const LineRequest& r, std::uint64_t arrived, Tick at, bool from_far);
  void dram_read(const DramRead& d);

  L2Tags::Place place_for(LineAddress line, std::uint32_t set, Tick at);
  void write_back(const L2Tags::Victim& victim, Tick at);
  std::uint32_t open_miss(L2Tags::Place place, const Waiter& waiter);
  void join_miss(std::uint32_t pending, const Waiter& waiter);
  void fetch(std::uint32_t slice, LineAddress line, SectorMask sectors, std::uint32_t pending, Tick at);
  void resolve(std::uint32_t pending, Tick ready, std::uint32_t dram_ticks);
  void answer(const Waiter& waiter, Tick ready, std::uint32_t dram_ticks);
  void reply(const Waiter& waiter, Tick ready, std::uint32_t dram_ticks);
  void merge_write(L2Tags::Place place, WordMask words, bool is_home);

  const AddressMap& map_;
  std::uint32_t slices_per_lane_, partitions_, sets_per_partition_;
  SectorTimes read_time_{}, reduction_time_{};
  Tick request_time_, write_sector_time_, partial_sector_time_;
  Tick request_latency_, reply_latency_, far_home_latency_, partition_latency_, controller_half_;
  std::array<SectorMask, 1U << sectors_per_line> granules_{};  // what a miss of these sectors asks for
  std::array<std::uint32_t, sectors_per_line + 1> bursts_{};    // of so many sectors read
  std::uint32_t bursts_per_sector_;
  const MachineConfig& machine_;

  L2Tags tags_;                   // set: partition * sets_per_partition + the place's
  std::vector<SlicePort> ports_;  // [partition * slices_per_lane + slice]
  std::vector<DramChannel> channels_;
  DueQueues<Hop> hops_;       // by the slice they leave
  DueQueues<DramRead> dram_;  // by the slice they leave
  std::vector<Pending> pending_;
  std::vector<Link> links_;
  std::uint32_t free_pending_ = none, free_link_ = none;
  std::vector<LineReply>* const* replies_ = nullptr;

  Tick room_from_{};  // when the line replaced last had left for DRAM's queue

  SpanLog log_;
  std::uint16_t unit_ = 0;
  L2Counters counters_;
  Cycle restart_from_{};
  bool restart_pending_ = false;
};

}  // namespace warpmem
