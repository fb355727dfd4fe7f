// What the simulator's speed is measured against: the obvious way to count, with nothing timed.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "warpmem/error.hpp"
#include "warpmem/trace.hpp"

namespace bench {

// Lanes to sets of lines and sectors, lines to a map that stands for L2; shared offsets to maps of words by bank.
class Reference {
 public:
  // Replays a trace to its end. The number of its memory instructions.
  warpmem::Result<std::uint64_t> replay(warpmem::TraceSource& trace);
  std::uint64_t sectors() const { return sectors_; }
  std::uint64_t sector_hits() const { return sector_hits_; }
  std::uint64_t wavefronts() const { return wavefronts_; }

 private:
  void access(const warpmem::Record& record, const std::vector<std::uint64_t>& lanes);
  void global_access(const std::vector<std::uint64_t>& lanes, unsigned bytes);
  void shared_access(const std::vector<std::uint64_t>& lanes);

  struct Line {
    bool sector[warpmem::sectors_per_line] = {};
  };
  std::map<std::uint64_t, Line> l2_;
  std::uint64_t sectors_ = 0, sector_hits_ = 0, wavefronts_ = 0;
};

}  // namespace bench
