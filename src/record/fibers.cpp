#include "record/fibers.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <utility>

#include "record/switch.hpp"
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace warpmem::record {

namespace context = boost::context::detail;

Stack::Stack(std::size_t bytes, std::size_t shift, bool guarded) : shift_(shift) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  size_ = (bytes + shift + page - 1) / page * page;
  guard_ = guarded ? guard_bytes : 0;
  void* const at = mmap(nullptr, size_ + guard_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<unsigned char*>(at) + guard_;
  if (mprotect(begin_, size_, PROT_READ | PROT_WRITE) != 0) {
    munmap(at, size_ + guard_);
    throw std::bad_alloc();
  }
#if defined(__SANITIZE_ADDRESS__)
  // A stack that was dropped with frames on it may have lain here.
  __asan_unpoison_memory_region(begin_, size_);
#endif
}

Stack::~Stack() {
#if defined(__SANITIZE_ADDRESS__)
  // What a body that was dropped holds is not a leak of ours: the stack stays, for the search to see.
  __lsan_register_root_region(begin_, size_);
#else
  munmap(begin_ - guard_, size_ + guard_);
#endif
}

namespace {
// What both sides of a coroutine know of the stack outside, for the sanitizer.
struct Outside {
  const void* stack = nullptr;
  std::size_t bytes = 0;
};
thread_local Outside outside_stack;
}  // namespace

Coroutine::Coroutine(std::size_t stack_bytes, std::function<void()> body) : stack_(stack_bytes), body_(std::move(body)) {
  inside_ = context::make_fcontext(stack_.top(), stack_.size(), [](context::transfer_t from) {
    arrived(&outside_stack.stack, &outside_stack.bytes);
    auto* const self = static_cast<Coroutine*>(from.data);
    self->outside_ = from.fctx;
    start(self);
  });
}

Coroutine::~Coroutine() = default;

void Coroutine::start(void* pointer) {
  auto* const self = static_cast<Coroutine*>(pointer);
  self->body_();
  self->done_ = true;
  self->suspend();
}

void Coroutine::resume() { inside_ = jump(inside_, this, stack_.begin(), stack_.size()).fctx; }

void Coroutine::suspend() { outside_ = jump(outside_, this, outside_stack.stack, outside_stack.bytes).fctx; }

void on_large_stack(std::function<void()> body) {
  const Outside before = outside_stack;
  Coroutine(std::size_t{1} << 20, std::move(body)).resume();
  outside_stack = before;
}

}  // namespace warpmem::record
