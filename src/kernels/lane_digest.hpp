// What each thread of a launch accessed, as a few numbers that two machines can compare.
//
// Accesses fall into streams: one operation, width and buffer (global) or variable (shared). Compilers may exchange loads
// of different buffers, so the order is kept within a stream only. `ordered` changes when any thread's accesses of the
// stream differ in number, address or order; `unordered` when they differ in number or address.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace warpmem::kernels {

struct Stream {
  char operation = 'l';  // l load, s store, a atomic or reduction
  bool shared = false;
  std::uint32_t place = 0;  // buffer or shared variable, in order of allocation or declaration
  std::uint32_t bytes = 4;  // per lane

  friend bool operator<(const Stream& a, const Stream& b) {
    return std::tie(a.shared, a.place, a.operation, a.bytes) < std::tie(b.shared, b.place, b.operation, b.bytes);
  }
};

// "load.global.0.b32"
inline std::string stream_name(const Stream& s) {
  return std::string(s.operation == 'l'   ? "load"
                     : s.operation == 's' ? "store"
                                          : "atomic") +
         (s.shared ? ".shared." : ".global.") + std::to_string(s.place) + ".b" + std::to_string(8 * s.bytes);
}

class LaneDigest {
 public:
  struct Total {
    std::uint64_t accesses = 0, ordered = 0, unordered = 0;
  };

  // Threads are counted within the block; blocks must not overlap in time.
  void begin_block(std::uint64_t block, std::uint32_t threads) {
    end_block();
    block_ = block;
    threads_ = threads;
  }
  // `offset`: bytes from the start of the buffer or variable.
  void add(std::uint32_t thread, const Stream& stream, std::uint64_t offset) {
    Running& r = running_[stream];
    if (r.state.size() < threads_) r.state.resize(threads_);
    r.state[thread] = mix(r.state[thread] ^ mix(offset + 1));
    r.total.unordered += mix(mix(block_ * 1024 + thread) ^ mix(~offset));
    ++r.total.accesses;
  }
  void end_block() {
    for (auto& [stream, r] : running_) {
      for (std::uint32_t t = 0; t < r.state.size(); ++t) r.total.ordered += mix(r.state[t] ^ mix(block_ * 1024 + t));
      r.state.clear();
    }
  }
  // By stream; complete after end_block().
  std::map<Stream, Total> totals() const {
    std::map<Stream, Total> all;
    for (const auto& [stream, r] : running_) all[stream] = r.total;
    return all;
  }

 private:
  struct Running {
    Total total;
    std::vector<std::uint64_t> state;  // of each thread of the block
  };
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
  }

  std::uint64_t block_ = 0;
  std::uint32_t threads_ = 0;
  std::map<Stream, Running> running_;
};

}  // namespace warpmem::kernels
