// At which volatile accesses the lanes of a warp must take turns, as programs without barriers count on.
//
// They need not where, from one barrier of the block to the next, volatile accesses only read or only write. Whether they do
// is learnt as it happens: a place that has not been judged takes turns; at the next barrier all that was accessed since the
// one before is judged, and a place that once was among reads and writes takes turns for ever.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "record/event.hpp"

namespace warpmem::record {

class Turns {
 public:
  // `code_bytes`: all places are below.
  explicit Turns(std::size_t code_bytes)
      : sites_(static_cast<std::uint8_t*>(std::calloc(code_bytes + 1, 1))), bytes_(sites_ == nullptr ? 0 : code_bytes) {}

  // Before a volatile access.
  bool needed(Code code, bool writes) {
    if (code >= bytes_) return true;
    std::uint8_t& site = sites_.get()[code];
    if ((site & here) == 0) {
      site |= here;
      met_.push_back(code);
      (writes ? written_ : read_) = true;
    }
    return (read_ && written_) || (site & harmless) == 0;
  }
  // A block begins, or has passed a barrier.
  void separate() {
    const bool mixed = read_ && written_;
    for (const Code code : met_) {
      std::uint8_t& site = sites_.get()[code];
      site &= static_cast<std::uint8_t>(~here);
      if (mixed) {
        site = harmful;
      } else if (site != harmful) {
        site = harmless;
      }
    }
    met_.clear();
    read_ = written_ = false;
  }

 private:
  static constexpr std::uint8_t here = 1, harmless = 2, harmful = 4;
  struct Free {
    void operator()(std::uint8_t* p) const { std::free(p); }
  };
  // Of each byte of code; backed where it is used.
  std::unique_ptr<std::uint8_t, Free> sites_;
  std::size_t bytes_;
  std::vector<Code> met_;  // since the last barrier
  bool read_ = false, written_ = false;
};

}  // namespace warpmem::record
