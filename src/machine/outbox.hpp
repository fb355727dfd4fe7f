// Requests that leave SMs within one window, by the lane that answers them.
#pragma once

#include <span>
#include <vector>

#include "l2/address_map.hpp"
#include "units/line_request.hpp"

namespace warpmem {

class Outbox {
 public:
  explicit Outbox(const AddressMap& map) : map_(&map), of_lane_(map.lanes()) {}
  void clear() {
    for (auto& box : of_lane_) box.clear();
  }
  void add(const LineRequest& request) {
    const AddressMap::Home home = map_->home(request.line);
    std::vector<LineRequest>& box = of_lane_[home.lane];
    box.push_back(request);
    box.back().place = packed(home.place);
  }
  // SM after SM, each SM's in time order.
  std::span<const LineRequest> of_lane(std::size_t lane) const { return of_lane_[lane]; }

 private:
  const AddressMap* map_;
  std::vector<std::vector<LineRequest>> of_lane_;
};

}  // namespace warpmem
