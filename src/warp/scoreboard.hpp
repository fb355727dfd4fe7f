// Which of a warp's loads are still out. Loads are numbered as they issue and may return in any order.
#pragma once

#include <bit>
#include <cstdint>

namespace warpmem {

class Scoreboard {
 public:
  static constexpr unsigned capacity = 64;  // loads between the oldest outstanding one and the newest

  // Numbers a load that issues now. outstanding() must be below capacity.
  std::uint32_t issue() { return issued_++; }
  void complete(std::uint32_t load) {
    done_ |= std::uint64_t{1} << (load - oldest_);
    const auto finished = static_cast<unsigned>(std::countr_one(done_));
    oldest_ += finished;
    done_ = finished == capacity ? 0 : done_ >> finished;
  }
  // Loads from the oldest not complete to the newest: "all but the N newest are complete" is outstanding() <= N.
  std::uint32_t outstanding() const { return issued_ - oldest_; }

 private:
  std::uint32_t issued_ = 0, oldest_ = 0;
  std::uint64_t done_ = 0;  // bit k: load oldest_ + k is complete
};

}  // namespace warpmem
