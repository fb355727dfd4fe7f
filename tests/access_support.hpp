// Random warp instructions for the tests of coalescer and shared memory.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "warpmem/trace.hpp"

namespace warpmem::test {

struct Access32 {
  Record record;
  std::vector<std::uint64_t> list;  // of active lanes, when listed

  std::vector<std::pair<unsigned, std::uint64_t>> lanes() const {  // (lane, address)
    std::vector<std::pair<unsigned, std::uint64_t>> out;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
      if (!record.lanes.has(lane)) continue;
      out.emplace_back(lane, record.listed ? list[out.size()] : record.base + static_cast<std::uint64_t>(record.stride) * lane);
    }
    return out;
  }
};

class RandomAccesses {
 public:
  RandomAccesses(Space space, std::uint32_t seed) : space_(space), random_(seed) {}

  // Aligned to its width, within `span` bytes; masks full, partial or of one lane; strided, scattered or on few addresses.
  Access32 next(Op op, std::uint64_t span) {
    Access32 a;
    a.record.op = op;
    a.record.space = space_;
    a.record.bytes = static_cast<std::uint8_t>(1U << below(5));
    if (op == Op::reduction || op == Op::atomic) a.record.bytes = below(2) == 0 ? 4 : 8;
    const std::uint64_t unit = a.record.bytes;
    const std::uint32_t masks[] = {~0U, static_cast<std::uint32_t>(random_()), 1U << below(32), 0x0000FFFFU, 0xF0F0F0F0U, 0x55555555U};
    a.record.lanes = LaneMask(masks[below(6)]);
    switch (below(4)) {
      case 0: {  // side by side or at a stride
        const std::uint64_t strides[] = {unit, 2 * unit, 0, 128, 132 / unit * unit, 33 * unit};
        a.record.stride = static_cast<std::int64_t>(strides[below(6)]);
        a.record.base = below(64) * unit;
        return a;
      }
      case 1:
        return listed(std::move(a), span / unit);
      case 2:
        return listed(std::move(a), 8);
      default:
        return listed(std::move(a), 64);
    }
  }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::mt19937& engine() { return random_; }

 private:
  Access32 listed(Access32 a, std::uint64_t elements) {
    a.record.listed = true;
    for (unsigned i = 0; i < a.record.lanes.size(); ++i) a.list.push_back(below(elements) * a.record.bytes);
    return a;
  }
  Space space_;
  std::mt19937 random_;
};

}  // namespace warpmem::test
