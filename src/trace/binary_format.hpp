// The layout of .wmb, shared by writer and reader; docs/formats.md describes it.
//
//   magic, version | section ... | trailer
//   section: tag (1 byte), size (4 bytes), that many bytes of one zstd frame with a checksum
//   sections: per launch one head, groups of blocks, one end; then the index
//   trailer: offset of the index section (8 bytes), the trailer's own magic (8 bytes)
//
// Numbers outside the frames are little-endian; inside they are varints: seven bits a byte, lowest first, the top bit set
// on all but the last. Signed numbers are zigzag coded first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/operation.hpp"
#include "trace/utf8.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace::binary {

using namespace std::string_view_literals;
// As PNG's: not text, and mangled by a transfer that changes line ends.
inline constexpr std::string_view magic = "\x89WMB\r\n\x1A\n"sv;
inline constexpr std::string_view trailer_magic = "WMBINDEX"sv;
inline constexpr std::uint32_t version = 1;
inline constexpr std::size_t header_bytes = 12;  // magic and version
inline constexpr std::size_t section_header_bytes = 5;
inline constexpr std::size_t trailer_bytes = 16;

enum class Tag : char { head = 'K', group = 'B', end = 'E', index = 'I' };

// Of each record: which parts follow because they are not what was to be expected.
enum RecordFlag : unsigned char {
  listed = 1,          // a list of addresses instead of base and stride
  own_mask = 2,        // other lanes than those the block fills
  own_dependence = 4,  // other than the operation's default
  new_stride = 8,      // other than this instruction's last
  jump = 16,           // not the instruction that last followed the one before
  warp_end = 128       // no record: the warp has no more
};

constexpr std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t value) { return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1)); }

inline void put_fixed(std::string& out, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i & 0xFFU);
}
inline std::uint64_t get_fixed(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
  return value;
}
inline void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80U);
  out += static_cast<char>(value);
}
inline void put_signed(std::string& out, std::uint64_t value) { put_varint(out, zigzag(static_cast<std::int64_t>(value))); }
inline void put_string(std::string& out, std::string_view text) {
  put_varint(out, text.size());
  out += text;
}

// Reads a section's content. After anything that does not fit, `ok` is false and all reads give 0.
struct Content {
  std::string_view rest;
  bool ok = true;

  bool more() const { return ok && !rest.empty(); }
  unsigned char byte() {
    if (rest.empty()) ok = false;
    if (!ok) return 0;
    const auto value = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    return value;
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t part = byte();
      value |= (part & 0x7FU) << shift;
      if (part < 0x80) return value;
    }
    ok = false;
    return 0;
  }
  std::uint64_t signed_varint() { return static_cast<std::uint64_t>(unzigzag(varint())); }
  std::string_view string() {
    const std::uint64_t size = varint();
    ok = ok && size <= rest.size();
    if (!ok) return {};
    const std::string_view text = rest.substr(0, size);
    ok = find_invalid_utf8(text) == text.npos;
    rest.remove_prefix(size);
    return text;
  }
  // A varint that must not pass `most`.
  std::uint64_t limited(std::uint64_t most) {
    const std::uint64_t value = varint();
    ok = ok && value <= most;
    return ok ? value : 0;
  }
};

// What is expected of the next record, kept alike by writer and reader; begins anew with each group.
class Expectation {
 public:
  struct Last {
    std::uint64_t address = 0;  // base, or first of a list
    std::int64_t stride = 0;
    std::uint32_t follower = 0;  // the instruction that came next
  };
  void begin() {
    last_.clear();
    previous_ = 0;
    started_ = false;
  }
  void begin_warp() { started_ = false; }
  std::uint32_t instruction() { return started_ ? at(previous_).follower : 0; }
  Last& at(std::uint32_t instruction) {
    while (last_.size() <= instruction) last_.push_back({0, 0, static_cast<std::uint32_t>(last_.size() + 1)});
    return last_[instruction];
  }
  void took(std::uint32_t instruction) {
    if (started_) at(previous_).follower = instruction;
    previous_ = instruction;
    started_ = true;
  }

 private:
  std::vector<Last> last_;
  std::uint32_t previous_ = 0;
  bool started_ = false;
};

}  // namespace warpmem::trace::binary
