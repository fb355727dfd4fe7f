#include "machine/dispatcher.hpp"

#include <algorithm>

namespace warpmem {

void Dispatcher::begin_launch(std::uint32_t sms, std::uint32_t blocks_per_sm) {
  free_.clear();
  for (std::uint32_t slot = 0; slot < blocks_per_sm; ++slot) {
    for (std::uint32_t sm = 0; sm < sms; ++sm) free_.push({0, static_cast<std::uint16_t>(sm)});
  }
  next_ = Tick(0);
  exhausted_ = false;
  waited_ = 0;
}

void Dispatcher::take_back(std::vector<BlockEnd>& ended) {
  std::sort(ended.begin(), ended.end(), [](const BlockEnd& a, const BlockEnd& b) { return a.at != b.at ? a.at < b.at : a.sm < b.sm; });
  for (const BlockEnd& e : ended) {
    spare_.push_back(e.trace);
    free_.push({e.at.count + turnaround_, e.sm});
  }
  ended.clear();
}

Result<bool> Dispatcher::start(Cycle horizon, TraceSource& trace, std::deque<Sm>& sms) {
  while (!exhausted_ && !free_.empty() && free_.front().from < horizon.count) {
    if (spare_.empty()) {
      pool_.push_back(std::make_unique<BlockTrace>());
      spare_.push_back(pool_.back().get());
    }
    BlockTrace* block = spare_.back();
    const Result<bool> more = trace.next_block(*block);
    if (!more) return more;
    if (!*more) {
      exhausted_ = true;
      break;
    }
    spare_.pop_back();
    const FreeSlot slot = free_.front();
    free_.pop();
    const Tick ready = to_ticks(Cycle(slot.from));
    const Tick at = std::max(ready, next_);
    next_ = at + interval_;
    waited_ += ceil_cycle(at).count - slot.from;
    sms[slot.sm].start_block(ceil_cycle(at), block);
  }
  return true;
}

}  // namespace warpmem
