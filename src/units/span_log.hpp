// One unit's part of the timeline. Costs a comparison where it is off.
#pragma once

#include <array>
#include <cstddef>

#include "warpmem/timeline.hpp"

namespace warpmem {

class SpanLog {
 public:
  void begin(std::size_t room) {
    room_ = room;
    timeline_ = {};
    last_.fill(Tick(0));
  }
  bool on() const { return room_ != 0; }
  void span(const TimelineSpan& span) {
    if (timeline_.spans.size() < room_) {
      timeline_.spans.push_back(span);
    } else {
      timeline_.complete = false;
    }
  }
  // Every 32 cycles at most, and no further than spans go.
  void level(TimelineLevel::Kind kind, std::uint16_t unit, Tick at, std::uint32_t value) {
    Tick& last = last_[static_cast<std::size_t>(kind)];
    if (!timeline_.complete || (at < last + Tick(32 * ticks_per_cycle) && last.count != 0)) return;
    last = at;
    timeline_.levels.push_back({kind, unit, at, value});
  }
  const Timeline& timeline() const { return timeline_; }

 private:
  std::size_t room_ = 0;
  std::array<Tick, 3> last_{};
  Timeline timeline_;
};

}  // namespace warpmem
