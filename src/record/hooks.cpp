// What g++ -fsanitize=thread and -fsanitize-coverage=trace-pc call. Each call's return address names the instruction.
#include <bit>

#include "record/hook.hpp"
#include "record/looks.hpp"
#include "record/recorder.hpp"

using namespace warpmem::record;

namespace {

constexpr unsigned ca = 0, cv = 4, wb = 5;

// A structure, word by word as nvcc copies its members: of its own alignment where debug information tells of structures of
// this size, else of 4 bytes.
void note_words(LaneLog& log, const char* pointer, std::size_t bytes, unsigned op, Code code) {
  const unsigned known = current_recorder->structure_word(code, bytes);
  const unsigned largest = known == 0 ? 2 : static_cast<unsigned>(std::countr_zero(known));
  while (bytes > 0) {
    unsigned log2 = largest;
    while (log2 > 0 && ((reinterpret_cast<std::uint64_t>(pointer) | bytes) & ((1U << log2) - 1)) != 0) --log2;
    note_access(log, pointer, Shape::of(op, log2, op == 0 ? ca : wb, false), code);
    pointer += 1U << log2;
    bytes -= 1U << log2;
  }
}

// b[i] = a[i]: g++ tells of the write before the read, with nothing in between but the second hook's arguments.
// In bytes of code; of 16 bytes less, for the store of a vector may lie between.
constexpr Code copy_reach = 40, copy_reach_16 = 15;
bool is_copy(const LaneLog& log, std::size_t bytes, Code code, Code reach) {
  return log.copy.bytes == bytes && log.copy.words_after == log.written && code - log.copy.code < reach;
}

void note_structure_write(LaneLog& log, const char* pointer, std::size_t bytes, Code code) {
  // Both sides of a copy lie in the log together, in all lanes alike.
  if (log.written + 2 * bytes > LaneLog::capacity && 2 * bytes <= LaneLog::capacity) give_way(code);
  const std::uint32_t words = log.written, accesses = log.accesses_written;
  note_words(log, pointer, bytes, 1, code);
  if (log.written > words) log.copy = {pointer, bytes, code, words, accesses, log.written};
}

void note_structure_read(LaneLog& log, const char* pointer, std::size_t bytes, Code code) {
  const LaneLog::Copy copy = log.copy;
  const bool second = is_copy(log, bytes, code, copy_reach);
  if (second) {
    log.written = copy.words_before;
    log.accesses_written = copy.accesses_before;
    log.copy.bytes = 0;
  }
  note_words(log, pointer, bytes, 0, code);
  if (second) note_words(log, copy.to, bytes, 1, copy.code);
}

void note_range(const char* pointer, std::size_t bytes, unsigned op, Code code) {
  LaneLog* const log = current_log;
  if (log == nullptr) return;
  if (op == 0) {
    note_structure_read(*log, pointer, bytes, code);
  } else {
    note_structure_write(*log, pointer, bytes, code);
  }
}

// 16 bytes at once are a vector, or a structure that is aligned to 8: those only where it is copied whole, or lies where no
// vector can.
void note_16(const char* pointer, unsigned op, Code code) {
  LaneLog* const log = current_log;
  if (log == nullptr) return;
  // g++ calls this hook for what it knows to be aligned to 8 at least.
  const unsigned word = current_recorder->structure_word(code, 16, 8);
  if (word == 0 || word == 16) {
    note_access(*log, pointer, Shape::of(op, 4, op == 0 ? ca : wb, false), code);
  } else if (op == 0 && is_copy(*log, 16, code, copy_reach_16)) {
    note_structure_read(*log, pointer, 16, code);
  } else if ((reinterpret_cast<std::uint64_t>(pointer) & 15U) != 0) {
    note_range(pointer, 16, op, code);
  } else {
    if (log->written + 8 > LaneLog::capacity) give_way(code);
    const std::uint32_t words = log->written, accesses = log->accesses_written;
    note_access(*log, pointer, Shape::of(op, 4, op == 0 ? ca : wb, false), code);
    if (op == 1 && log->written > words) log->copy = {pointer, 16, code, words, accesses, log->written};
  }
}

// The compiler does not know that the address is aligned to the width. Where it is, it is one access all the same, unless a
// structure of lesser alignment may be copied here: nvcc copies that in smaller words.
void note_unaligned(const char* pointer, unsigned log2, unsigned op, Code code) {
  LaneLog* const log = current_log;
  if (log == nullptr) return;
  const unsigned bytes = 1U << log2, word = current_recorder->structure_word(code, bytes);
  if ((reinterpret_cast<std::uint64_t>(pointer) & (bytes - 1)) == 0 && (word == 0 || word >= bytes)) {
    note_access(*log, pointer, Shape::of(op, log2, op == 0 ? ca : wb, false), code);
  } else {
    note_range(pointer, bytes, op, code);
  }
}

void note_volatile(const void* pointer, unsigned log2, unsigned op, Code code) {
  Lane* const lane = current_lane;
  if (lane == nullptr) return;
  Shape shape = Shape::of(op, log2, op == 0 ? cv : wb, false);
  std::uint64_t where = located(reinterpret_cast<std::uint64_t>(pointer), shape, code);
  if (where == 0) return;
  BlockRunner& runner = current_recorder->runner();
  if (op == 0 && looks_again(*lane, code, where, value_at(pointer, shape.bytes()))) {
    runner.stop(*lane, Stop::spinning, code);
  } else if (runner.turns().needed(code, op == 1)) {
    runner.stop(*lane, Stop::turn, code);
  }
  if (current_log == nullptr) return;
  // There is no caching that volatile could forbid in shared memory.
  if (shape_of(where).shared()) where = where_of(Shape::of(op, log2, op == 0 ? ca : wb, true), address_of(where));
  current_log->add_access(code, where, op == 0 ? value_at(pointer, shape.bytes()) : 0);
  if (current_log->full()) give_way(code);
}

// Any access. An atomic that finds the same again and again is a lane that waits for another.
void note_any(const void* p, unsigned bytes, int kind, int cache, Code code) {
  Lane* const lane = current_lane;
  if (lane == nullptr) return;
  const unsigned op = static_cast<unsigned>(kind) & 3U;
  const auto log2 = static_cast<unsigned>(std::countr_zero(bytes));
  const Shape shape = Shape::of(op, log2, cache >= 0 ? static_cast<unsigned>(cache) : op == 1 ? wb : ca, false);
  if (op != 1) {
    const std::uint64_t where = located(reinterpret_cast<std::uint64_t>(p), shape, code);
    if (where != 0 && looks_again(*lane, code, where, value_at(p, bytes))) current_recorder->runner().stop(*lane, Stop::spinning, code);
  }
  if (current_log != nullptr) note_access(*current_log, p, shape, code);
}

// What is rare at a function's entry.
__attribute__((noinline, cold)) void entered(Code code) {
  if (current_recorder->naming()) current_recorder->offer_name(code);
  if (current_log->full()) give_way(code);
}

}  // namespace

#define HERE code_at(__builtin_return_address(0))
#define ACCESS_HOOKS(BYTES, LOG2)                                                                    \
  void __tsan_read##BYTES(void* p) {                                                                 \
    if (LaneLog* const log = current_log) note_access(*log, p, Shape::of(0, LOG2, ca, false), HERE); \
  }                                                                                                  \
  void __tsan_write##BYTES(void* p) {                                                                \
    if (LaneLog* const log = current_log) note_access(*log, p, Shape::of(1, LOG2, wb, false), HERE); \
  }                                                                                                  \
  OTHER_HOOKS(BYTES, LOG2)
#define OTHER_HOOKS(BYTES, LOG2)                                                                                   \
  void __tsan_unaligned_read##BYTES(const void* p) { note_unaligned(static_cast<const char*>(p), LOG2, 0, HERE); } \
  void __tsan_unaligned_write##BYTES(void* p) { note_unaligned(static_cast<const char*>(p), LOG2, 1, HERE); }      \
  void __tsan_volatile_read##BYTES(void* p) { note_volatile(p, LOG2, 0, HERE); }                                   \
  void __tsan_volatile_write##BYTES(void* p) { note_volatile(p, LOG2, 1, HERE); }                                  \
  void __tsan_unaligned_volatile_read##BYTES(const void* p) { note_volatile(p, LOG2, 0, HERE); }                   \
  void __tsan_unaligned_volatile_write##BYTES(void* p) { note_volatile(p, LOG2, 1, HERE); }

extern "C" {

void __tsan_init() {}
ACCESS_HOOKS(1, 0)
ACCESS_HOOKS(2, 1)
ACCESS_HOOKS(4, 2)
ACCESS_HOOKS(8, 3)
void __tsan_read16(void* p) { note_16(static_cast<const char*>(p), 0, HERE); }
void __tsan_write16(void* p) { note_16(static_cast<const char*>(p), 1, HERE); }
OTHER_HOOKS(16, 4)

void __tsan_read_range(void* p, std::size_t bytes) { note_range(static_cast<const char*>(p), bytes, 0, HERE); }
void __tsan_write_range(void* p, std::size_t bytes) { note_range(static_cast<const char*>(p), bytes, 1, HERE); }
// An object's pointer to its virtual functions: a load of 8 bytes, as on a GPU.
void __tsan_vptr_read(void** p) {
  if (LaneLog* const log = current_log) note_access(*log, p, Shape::of(0, 3, ca, false), HERE);
}
void __tsan_vptr_update(void** p, void*) {
  if (LaneLog* const log = current_log) note_access(*log, p, Shape::of(1, 3, wb, false), HERE);
}

void __tsan_func_entry(void* caller) {
  LaneLog* const log = current_log;
  if (log == nullptr) return;
  const Code here = HERE;
  log->add_entry(code_at(caller), here);
  if (log->full() || current_recorder->naming()) entered(here);
}
void __tsan_func_exit() {
  LaneLog* const log = current_log;
  if (log == nullptr) return;
  log->add(EventKind::exit, HERE);
  if (log->full()) give_way(HERE);
}
void __sanitizer_cov_trace_pc() {
  LaneLog* const log = current_log;
  if (log == nullptr) return;
  log->add(EventKind::block, HERE);
  if (log->full()) give_way(HERE);
}

void warpmem_access_at(const void* p, unsigned bytes, int kind, const void* return_address);

void warpmem_access(const void* p, unsigned bytes, int kind, int cache) { note_any(p, bytes, kind, cache, HERE); }

// For hooks that other hooks call: the return address is handed on.
void warpmem_access_at(const void* p, unsigned bytes, int kind, const void* return_address) {
  note_any(p, bytes, kind, -1, code_at(return_address));
}

}  // extern "C"
