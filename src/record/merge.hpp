// Merges the logs of a warp's lanes into warp instructions, as SIMT hardware with reconvergence would issue them.
//
// Lanes that stand at the same place form a group and go on together as long as their logs say the same. Where they
// differ the group splits; from then on the group that is first in the order of the control flow goes first (flow.hpp;
// within a deeper call before its caller), and groups that come to the same place become one again.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "record/code.hpp"

namespace warpmem::record {

// Where a group stands in one call of a function.
struct Frame {
  Flow* flow = nullptr;  // null: nothing is known yet
  int block = -1;
  bool latched = false;  // it went back to `block`, the head of a loop, and waits for others of its round
  Code code = 0;         // what it last passed within the block
  friend bool operator==(const Frame&, const Frame&) = default;
};

// What lanes' threads are about; each live lane is in exactly one. Bit i is lane i.
struct LaneStates {
  std::uint32_t ready = 0;    // can run: its next event is in its log or can be had by running it
  std::uint32_t turn = 0;     // stands before an access that the lanes of a warp do in turn; may be released
  std::uint32_t stopped = 0;  // at a barrier or warp operation, or set aside: not to be released here
};

class Merge {
 public:
  enum class Next {
    fill,     // run these lanes: their logs are empty
    release,  // these lanes, which stand before a turn, are next
    stuck     // nothing in the logs, nothing to release
  };
  struct Outcome {
    Next next;
    std::uint32_t lanes;
  };

  explicit Merge(CodeMap& codes) : codes_(codes) {}
  // Starts a warp: all lanes at the thread's beginning, with empty logs. `logs` are 32, kept until the next begin().
  void begin(std::uint32_t lanes, LaneLog* logs);

  // Consumes what the logs hold as far as it is decided, and calls
  //   sink.instruction(lanes, code, accesses, k): lane i's access is accesses[i][k]
  //   sink.passed(lanes, code): these lanes went on behind an event, an access among others, that was noted there
  //   sink.round(flow, block): all lanes of a group went back to the head of a loop
  template <class Sink>
  Outcome advance(const LaneStates& states, Sink& sink) {
    start(states);
    for (;;) {
      if (const std::uint32_t lacking = states.ready & ~filled_; lacking != 0) {
        for (std::uint32_t rest = lacking; rest != 0; rest &= rest - 1) emptied(static_cast<unsigned>(std::countr_zero(rest)));
        return {Next::fill, lacking};
      }
      const int chosen = count_ == 1 ? only(states) : choose(states);
      if (chosen < 0) return {Next::stuck, 0};
      Group& group = groups_[static_cast<unsigned>(chosen)];
      if ((group.lanes & filled_) == 0) return {Next::release, group.lanes & states.turn};
      separate(group);
      if (group.frames.back().latched) {
        group.frames.back().latched = false;
        sink.round(*group.frames.back().flow, group.frames.back().block);
      }
      const bool alone = count_ == 1;
      const std::uint32_t common = common_words(group.lanes, alone);
      if (common > 0) {
        take(group, common, alone, sink);
      } else {
        split(group, sink);
      }
    }
  }

 private:
  struct Group {
    std::uint32_t lanes = 0;
    std::vector<Frame> frames;
  };
  // How far a lane's log was searched for edges of the control flow, ahead of the merge.
  struct Scan {
    bool valid = false;
    std::uint32_t at = 0;
    std::vector<Frame> frames;
  };

  void start(const LaneStates& states);
  void emptied(unsigned lane);
  int only(const LaneStates& states) const;
  int choose(const LaneStates& states);
  void separate(Group& group);
  void scan_all();
  void scan(unsigned lane, const Group& group);
  // Words that all of these lanes have in common next, whole events only; not `alone`: up to the first that is no access.
  std::uint32_t common_words(std::uint32_t lanes, bool alone) const;
  Group& add_group(std::uint32_t lanes, const std::vector<Frame>& frames);
  void remove_group(unsigned index);
  // Blocks of a function that logged no entry, or after its exit, say nothing about where lanes stand: takes one from each
  // of the group's lanes that has one next. false: none has.
  bool skip_foreign(const Group& group);
  // The lanes of `rest` whose next event is that of its first lane.
  std::uint32_t same_event(std::uint32_t rest) const;
  void consumed(std::uint32_t lanes, std::uint32_t words, std::uint32_t accesses);
  static int compare(const std::vector<Frame>& a, const std::vector<Frame>& b);

  // Follows a change of control flow in `frames`; true: it went round a loop.
  bool follow(std::vector<Frame>& frames, const Word* word);

  template <class Sink>
  void take(Group& group, std::uint32_t words, bool alone, Sink& sink) {
    std::array<const Access*, 32> accesses;
    for (std::uint32_t rest = group.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      accesses[lane] = logs_[lane].accesses + logs_[lane].accesses_read;
    }
    const LaneLog& log = logs_[std::countr_zero(group.lanes)];
    const Word* const begin = log.words + log.read;
    std::uint32_t k = 0;
    for (const Word* word = begin; word != begin + words; ++word) {
      switch (kind_of(*word)) {
        case EventKind::access:
          group.frames.back().code = code_of(*word);
          sink.instruction(group.lanes, code_of(*word), accesses.data(), k++);
          sink.passed(group.lanes, code_of(*word));
          break;
        case EventKind::block:
          sink.passed(group.lanes, code_of(*word));
          if (follow(group.frames, word)) {
            if (alone) {
              sink.round(*group.frames.back().flow, group.frames.back().block);
            } else {
              group.frames.back().latched = true;
            }
          }
          break;
        case EventKind::entry:
          follow(group.frames, word++);
          sink.passed(group.lanes, *word);
          break;
        case EventKind::exit:
          sink.passed(group.lanes, code_of(*word));
          follow(group.frames, word);
          break;
      }
    }
    consumed(group.lanes, words, k);
  }

  // Lanes that do different things next part, each part taking its own next event: so they stand at different places.
  template <class Sink>
  void split(Group& group, Sink& sink) {
    if (skip_foreign(group)) return;
    const std::vector<Frame> frames = group.frames;
    std::uint32_t rest = group.lanes;
    const std::uint32_t first = same_event(rest);
    group.lanes = first;
    rest &= ~first;
    std::array<std::uint32_t, 32> parts;
    unsigned count = 0;
    for (; rest != 0; rest &= ~parts[count++]) parts[count] = same_event(rest);
    take(group, event_words(first), false, sink);
    for (unsigned i = 0; i < count; ++i) take(add_group(parts[i], frames), event_words(parts[i]), false, sink);
    scan_all();
  }
  std::uint32_t event_words(std::uint32_t lanes) const {
    const LaneLog& log = logs_[std::countr_zero(lanes)];
    return kind_of(log.words[log.read]) == EventKind::entry ? 2 : 1;
  }

  CodeMap& codes_;
  LaneLog* logs_ = nullptr;
  std::uint32_t filled_ = 0;  // lanes whose logs are not empty
  std::array<Group, 33> groups_;
  unsigned count_ = 0;
  std::array<Scan, 32> scans_;
};

}  // namespace warpmem::record
