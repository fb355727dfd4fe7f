// A few threads that do the phases of a window together. Thread 0 is the caller.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace warpmem {

class Crew {
 public:
  explicit Crew(unsigned threads) : count_(threads) {
    for (unsigned i = 1; i < threads; ++i) {
      others_.emplace_back([this, i] { serve(i); });
    }
  }
  ~Crew() {
    stop_.store(true, std::memory_order_relaxed);
    go_.fetch_add(1, std::memory_order_release);
    go_.notify_all();
    for (std::thread& t : others_) t.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  unsigned size() const { return count_; }
  // Calls work(thread) once for each thread, at the same time; returns when all are done.
  template <class Work>
  void each(Work&& work) {
    if (count_ == 1) {
      work(0U);
      return;
    }
    work_ = std::ref(work);
    done_.store(0, std::memory_order_relaxed);
    go_.fetch_add(1, std::memory_order_release);
    go_.notify_all();
    work(0U);
    for (unsigned spins = 0; done_.load(std::memory_order_acquire) != count_ - 1; ++spins) {
      if (spins > spin_limit) std::this_thread::yield();
    }
  }

 private:
  // Windows follow each other within microseconds: look for a while before sleeping.
  static constexpr unsigned spin_limit = 4000;
  void serve(unsigned thread) {
    for (unsigned seen = 0;;) {
      unsigned spins = 0;
      while (go_.load(std::memory_order_acquire) == seen) {
        if (++spins > spin_limit) go_.wait(seen, std::memory_order_acquire);
      }
      ++seen;
      if (stop_.load(std::memory_order_relaxed)) return;
      work_(thread);
      done_.fetch_add(1, std::memory_order_release);
    }
  }
  unsigned count_;
  std::function<void(unsigned)> work_;
  std::atomic<unsigned> go_{0}, done_{0};
  std::atomic<bool> stop_{false};
  std::vector<std::thread> others_;
};

}  // namespace warpmem
