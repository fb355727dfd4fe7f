// The load-store pipe of one SM as resources that serve one job at a time: each is the tick from which it is free,
// claimed in time order.
//
//   queue --> LSU (global_interval, shared_interval) --> tag stage (tag wavefronts) --> data stage (data wavefronts)
//                                                                                   --> one return port per quadrant
// L1 lines and shared memory are the same 32 banks, so both use the data stage. A quadrant's port takes a wavefront in
// `wavefront_latency` cycles, which one warp by itself sees; four quadrants together keep the data stage busy.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "units/clocks.hpp"
#include "warpmem/config.hpp"

namespace warpmem {

class LsuPipe {
 public:
  explicit LsuPipe(const MachineConfig& m)
      : global_interval_(to_ticks(m.lsu.global_interval)),
        shared_interval_(to_ticks(m.lsu.shared_interval)),
        reduction_lane_interval_(to_ticks(m.lsu.reduction_lane_interval)),
        port_wavefront_(to_ticks(m.shared.wavefront_latency)),
        shared_latency_(to_ticks(m.shared.latency)),
        hit_latency_(to_ticks(m.l1.hit_latency)),
        fill_interval_(to_ticks(m.l1.fill_interval)),
        send_interval_(to_ticks(m.l1.send_interval)),
        request_interval_(to_ticks(m.l1.request_interval)),
        port_free_(m.sm.quadrants) {}

  // When the next instruction can enter: the LSU and the tag stage are free and the data stage is not far behind.
  Tick accepts_from() const {
    const Tick data = data_free_.count > data_backlog ? Tick(data_free_.count - data_backlog) : Tick(0);
    return std::max({lsu_free_, tag_free_, data});
  }
  // Each takes the LSU from `at` on and returns for how long.
  Tick enter_global(Tick at, unsigned tag_wavefronts) {
    lsu_free_ = at + global_interval_;
    tag_free_ = at + wavefronts(tag_wavefronts);
    return global_interval_;
  }
  Tick enter_reduction(Tick at, unsigned lanes, unsigned tag_wavefronts) {
    const Tick taken = std::max(global_interval_, Tick(reduction_lane_interval_.count * lanes));
    lsu_free_ = at + taken;
    tag_free_ = at + wavefronts(tag_wavefronts);
    return taken;
  }
  Tick enter_shared(Tick at) {
    lsu_free_ = at + shared_interval_;
    return shared_interval_;
  }

  // Passes of a load through the data stage and its quadrant's port; returns when the last wavefront is delivered,
  // counted from a single wavefront's start. A busy port delays the delivery and not the data stage, which other
  // quadrants use meanwhile.
  Tick data(Tick at, unsigned count, unsigned quadrant) {
    Tick& port = port_free_[quadrant];
    const Tick slot = std::max(at, data_free_);
    data_free_ = slot + wavefronts(count);
    const Tick start = std::max(slot, port);
    port = start + Tick(port_wavefront_.count * count);
    return count == 0 ? start : start + Tick(port_wavefront_.count * (count - 1));
  }
  // Passes of a store: nothing returns.
  void store_data(Tick at, unsigned count) { data_free_ = std::max(at, data_free_) + wavefronts(count); }

  Tick hit_latency() const { return hit_latency_; }
  Tick shared_latency() const { return shared_latency_; }

  // The port from L2: returns when these sectors are in.
  Tick fill(Tick at, unsigned sectors) {
    fill_free_ = std::max(at, fill_free_) + Tick(fill_interval_.count * sectors);
    return fill_free_;
  }
  // The port to L2: returns when a request with `data_sectors` sectors of store data leaves.
  Tick send(Tick at, unsigned data_sectors) {
    const Tick start = std::max(at, send_free_);
    send_free_ = start + std::max(request_interval_, Tick(send_interval_.count * data_sectors));
    return start;
  }

 private:
  static Tick wavefronts(unsigned n) { return Tick(std::uint64_t{n} * ticks_per_cycle); }
  // Wavefronts that may wait between the tag and the data stage before the LSU stops: lets short and long
  // instructions overlap, as hits cost max(data, tag) wavefronts in the mean and not one by one.
  static constexpr std::uint64_t data_backlog = 32 * ticks_per_cycle;

  Tick global_interval_, shared_interval_, reduction_lane_interval_, port_wavefront_, shared_latency_, hit_latency_, fill_interval_,
      send_interval_, request_interval_;
  Tick lsu_free_, tag_free_, data_free_, fill_free_, send_free_;
  std::vector<Tick> port_free_;
};

}  // namespace warpmem
