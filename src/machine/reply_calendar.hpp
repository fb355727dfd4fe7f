// Replies on their way to the SMs, by the window in which they arrive. Lanes answer far ahead of time: what DRAM has
// promised for a thousand cycles later waits here, and is looked at when its window comes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "units/divider.hpp"
#include "units/line_request.hpp"
#include "units/stream.hpp"

namespace warpmem {

class ReplyCalendar {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // Window k is the cycles from k * window_cycles to the next one's.
  explicit ReplyCalendar(std::uint64_t window_cycles) : by_window_(window_cycles) {}
  void clear() {
    for (std::uint64_t w = 0; w < windows; ++w) {
      if (pages_[w]) drop(w);
    }
    far_.clear();
    far_first_ = never;
    now_ = 0;
  }
  // A reply that arrives then, to be filled by the caller but for the time. `arrives`: not before the window now_at() was
  // told last.
  LineReply& add(Cycle arrives) {
    const std::uint64_t window = by_window_.quotient(arrives.count);
    const bool is_far = window - now_ >= windows;
    if (is_far) far_first_ = std::min(far_first_, arrives.count);
    LineReply& reply = is_far ? far_.add() : page(window).add();
    reply.arrives = arrives;
    return reply;
  }
  // Time is in this window now: earlier ones are over.
  void now_at(std::uint64_t window) {
    // What is far is at least `windows` ahead of when it came: looking at it twice in that time is enough.
    const bool look = window / (windows / 2) != now_ / (windows / 2);
    now_ = window;
    if (!look || far_.empty()) return;
    std::swap(was_far_, far_);
    far_first_ = never;
    for (const LineReply& r : was_far_.all()) add(r.arrives) = r;
    was_far_.clear();
  }
  // The replies of the present window, in no order.
  std::span<const LineReply> arriving() const {
    const auto& page = pages_[now_ % windows];
    return page == nullptr ? std::span<const LineReply>{} : page->all();
  }
  // The present window's replies have been taken.
  void done() {
    if (pages_[now_ % windows]) drop(now_);
  }
  // The first cycle at which a reply arrives.
  std::uint64_t next() const {
    for (std::size_t k = 0; k <= open_.size(); ++k) {
      const std::size_t w = (now_ % windows / 64 + k) % open_.size();
      std::uint64_t bits = open_[w];
      if (k == 0) bits &= ~std::uint64_t{0} << now_ % 64;
      if (k == open_.size()) bits &= ~(~std::uint64_t{0} << now_ % 64);
      if (bits != 0) return std::min(first_of(*pages_[w * 64 + static_cast<std::size_t>(std::countr_zero(bits))]), far_first_);
    }
    return far_first_;
  }

 private:
  static constexpr std::size_t windows = 256;  // that may be open at once; what is later waits in far_
  using Page = Stream<LineReply>;
  static std::uint64_t first_of(const Page& page) {
    std::uint64_t first = never;
    for (const LineReply& r : page.all()) first = std::min(first, r.arrives.count);
    return first;
  }
  Page& page(std::uint64_t window) {
    std::unique_ptr<Page>& p = pages_[window % windows];
    if (!p) [[unlikely]] {
      if (spare_.empty()) spare_.push_back(std::make_unique<Page>());
      p = std::move(spare_.back());
      spare_.pop_back();
      open_[window % windows / 64] |= std::uint64_t{1} << window % 64;
    }
    return *p;
  }
  void drop(std::uint64_t window) {
    std::unique_ptr<Page>& p = pages_[window % windows];
    p->clear();
    spare_.push_back(std::move(p));
    open_[window % windows / 64] &= ~(std::uint64_t{1} << window % 64);
  }

  Divider by_window_;
  std::uint64_t now_ = 0;
  std::array<std::unique_ptr<Page>, windows> pages_;
  std::array<std::uint64_t, windows / 64> open_{};
  std::vector<std::unique_ptr<Page>> spare_;  // the one used last is the one to use next: it is near
  Page far_, was_far_;
  std::uint64_t far_first_ = never;  // cycle
};

}  // namespace warpmem
