// The fibers of a block. A fiber whose thread has returned goes on with the next thread of the warp, on the same stack and
// without a switch: threads that never wait cost one stack for all.
#include <bit>
#include <new>

#include "record/block.hpp"
#include "record/current.hpp"

namespace warpmem::record {

namespace context = boost::context::detail;

namespace {
// Not inlined: a fiber may be resumed by another host thread than it was last, and must ask anew.
__attribute__((noinline)) Lane& running_lane() { return *current_lane; }
}  // namespace

Fiber* BlockRunner::take_fiber(const Lane& lane) {
  if (!idle_.empty()) {
    Fiber* const fiber = idle_.back();
    idle_.pop_back();
    return fiber;
  }
  // Some cache lines apart, within a page: else the tops of all stacks lie in the same cache sets.
  constexpr std::size_t shift = 5 * 64, shifts = 12;
  constexpr std::size_t most_guarded = 16384;  // half of the mappings that a process may have by default
  try {
    stacks_.push_back(std::make_unique<Stack>(stack_bytes_, stacks_.size() % shifts * shift, stacks_.size() < most_guarded));
  } catch (const std::bad_alloc&) {
    fault_ = Fault{index_, lane.linear, 0,
                   "there is no room in memory for its stack of " + std::to_string(stack_bytes_) + " bytes beside those of " +
                       std::to_string(stacks_.size()) + " other threads: give less with --stack, or allow more memory (ulimit -v)"};
    return nullptr;
  }
  const Stack& stack = *stacks_.back();
  fibers_.push_back(std::make_unique<Fiber>(Fiber{nullptr, stack.begin(), stack.size()}));
  Fiber* const fiber = fibers_.back().get();
  fiber->context = context::make_fcontext(stack.top(), stack.size() - shifts * shift, &fiber_main);
  return fiber;
}

void BlockRunner::switch_in(Lane& lane) {
  current_lane = &lane;
  current_log = lane.log;
  set_thread_index(lane.index);
}

void BlockRunner::resume(Lane& lane) {
  if (lane.fiber == nullptr) {
    lane.fiber = take_fiber(lane);
    if (lane.fiber == nullptr) return;
    lane.stack = lane.fiber->stack;
    lane.stack_bytes = lane.fiber->stack_bytes;
  }
  Fiber& fiber = *lane.fiber;
  switch_in(lane);
  const context::transfer_t back = jump(fiber.context, this, fiber.stack, fiber.stack_bytes);
  current_lane = nullptr;
  current_log = nullptr;
  // What jumped back may have begun other lanes meanwhile; it is still this fiber.
  fiber.context = back.fctx;
}

Lane* BlockRunner::next_to_begin() {
  if (to_begin_ == 0) return nullptr;
  Lane& next = lane_of(warps_[running_warp_], static_cast<unsigned>(std::countr_zero(to_begin_)));
  to_begin_ &= to_begin_ - 1;
  return &next;
}

void BlockRunner::fiber_main(context::transfer_t from) {
  auto* const self = static_cast<BlockRunner*>(from.data);
  arrived(&self->scheduler_stack_, &self->scheduler_stack_bytes_);
  self->scheduler_ = from.fctx;
  for (;;) {
    self->body_.run(self->body_.context);
    Lane& done = running_lane();
    Fiber* const fiber = done.fiber;
    done.stop = Stop::done;
    done.fiber = nullptr;
    if (Lane* const next = self->next_to_begin()) {
      next->fiber = fiber;
      next->stack = fiber->stack;
      next->stack_bytes = fiber->stack_bytes;
      self->switch_in(*next);
      continue;
    }
    self->idle_.push_back(fiber);
    self->scheduler_ = jump(self->scheduler_, nullptr, self->scheduler_stack_, self->scheduler_stack_bytes_).fctx;
  }
}

void BlockRunner::stop(Lane& lane, Stop why, Code code) {
  lane.stop = why;
  lane.stop_code = code;
  scheduler_ = jump(scheduler_, nullptr, scheduler_stack_, scheduler_stack_bytes_).fctx;
}

void BlockRunner::fail(Lane& lane, Code code, std::string what) {
  fault_ = Fault{index_, lane.linear, code, std::move(what)};
  for (;;) stop(lane, Stop::fault, code);
}

}  // namespace warpmem::record
