#include "record/merge.hpp"

#include <algorithm>

namespace warpmem::record {

void Merge::begin(std::uint32_t lanes, LaneLog* logs) {
  logs_ = logs;
  groups_[0].lanes = lanes;
  groups_[0].frames.assign(1, Frame{});
  count_ = 1;
  for (Scan& scan : scans_) scan.valid = false;
}

// Lanes whose threads have returned leave once their logs are empty.
void Merge::start(const LaneStates& states) {
  filled_ = 0;
  for (unsigned i = 0; i < count_; ++i)
    for (std::uint32_t rest = groups_[i].lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (!logs_[lane].empty()) filled_ |= 1U << lane;
    }
  const std::uint32_t live = filled_ | states.ready | states.turn | states.stopped;
  for (unsigned i = count_; i-- > 0;) {
    groups_[i].lanes &= live;
    if (groups_[i].lanes == 0) remove_group(i);
  }
  if (count_ > 1) scan_all();
}

void Merge::emptied(unsigned lane) {
  Scan& scan = scans_[lane];
  scan.valid = scan.valid && scan.at == logs_[lane].written;
  scan.at = 0;
  logs_[lane].clear();
}

int Merge::only(const LaneStates& states) const { return (groups_[0].lanes & (filled_ | states.turn)) != 0 ? 0 : -1; }

int Merge::choose(const LaneStates& states) {
  int best = -1;
  for (unsigned i = 0; i < count_; ++i) {
    const std::uint32_t filled = groups_[i].lanes & filled_;
    if (filled == 0 && (groups_[i].lanes & states.turn) == 0) continue;
    if (best < 0) {
      best = static_cast<int>(i);
      continue;
    }
    Group& other = groups_[static_cast<unsigned>(best)];
    const int order = compare(groups_[i].frames, other.frames);
    const bool other_filled = (other.lanes & filled_) != 0;
    if (order == 0 && (filled != 0) == other_filled) {
      other.lanes |= groups_[i].lanes;
      remove_group(i--);
    } else if (order < 0 || (order == 0 && filled != 0)) {
      best = static_cast<int>(i);
    }
  }
  return best;
}

// Lanes with empty logs stay where they are while the others of their group go on.
void Merge::separate(Group& group) {
  const std::uint32_t staying = group.lanes & ~filled_;
  if (staying == 0) return;
  group.lanes &= filled_;
  add_group(staying, group.frames);
}

Merge::Group& Merge::add_group(std::uint32_t lanes, const std::vector<Frame>& frames) {
  Group& group = groups_[count_++];
  group.lanes = lanes;
  group.frames = frames;
  return group;
}

void Merge::remove_group(unsigned index) {
  --count_;
  if (index != count_) std::swap(groups_[index], groups_[count_]);
}

std::uint32_t Merge::common_words(std::uint32_t lanes, bool alone) const {
  const LaneLog& first = logs_[std::countr_zero(lanes)];
  const Word* const base = first.words + first.read;
  std::uint32_t common = first.written - first.read;
  if (!alone) {
    std::uint32_t end = 0;
    while (end < common && kind_of(base[end]) == EventKind::access) ++end;
    if (end < common) common = end + (kind_of(base[end]) == EventKind::entry ? 2 : 1);
  }
  for (std::uint32_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
    const LaneLog& log = logs_[std::countr_zero(rest)];
    const Word* const other = log.words + log.read;
    const std::uint32_t limit = std::min(common, log.written - log.read);
    std::uint32_t k = 0;
    // Four words at a time: most logs are the same throughout.
    for (; k + 4 <= limit; k += 4)
      if (((base[k] ^ other[k]) | (base[k + 1] ^ other[k + 1]) | (base[k + 2] ^ other[k + 2]) | (base[k + 3] ^ other[k + 3])) != 0) break;
    while (k < limit && base[k] == other[k]) ++k;
    common = k;
  }
  // An entry is two words; the second can look like anything, so the events are counted from the start.
  std::uint32_t whole = 0;
  while (whole < common) {
    const std::uint32_t size = kind_of(base[whole]) == EventKind::entry ? 2 : 1;
    if (whole + size > common) break;
    whole += size;
  }
  return whole;
}

std::uint32_t Merge::same_event(std::uint32_t rest) const {
  const LaneLog& first = logs_[std::countr_zero(rest)];
  const Word* const word = first.words + first.read;
  const bool pair = kind_of(*word) == EventKind::entry;
  std::uint32_t same = 0;
  for (; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Word* const other = logs_[lane].words + logs_[lane].read;
    if (*other == *word && (!pair || other[1] == word[1])) same |= 1U << lane;
  }
  return same;
}

bool Merge::skip_foreign(const Group& group) {
  const Flow* const flow = group.frames.back().flow;
  std::uint32_t skipping = 0;
  for (std::uint32_t rest = group.lanes; flow != nullptr && rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Word word = logs_[lane].words[logs_[lane].read];
    if (kind_of(word) == EventKind::block && codes_.block(code_of(word)).flow != flow) skipping |= 1U << lane;
  }
  consumed(skipping, 1, 0);
  return skipping != 0;
}

void Merge::consumed(std::uint32_t lanes, std::uint32_t words, std::uint32_t accesses) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    LaneLog& log = logs_[lane];
    log.read += words;
    log.accesses_read += accesses;
    if (log.empty()) filled_ &= ~(1U << lane);
  }
}

bool Merge::follow(std::vector<Frame>& frames, const Word* word) {
  Frame& top = frames.back();
  switch (kind_of(*word)) {
    case EventKind::block: {
      const Place& place = codes_.block(code_of(*word));
      if (top.flow == nullptr) top.flow = place.flow;
      if (top.flow != place.flow) return false;
      top.flow->edge(top.block, place.block);
      const bool round = top.flow->is_back_edge(top.block, place.block);
      top.block = place.block;
      top.code = 0;
      return round;
    }
    case EventKind::entry:
      top.code = code_of(*word);
      frames.push_back({codes_.function(word[1]), -1, false, 0});
      return false;
    case EventKind::exit:
      if (frames.size() > 1) frames.pop_back();
      return false;
    case EventKind::access:
      return false;
  }
  return false;
}

void Merge::scan_all() {
  for (unsigned i = 0; i < count_; ++i)
    for (std::uint32_t rest = groups_[i].lanes & filled_; rest != 0; rest &= rest - 1)
      scan(static_cast<unsigned>(std::countr_zero(rest)), groups_[i]);
}

void Merge::scan(unsigned lane, const Group& group) {
  Scan& scan = scans_[lane];
  const LaneLog& log = logs_[lane];
  if (!scan.valid || scan.at < log.read) {
    scan.valid = true;
    scan.at = log.read;
    scan.frames = group.frames;
  }
  for (; scan.at < log.written; ++scan.at) {
    const Word* const word = log.words + scan.at;
    const EventKind kind = kind_of(*word);
    if (kind == EventKind::access) continue;
    follow(scan.frames, word);
    if (kind == EventKind::entry) ++scan.at;
  }
}

// Below 0: a goes first. In the outermost call in which they differ, the earlier place; in the same place, the deeper call.
int Merge::compare(const std::vector<Frame>& a, const std::vector<Frame>& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const Frame &x = a[i], &y = b[i];
    if (x == y) continue;
    if (x.flow != y.flow) {
      const Code begin_x = x.flow == nullptr ? 0 : x.flow->begin(), begin_y = y.flow == nullptr ? 0 : y.flow->begin();
      return begin_x < begin_y ? -1 : 1;
    }
    const auto rank = [](const Frame& frame) {
      if (frame.flow == nullptr || frame.block < 0) return std::int64_t{-1};
      const std::uint32_t latch = frame.latched ? frame.flow->latch(frame.block) : 0;
      return static_cast<std::int64_t>(latch != 0 ? latch : frame.flow->rank(frame.block));
    };
    const std::int64_t rank_x = rank(x), rank_y = rank(y);
    if (rank_x != rank_y) return rank_x < rank_y ? -1 : 1;
    if (x.code != y.code) return x.code < y.code ? -1 : 1;
    if (x.latched != y.latched) return y.latched ? -1 : 1;
    return x.block < y.block ? -1 : 1;
  }
  if (a.size() == b.size()) return 0;
  return a.size() > b.size() ? -1 : 1;
}

}  // namespace warpmem::record
