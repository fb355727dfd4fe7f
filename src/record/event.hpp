// What a lane did, as its log holds it until the lanes of its warp are merged: a stream of words (control flow and
// accesses, by where in the code) and, for each access among them, its address and value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpmem::record {

using Code = std::uint32_t;  // a place in the program's code: bytes from the start of its image

enum class EventKind : std::uint32_t {
  block,   // a basic block begins
  access,  // takes the next Access
  entry,   // a function begins; this word holds where it was called from, the plain word after it where it begins
  exit     // the function ends
};
// 30 bits of place, 2 of kind. An image of 1 GiB or more is not traced.
using Word = std::uint32_t;
constexpr Word word_of(EventKind kind, Code code) { return code << 2 | static_cast<Word>(kind); }
constexpr EventKind kind_of(Word word) { return static_cast<EventKind>(word & 3U); }
constexpr Code code_of(Word word) { return word >> 2; }

// `where`: the address in 48 bits (global: as traced; shared: offset in the block's shared memory), above it a Shape.
struct Access {
  std::uint64_t where;
  std::uint64_t value;  // what a load found there, its first 8 bytes; 0 for others
};

// How an access is made, in 16 bits: operation (2), log2 of the bytes (3), cache operator (3), shared (1).
struct Shape {
  std::uint16_t bits = 0;
  static constexpr Shape of(unsigned op, unsigned log2_bytes, unsigned cache, bool shared) {
    return Shape{static_cast<std::uint16_t>(op | log2_bytes << 2 | cache << 5 | (shared ? 1U : 0U) << 8)};
  }
  constexpr Shape in_shared() const { return Shape{static_cast<std::uint16_t>(bits | 1U << 8)}; }
  constexpr unsigned op() const { return bits & 3U; }
  constexpr unsigned bytes() const { return 1U << (bits >> 2 & 7U); }
  constexpr unsigned cache() const { return bits >> 5 & 7U; }
  constexpr bool shared() const { return (bits >> 8 & 1U) != 0; }
  // A reduction for whose lanes one of them goes to memory (warpmem_joined).
  constexpr bool joined() const { return op() == 2 && cache() == 7; }
  constexpr Shape apart() const { return Shape{static_cast<std::uint16_t>(bits & ~(7U << 5))}; }
  friend constexpr bool operator==(Shape, Shape) = default;
};
inline constexpr unsigned address_bits = 48;
inline constexpr std::uint64_t address_mask = (std::uint64_t{1} << address_bits) - 1;
constexpr std::uint64_t where_of(Shape shape, std::uint64_t address) {
  return std::uint64_t{shape.bits} << address_bits | (address & address_mask);
}
constexpr Shape shape_of(std::uint64_t where) { return Shape{static_cast<std::uint16_t>(where >> address_bits)}; }
constexpr std::uint64_t address_of(std::uint64_t where) { return where & address_mask; }

// One lane's log: written by the hooks, read and emptied by the merge. Bounded: a full log stops its lane until the other
// lanes of the warp have caught up.
struct LaneLog {
  // The write of a structure that was noted last: what is copied there may be read next. bytes 0: none.
  struct Copy {
    const char* to = nullptr;
    std::size_t bytes = 0;
    Code code = 0;
    std::uint32_t words_before = 0, accesses_before = 0, words_after = 0;
  };

  static constexpr std::uint32_t capacity = 512;  // words
  static constexpr std::uint32_t margin = 4;      // words that one hook may write
  Word* words = nullptr;                          // capacity + margin
  Access* accesses = nullptr;                     // as many
  std::uint32_t written = 0, accesses_written = 0;
  std::uint32_t read = 0, accesses_read = 0;
  Copy copy{};

  bool empty() const { return read == written; }
  bool full() const { return written >= capacity; }
  void clear() {
    written = accesses_written = read = accesses_read = 0;
    copy.bytes = 0;
  }
  // What is stored may be a count itself, as far as the compiler knows: counts are read once.
  void add(EventKind kind, Code code) {
    const std::uint32_t at = written;
    words[at] = word_of(kind, code);
    written = at + 1;
  }
  void add_entry(Code from, Code begin) {
    const std::uint32_t at = written;
    words[at] = word_of(EventKind::entry, from);
    words[at + 1] = begin;
    written = at + 2;
  }
  void add_access(Code code, std::uint64_t where, std::uint64_t value) {
    add(EventKind::access, code);
    accesses[accesses_written++] = {where, value};
  }
};

}  // namespace warpmem::record
