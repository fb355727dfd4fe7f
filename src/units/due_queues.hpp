// Several queues, each in order by time, and which of them has the job that is due first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "units/ring_queue.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

// `Job`: has a member `at` (Tick), when it is due.
template <class Job>
class DueQueues {
 public:
  explicit DueQueues(std::size_t queues) : queues_(queues), due_(queues, never) {}

  void clear() {
    for (auto& queue : queues_) queue.clear();
    due_.assign(due_.size(), never);
    next_ = never;
    first_ = 0;
  }
  // When the first job is due; the last tick there is when there is none. Of two at once the lower queue's goes first.
  Tick next() const { return Tick(next_); }
  const RingQueue<Job>& first() const { return queues_[first_]; }  // the queue of that job
  // A job for queue `to`, due not before the queue's last one; to be filled by the caller.
  Job& push(std::uint32_t to, Tick at) {
    RingQueue<Job>& queue = queues_[to];
    if (queue.empty()) {
      due_[to] = at.count;
      if (at.count < next_ || (at.count == next_ && to < first_)) {
        next_ = at.count;
        first_ = to;
      }
    }
    Job& job = queue.push();
    job.at = at;
    return job;
  }
  // Drops the first job.
  void pop() {
    RingQueue<Job>& queue = queues_[first_];
    queue.pop();
    due_[first_] = queue.empty() ? never : queue.front().at.count;
    next_ = due_[0];
    first_ = 0;
    for (std::uint32_t i = 1; i < due_.size(); ++i) {
      if (due_[i] >= next_) continue;
      next_ = due_[i];
      first_ = i;
    }
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  std::vector<RingQueue<Job>> queues_;
  std::vector<std::uint64_t> due_;  // of each queue's head
  std::uint64_t next_ = never;
  std::uint32_t first_ = 0;
};

}  // namespace warpmem
