// Stacks and switches: each CUDA thread runs on a stack of its own, and so does a program that is asked for its launches one
// by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace warpmem::record {

// A stack, backed as it is used.
class Stack {
 public:
  // Below each guarded stack nothing may be touched over so many bytes: what runs past the end is stopped there. Device code
  // touches a large frame page by page, the functions that it calls at least once in so many bytes.
  static constexpr std::size_t guard_bytes = std::size_t{64} << 10;

  // `shift`: bytes by which the top is lowered, so that the tops of many stacks do not share a cache set. `guarded`: with a
  // guard below it; the system allows for some ten thousand of those. Throws std::bad_alloc where there is no room.
  explicit Stack(std::size_t bytes, std::size_t shift = 0, bool guarded = true);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  unsigned char* begin() const { return begin_; }
  std::size_t size() const { return size_; }
  unsigned char* top() const { return begin_ + size_ - shift_; }

 private:
  unsigned char* begin_ = nullptr;  // first usable byte
  std::size_t size_ = 0, shift_ = 0;
  std::size_t guard_ = 0;  // bytes below begin_
};

// Two contexts that take turns: resume() goes into the body, suspend() comes back out of it. A body that is never resumed
// again is dropped where it stands: what it holds is not destroyed.
class Coroutine {
 public:
  Coroutine(std::size_t stack_bytes, std::function<void()> body);
  ~Coroutine();
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  void resume();   // until the body suspends or returns; not after it returned
  void suspend();  // inside the body
  bool done() const { return done_; }
  const Stack& stack() const { return stack_; }

 private:
  static void start(void* self);
  Stack stack_;
  std::function<void()> body_;
  void* inside_ = nullptr;
  void* outside_ = nullptr;
  bool done_ = false;
};

// Calls `body` on a stack of 1 MiB: for what device code's threads have the hooks do and their own stacks are too small for.
void on_large_stack(std::function<void()> body);

}  // namespace warpmem::record
