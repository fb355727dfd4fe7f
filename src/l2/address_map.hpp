// Where a line lives. One lane holds, for its share of the lines, the slices of each partition and the DRAM channels,
// so that lanes never touch each other's state.
#pragma once

#include <cstdint>

#include "units/divider.hpp"
#include "units/mix.hpp"
#include "warpmem/config.hpp"

namespace warpmem {

// A line's place within its lane.
struct LinePlace {
  std::uint32_t set = 0;   // over the slices of one partition: slice * sets + set of the slice
  std::uint32_t home = 0;  // partition
};

class AddressMap {
 public:
  explicit AddressMap(const MachineConfig& machine);
  std::uint32_t lanes() const { return lanes_; }
  std::uint32_t slices_per_lane() const { return slices_per_lane_; }  // and partition
  std::uint32_t channels_per_lane() const { return channels_per_lane_; }
  std::uint32_t sets() const { return sets_; }  // of a slice

  struct Home {
    std::uint32_t lane;
    LinePlace place;
  };
  // Within a channel, rounds go through the sets in turn, rotated anew after each lap, and two neighbouring rounds have
  // different homes: a contiguous footprint fills all slices and sets evenly, as it does on the hardware.
  Home home(LineAddress line) const {
    const std::uint64_t round = by_channels_.quotient(line.count);
    const std::uint32_t channel = channel_of(line.count, round);
    const std::uint64_t lap = by_sets_.quotient(round);
    const std::uint64_t lap_hash = mix(lap);
    std::uint32_t set = static_cast<std::uint32_t>(round - lap * sets_) + scale(static_cast<std::uint32_t>(lap_hash), sets_);
    if (set >= sets_) set -= sets_;
    if (slices_per_lane_ > 1) set += scale(static_cast<std::uint32_t>(mix(line.count)), slices_per_lane_) * sets_;
    const std::uint32_t partition = partitions_ == 1 ? 0 : static_cast<std::uint32_t>((lap_hash >> 32 ^ round ^ line.count) & 1);
    return {lane_of_channel(channel), {set, partition}};
  }
  struct DramPlace {
    std::uint32_t channel;  // within the lane
    std::uint64_t row;      // counted over the channel
  };
  DramPlace dram(LineAddress line) const {
    const std::uint64_t round = by_channels_.quotient(line.count);
    const std::uint32_t channel = channels_per_lane_ == 1 ? 0 : channel_of(line.count, round) / lanes_;
    return {channel, by_lines_per_row_.quotient(round)};
  }

 private:
  // Lines go round the channels in turn, rotated anew after each two rounds so that no stride keeps to a few of them.
  std::uint32_t channel_of(std::uint64_t line, std::uint64_t round) const {
    const auto channels = static_cast<std::uint32_t>(by_channels_.divisor());
    const auto turn = static_cast<std::uint32_t>(line - round * channels);
    const std::uint32_t channel = turn + scale(static_cast<std::uint32_t>(mix(round >> 1)), channels);
    return channel >= channels ? channel - channels : channel;
  }
  std::uint32_t lane_of_channel(std::uint32_t channel) const { return channels_per_lane_ == 1 ? channel : channel % lanes_; }

  std::uint32_t lanes_, slices_per_lane_, channels_per_lane_, partitions_, sets_;
  Divider by_channels_, by_sets_, by_lines_per_row_;
};

// A place as it travels with a request.
constexpr std::uint32_t packed(LinePlace p) { return p.set << 1 | p.home; }
constexpr LinePlace unpacked(std::uint32_t place) { return {place >> 1, place & 1U}; }

}  // namespace warpmem
