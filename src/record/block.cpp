#include "record/block.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "record/image.hpp"
#include "record/text.hpp"

namespace warpmem::record {
namespace {

// Rounds in which lanes only look again at what has not changed, before that is taken to be for ever.
constexpr std::uint32_t patience = 10000;
// An odd number of cache lines between lanes' logs, so that they do not share cache sets.
constexpr std::size_t words_apart = LaneLog::capacity + LaneLog::margin + 12;
constexpr std::size_t accesses_apart = LaneLog::capacity + LaneLog::margin + 4;

}  // namespace

BlockRunner::BlockRunner(CodeMap& codes, Records& records, std::size_t stack_bytes, std::function<std::string(Code)> line)
    : codes_(codes),
      records_(records),
      turns_(image().code_end - image().begin),
      line_(std::move(line)),
      stack_bytes_(stack_bytes),
      words_(new Word[words_apart * lanes_per_warp]),
      accesses_(new Access[accesses_apart * lanes_per_warp]) {
  for (std::size_t i = 0; i < lanes_per_warp; ++i) {
    logs_[i].words = words_.get() + i * words_apart;
    logs_[i].accesses = accesses_.get() + i * accesses_apart;
  }
}

BlockRunner::~BlockRunner() = default;

void BlockRunner::begin() {
  thread_count_ = static_cast<std::uint32_t>(shape_.volume());
  warp_count_ = (thread_count_ + lanes_per_warp - 1) / lanes_per_warp;
  lanes_.resize(std::size_t{warp_count_} * lanes_per_warp);
  if (warps_.size() < warp_count_) warps_.resize(warp_count_);
  for (LaneLog& log : logs_) log.clear();
  std::array<std::uint32_t, 3> index{};
  for (std::uint32_t i = 0; i < thread_count_; ++i) {
    Lane& lane = lanes_[i];
    lane.log = mode_ == Mode::bare ? nullptr : &logs_[i % lanes_per_warp];
    lane.fiber = nullptr;
    lane.stop = Stop::none;
    lane.looks_again = 0;
    lane.linear = i;
    lane.index = index;
    if (++index[0] == shape_.x) {
      index[0] = 0;
      if (++index[1] == shape_.y) {
        index[1] = 0;
        ++index[2];
      }
    }
  }
  for (std::uint32_t i = 0; i < warp_count_; ++i) {
    Warp& warp = warps_[i];
    warp.lanes = &lanes_[std::size_t{i} * lanes_per_warp];
    const std::uint32_t count = std::min(thread_count_ - i * lanes_per_warp, lanes_per_warp);
    const std::uint32_t all = count == lanes_per_warp ? ~0U : (1U << count) - 1;
    warp.live = all;
    warp.states = LaneStates{all, 0, 0};
    warp.operating = warp.at_barrier = warp.spinning = 0;
    if (mode_ == Mode::bare) continue;
    if (!warp.merge) warp.merge = std::make_unique<Merge>(codes_);
    warp.merge->begin(all, logs_.data());
  }
  turns_.separate();
  fault_.reset();
  order_mattered_ = moved_ = false;
  idle_rounds_ = 0;
}

std::optional<Fault> BlockRunner::run(const Dim3& block, std::uint64_t index, const ThreadBody& body, Mode mode) {
  shape_ = block;
  index_ = index;
  body_ = body;
  mode_ = mode;
  begin();
  return run_warps();
}

std::optional<Fault> BlockRunner::go_on(Mode mode) {
  mode_ = mode;
  pass_barrier();
  return fault_ ? fault_ : run_warps();
}

void BlockRunner::exchange(Held& other) {
  lanes_.swap(other.lanes_);
  warps_.swap(other.warps_);
  std::swap(index_, other.index_);
}

std::optional<Fault> BlockRunner::run_warps() {
  waits_for_grid_ = false;
  for (;;) {
    bool some = false, any = false;
    for (std::uint32_t i = 0; i < warp_count_; ++i) {
      if (warps_[i].live == 0 || warps_[i].all_at_barrier()) continue;
      some = run_warp(i) || some;
      if (fault_) return fault_;
    }
    if (all_at_barrier(any)) {
      if (!any) return std::nullopt;
      if (at_grid_barrier()) {
        waits_for_grid_ = true;
        return std::nullopt;
      }
      pass_barrier();
      if (fault_) return fault_;
    } else if (!some && !wake_spinning()) {
      return deadlock();
    }
  }
}

bool BlockRunner::all_at_barrier(bool& any) const {
  for (std::uint32_t i = 0; i < warp_count_; ++i) {
    if (warps_[i].live == 0) continue;
    any = true;
    if (!warps_[i].all_at_barrier()) return false;
  }
  return true;
}

bool BlockRunner::at_grid_barrier() const {
  for (std::uint32_t i = 0; i < thread_count_; ++i)
    if (lanes_[i].stop == Stop::barrier) return lanes_[i].barrier_kind == Lane::of_grid;
  return false;
}

void BlockRunner::pass_barrier() {
  const Lane* first = nullptr;
  std::uint64_t count = 0, waiting = 0;
  for (std::uint32_t i = 0; i < thread_count_; ++i) {
    const Lane& lane = lanes_[i];
    if (lane.stop == Stop::done) continue;
    ++waiting;
    if (lane.value != 0) ++count;
    if (first == nullptr) first = &lane;
    if (lane.stop_code == first->stop_code && lane.barrier_kind == first->barrier_kind) continue;
    // The compiler may have made several instructions of one barrier of the source.
    if (lane.barrier_kind != first->barrier_kind || line_(lane.stop_code) != line_(first->stop_code)) {
      fault_ = Fault{index_, lane.linear, lane.stop_code,
                     "the threads of the block wait at different barriers: this one here, thread " +
                         place_text(first->linear, shape_.x, shape_.y) + " at " + line_(first->stop_code) +
                         "; a barrier must be reached by all threads or none"};
      return;
    }
  }
  const std::uint64_t results[] = {0, count, count == waiting ? 1U : 0U, count > 0 ? 1U : 0U};
  const std::uint64_t result = results[first->barrier_kind & 3U];
  for (std::uint32_t i = 0; i < warp_count_; ++i) {
    Warp& warp = warps_[i];
    for (std::uint32_t rest = warp.live; rest != 0; rest &= rest - 1)
      lane_of(warp, static_cast<unsigned>(std::countr_zero(rest))).value = result;
    warp.at_barrier = 0;
    make_ready(warp, warp.live);
  }
  turns_.separate();
  if (mode_ == Mode::traced) records_.barrier_passed();
}

bool BlockRunner::wake_spinning() {
  idle_rounds_ = moved_ ? 0 : idle_rounds_ + 1;
  moved_ = false;
  bool woken = false;
  for (std::uint32_t i = 0; i < warp_count_ && idle_rounds_ < patience; ++i) {
    Warp& warp = warps_[i];
    const std::uint32_t lanes = std::exchange(warp.spinning, 0U);
    woken = woken || lanes != 0;
    make_ready(warp, lanes);
  }
  return woken;
}

std::string BlockRunner::waiting_text(const Lane& lane) {
  const std::string at = line_(lane.stop_code);
  const std::string where = at.empty() ? std::string() : " at " + at;
  switch (lane.stop) {
    case Stop::barrier:
      return (lane.barrier_kind == Lane::of_grid ? "waits for the other blocks of the grid" : "waits for its block") + where;
    case Stop::warp_operation:
      return "waits for lanes " + hex(lane.mask) + " of its warp" + where;
    default:
      return "waits for a value to change" + where;
  }
}

Fault BlockRunner::deadlock() {
  // Two threads that wait for different things say most.
  const Lane* first = nullptr;
  const Lane* second = nullptr;
  for (std::uint32_t i = 0; i < thread_count_; ++i) {
    const Lane& lane = lanes_[i];
    if (lane.stop == Stop::done) continue;
    if (first == nullptr) first = &lane;
    if (second == nullptr && (lane.stop != first->stop || lane.stop_code != first->stop_code)) second = &lane;
  }
  std::string what = "no thread of the block can go on: this one " + waiting_text(*first);
  if (second != nullptr) what += ", thread " + place_text(second->linear, shape_.x, shape_.y) + ' ' + waiting_text(*second);
  if (first->stop == Stop::spinning)
    what += "; blocks are run one after the other, so a block cannot wait for a later one: launch one block, or split the kernel there";
  return Fault{index_, first->linear, first->stop_code, std::move(what)};
}

}  // namespace warpmem::record
