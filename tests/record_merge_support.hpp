// Lanes' events written by hand, merged, and shown as text: one "place@lanes" for each warp instruction.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "record/merge.hpp"

namespace warpmem::record {

// What one lane does, as the hooks would log it. Functions are 1000 places long: block(1010) lies in the one at 1000.
class LaneScript {
 public:
  LaneScript& block(Code code) { return add({EventKind::block, code, 0}); }
  LaneScript& access(Code code) { return add({EventKind::access, code, 0}); }
  LaneScript& enter(Code from, Code at) { return add({EventKind::entry, from, at}); }
  LaneScript& leave() { return add({EventKind::exit, 0, 0}); }

  struct Event {
    EventKind kind;
    Code code, at;
  };
  std::deque<Event> events;

 private:
  LaneScript& add(Event event) {
    events.push_back(event);
    return *this;
  }
};

// "7@0-31", "7@0,2": place and lanes.
inline std::string lanes_text(std::uint32_t lanes) {
  std::ostringstream text;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((lanes >> lane & 1U) == 0) continue;
    unsigned end = lane;
    while (end < 31 && (lanes >> (end + 1) & 1U) != 0) ++end;
    if (text.tellp() > 0) text << ',';
    text << lane;
    if (end > lane) text << '-' << end;
    lane = end;
  }
  return text.str();
}

struct Merged {
  std::vector<std::string> instructions;
  unsigned rounds = 0;
};

// Merges what `script(lane, out)` gives for the first `lanes` lanes, with at most `room` events in a log at a time.
class MergeRig {
 public:
  explicit MergeRig(std::size_t room = 500) : room_(room), codes_([](Code code) { return code / 1000 * 1000; }) {}

  Merged run(unsigned lanes, const std::function<void(unsigned, LaneScript&)>& script) {
    std::vector<LaneScript> scripts(lanes);
    for (unsigned lane = 0; lane < lanes; ++lane) script(lane, scripts[lane]);
    std::vector<std::vector<Word>> words(32, std::vector<Word>(LaneLog::capacity + LaneLog::margin));
    std::vector<std::vector<Access>> accesses(32, std::vector<Access>(LaneLog::capacity + LaneLog::margin));
    std::array<LaneLog, 32> logs;
    for (unsigned lane = 0; lane < 32; ++lane) logs[lane] = {words[lane].data(), accesses[lane].data()};

    Merge merge(codes_);
    const std::uint32_t all = lanes == 32 ? ~0U : (1U << lanes) - 1;
    merge.begin(all, logs.data());
    Sink sink;
    LaneStates states{all, 0, 0};
    for (;;) {
      const Merge::Outcome outcome = merge.advance(states, sink);
      if (outcome.next != Merge::Next::fill) break;
      for (unsigned lane = 0; lane < lanes; ++lane)
        if ((outcome.lanes >> lane & 1U) != 0 && !fill(scripts[lane], logs[lane])) states.ready &= ~(1U << lane);
    }
    return sink.merged;
  }

 private:
  struct Sink {
    Merged merged;
    void instruction(std::uint32_t lanes, Code code, const Access* const*, std::uint32_t) {
      merged.instructions.push_back(std::to_string(code) + "@" + lanes_text(lanes));
    }
    void passed(std::uint32_t, Code) {}
    void round(const Flow&, int) { ++merged.rounds; }
  };
  bool fill(LaneScript& script, LaneLog& log) const {
    for (std::size_t i = 0; i < room_ && !script.events.empty(); ++i) {
      const LaneScript::Event event = script.events.front();
      script.events.pop_front();
      if (event.kind == EventKind::access) {
        log.add_access(event.code, 0, 0);
      } else if (event.kind == EventKind::entry) {
        log.add_entry(event.code, event.at);
      } else {
        log.add(event.kind, event.code);
      }
    }
    return !script.events.empty() || !log.empty();
  }

  std::size_t room_;
  CodeMap codes_;
};

}  // namespace warpmem::record
