// Requests that leave SMs within one window, with the lane that answers each.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "l2/address_map.hpp"
#include "units/line_request.hpp"
#include "units/stream.hpp"

namespace warpmem {

class Outbox {
 public:
  // `thread_of_lane`: which of `threads` threads works for each lane.
  Outbox(const AddressMap& map, unsigned threads, std::vector<std::uint16_t> thread_of_lane)
      : map_(&map), thread_of_lane_(std::move(thread_of_lane)), of_thread_(threads) {}
  void clear() {
    for (auto& box : of_thread_) box.clear();
  }
  // A request, to be filled by the caller but for where the line lives.
  LineRequest& add(LineAddress line) {
    const AddressMap::Home home = map_->home(line);
    LineRequest& request = of_thread_[thread_of_lane_[home.lane]].add();
    request.line = line;
    request.lane = static_cast<std::uint16_t>(home.lane);
    request.place = packed(home.place);
    return request;
  }
  // A request that has waited, its line's place still to be found.
  void add(const LineRequest& waited) {
    LineRequest& request = add(waited.line);
    const auto [place, lane] = std::pair(request.place, request.lane);
    request = waited;
    request.place = place;
    request.lane = lane;
  }
  // What a thread's lanes are asked: SM after SM, each SM's in time order.
  std::span<const LineRequest> of_thread(unsigned thread) const { return of_thread_[thread].all(); }

 private:
  const AddressMap* map_;
  std::vector<std::uint16_t> thread_of_lane_;
  std::vector<Stream<LineRequest>> of_thread_;
};

}  // namespace warpmem
