// One lane of the shared memory side: the L2 slices of each partition and the DRAM channels that hold one share of the
// lines. Lanes share nothing, so phase 2 of a window runs them in parallel.
//
//   SM -- request_latency --> near slice --(home elsewhere: partition_latency)--> home slice --> DRAM channel
//      <-- reply_latency ----            <-- partition_latency -----------------             <--
//
// Work is done in time order: arrivals from SMs and requests of the other partition wait in queues that are in order by
// themselves, and the earliest head goes next. A DRAM channel is asked as soon as a miss is seen at the line's home, with
// the time at which the command will reach it, and answers with the time of the data: so a miss needs no record of its
// own, and a line in L2 knows from when on it is ready.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dram/channel.hpp"
#include "l2/address_map.hpp"
#include "l2/tags.hpp"
#include "machine/reply_calendar.hpp"
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
  // A launch begins. `spans`: how many to keep for the timeline of this lane, whose number is `unit`.
  void begin_timeline(std::uint16_t unit, std::size_t spans) {
    unit_ = unit;
    log_.begin(spans);
  }
  const Timeline& timeline() const { return log_.timeline(); }

  // Does everything due before `limit`. `requests`: sent in this window, `order`: their numbers in the order (sent, sm,
  // sequence); all of them reach their slice before `limit`. `replies[sm]` takes the answers.
  void run(std::span<const LineRequest* const> requests, std::span<const std::uint32_t> order, Tick limit, ReplyCalendar* const* replies);
  // The earliest work left in the queues; ~0 when there is none.
  Tick next_event() const { return hops_.next(); }
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
  // A request on its way from a slice to the one of the other partition, where the line is at home.
  struct Hop {
    Tick at{};
    LineRequest request;
    std::uint64_t arrived = 0;  // at the near slice
    std::uint32_t way = none;   // reads: of the near copy, which is held meanwhile
    SectorMask fetch{};         // reads: what the near slice lacks; none: it only waits for what was asked before
  };
  static_assert(sizeof(Hop) <= 64);
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
  std::uint32_t near_partition(const LineRequest& r) const { return r.sm & (partitions_ - 1U); }  // there are one or two
  // Claims the slice's port; returns the start.
  Tick serve(std::uint32_t slice, RequestOp op, Tick at, Tick length);
  Tick write_cost(const LineRequest& r) const;
  WARPMEM_HINT void prefetch_sets(const LineRequest& r) const;
  WARPMEM_HINT void prefetch_ways(const LineRequest& r) const;
  WARPMEM_HINT void look_ahead(std::span<const LineRequest* const> requests, std::span<const std::uint32_t> order, std::size_t next) const;
  void clear_counters();
  void arrive(const LineRequest& r, Tick at);
  void near_read(const LineRequest& r, Tick at);
  void near_write(const LineRequest& r, Tick at);
  void near_reduction(const LineRequest& r, Tick at);
  void hop(const Hop& h);
  void home_read(const Hop& h);
  void follow(const Hop& h);
  void home_write(const Hop& h);
  void home_reduction(const LineRequest& r, std::uint64_t arrived, Tick at, bool from_far);
  // When data are there, and how much of the way to there is DRAM's.
  struct Data {
    Tick ready;
    std::uint32_t dram_ticks = 0;
  };
  Data read_at_home(LineAddress line, L2Tags::Place place, SectorMask missing, SectorMask valid, std::uint32_t set, Tick at, Tick start);
  Data fetch(LineAddress line, SectorMask sectors, Tick at, Tick start);
  Data here_from(L2Tags::Place place, Tick start) const;
  // Where a line is, if there is room for it, and when what was replaced had left for DRAM's queue.
  struct Placed {
    L2Tags::Place place;
    Tick room_from;
  };
  Placed place_for(LineAddress line, std::uint32_t set, Tick at);
  Placed find_or_place(LineAddress line, std::uint32_t set, Tick at);
  Tick write_to_dram(LineAddress line, SectorMask sectors, Tick at);
  Tick write_back(const L2Tags::Victim& victim, Tick at);
  void reply(const LineRequest& r, std::uint64_t arrived, Data data);
  void merge_write(L2Tags::Place place, WordMask words, bool is_home);

  const AddressMap& map_;
  std::uint32_t slices_per_lane_, partitions_, sets_per_partition_;
  SectorTimes read_time_{}, reduction_time_{};
  Tick request_time_, write_sector_time_, partial_sector_time_;
  Tick request_latency_, reply_latency_, far_home_latency_, partition_latency_, controller_half_;
  std::array<SectorMask, 1U << sectors_per_line> granules_{};   // what a miss of these sectors asks for
  std::array<std::uint32_t, 1U << sectors_per_line> bursts_{};  // that these sectors lie in
  const MachineConfig& machine_;

  L2Tags tags_;                   // set: partition * sets_per_partition + the place's
  std::vector<SlicePort> ports_;  // [partition * slices_per_lane + slice]
  std::vector<DramChannel> channels_;
  DueQueues<Hop> hops_;  // by the slice they leave
  ReplyCalendar* const* replies_ = nullptr;

  SpanLog log_;
  std::uint16_t unit_ = 0;
  L2Counters counters_;
  Cycle restart_from_{};
  bool restart_pending_ = false;
};

}  // namespace warpmem
