// One warp of a running block: lanes are run as far as their logs reach, merged, and let go on where they wait.
#include <algorithm>
#include <bit>
#include <utility>

#include "record/block.hpp"
#include "record/lanes.hpp"

namespace warpmem::record {
namespace {

// Takes the merge's results where nothing is recorded.
struct Nothing {
  void instruction(std::uint32_t, Code, const Access* const*, std::uint32_t) {}
  void passed(std::uint32_t, Code) {}
  void round(const Flow&, int) {}
};

}  // namespace

bool BlockRunner::run_warp(std::uint32_t number) {
  Warp& warp = warps_[number];
  running_warp_ = number;
  if (mode_ == Mode::traced) records_.warp(number);
  for (bool some = false;; some = true) {
    if (complete_operations(warp)) some = true;
    const Merge::Outcome outcome = advance(warp);
    if (records_.fault() && mode_ == Mode::traced) fault_ = records_.fault();
    if (fault_) return true;
    switch (outcome.next) {
      case Merge::Next::fill:
        fill(warp, outcome.lanes);
        if (fault_) return true;
        break;
      case Merge::Next::release:
        release_turn(warp, outcome.lanes);
        break;
      case Merge::Next::stuck:
        if (mode_ == Mode::traced && warp.all_at_barrier())
          records_.barrier(warp.live, lane_of(warp, static_cast<unsigned>(std::countr_zero(warp.live))).stop_code);
        return some;
    }
  }
}

Merge::Outcome BlockRunner::advance(Warp& warp) {
  if (mode_ == Mode::traced) return warp.merge->advance(warp.states, records_);
  if (mode_ == Mode::ordered) {
    Nothing nothing;
    return warp.merge->advance(warp.states, nothing);
  }
  if (warp.states.ready != 0) return {Merge::Next::fill, warp.states.ready};
  if (warp.states.turn != 0) return {Merge::Next::release, warp.states.turn};
  return {Merge::Next::stuck, 0};
}

void BlockRunner::fill(Warp& warp, std::uint32_t lanes) {
  std::uint32_t begun = 0;
  each_lane(lanes, [&](unsigned lane) { begun |= (lane_of(warp, lane).fiber != nullptr ? 1U : 0U) << lane; });
  to_begin_ = 0;
  each_lane(begun, [&](unsigned lane) {
    if (!fault_) resume(lane_of(warp, lane));
  });
  to_begin_ = lanes & ~begun;
  while (!fault_)
    if (Lane* const next = next_to_begin()) {
      resume(*next);
    } else {
      break;
    }
  each_lane(lanes, [&](unsigned lane) { note_stop(warp, lane); });
}

void BlockRunner::note_stop(Warp& warp, unsigned number) {
  const std::uint32_t bit = 1U << number;
  Lane& lane = lane_of(warp, number);
  if (std::exchange(lane.saw_new, false) || (lane.stop != Stop::none && lane.stop != Stop::turn && lane.stop != Stop::spinning))
    moved_ = true;
  if (lane.stop == Stop::none) return;  // its log is full
  warp.states.ready &= ~bit;
  switch (lane.stop) {
    case Stop::turn:
    case Stop::active:
      warp.states.turn |= bit;
      return;
    case Stop::done:
      warp.live &= ~bit;
      return;
    case Stop::spinning:
      warp.spinning |= bit;
      break;
    case Stop::warp_operation:
      warp.operating |= bit;
      break;
    default:
      warp.at_barrier |= bit;
      break;
  }
  warp.states.stopped |= bit;
}

void BlockRunner::make_ready(Warp& warp, std::uint32_t lanes) {
  warp.states.stopped &= ~lanes;
  warp.states.turn &= ~lanes;
  warp.states.ready |= lanes;
  each_lane(lanes, [&](unsigned lane) { lane_of(warp, lane).stop = Stop::none; });
}

bool BlockRunner::complete_operations(Warp& warp) {
  bool some = false;
  for (std::uint32_t rest = warp.operating; rest != 0;) {
    const Lane& first = lane_of(warp, static_cast<unsigned>(std::countr_zero(rest)));
    std::uint32_t here = 0;
    each_lane(warp.operating, [&](unsigned number) {
      const Lane& lane = lane_of(warp, number);
      here |= (lane.operation == first.operation && lane.mask == first.mask ? 1U : 0U) << number;
    });
    rest &= ~here;
    if ((first.mask & warp.live & ~here) != 0) continue;
    complete(warp, here);
    some = true;
  }
  return some;
}

void BlockRunner::complete(Warp& warp, std::uint32_t lanes) {
  std::array<unsigned long long, 32> values{};
  std::uint32_t votes = 0;
  each_lane(lanes, [&](unsigned lane) {
    values[lane] = lane_of(warp, lane).value;
    if (values[lane] != 0) votes |= 1U << lane;
  });
  each_lane(lanes, [&](unsigned number) {
    Lane& lane = lane_of(warp, number);
    switch (lane.operation) {
      case WarpOperation::sync:
        break;
      case WarpOperation::ballot:
        lane.value = votes;
        break;
      case WarpOperation::exchange: {
        const auto source = static_cast<unsigned>(lane.source) % lanes_per_warp;
        if ((lanes >> source & 1U) != 0) lane.value = values[source];
        break;
      }
      case WarpOperation::all_values:
        std::copy(values.begin(), values.end(), lane.all);
        lane.value = lanes;
        break;
    }
  });
  warp.operating &= ~lanes;
  make_ready(warp, lanes);
}

// Lanes that stand at the same place take their turn together.
void BlockRunner::release_turn(Warp& warp, std::uint32_t lanes) {
  order_mattered_ = true;
  Code lowest = ~Code{0};
  each_lane(lanes, [&](unsigned lane) { lowest = std::min(lowest, lane_of(warp, lane).stop_code); });
  std::uint32_t together = 0;
  each_lane(lanes, [&](unsigned lane) { together |= (lane_of(warp, lane).stop_code == lowest ? 1U : 0U) << lane; });
  each_lane(together, [&](unsigned lane) { lane_of(warp, lane).value = together; });
  make_ready(warp, together);
}

}  // namespace warpmem::record
