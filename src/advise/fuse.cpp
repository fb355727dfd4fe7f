#include "advise/fuse.hpp"

#include <algorithm>

#include "advise/rewrite.hpp"

namespace warpmem::advise {
namespace {

constexpr std::size_t reach = 16;  // records between the pieces of one whole, at most
constexpr unsigned widest = 16;

// Whether `piece` is what follows `first` after `bytes` bytes, lane by lane.
bool follows(const Record& first, const Record& piece, const std::uint64_t* list, std::uint64_t bytes) {
  if (piece.op != first.op || piece.space != first.space || piece.cache != first.cache || piece.bytes != first.bytes ||
      piece.lanes != first.lanes || piece.listed != first.listed)
    return false;
  // A load that waits for another may need its value for an address: it cannot go before it.
  if (piece.op == Op::load && piece.dependence.newest_exempt != Dependence::none) return false;
  if (!first.listed) return piece.stride == first.stride && piece.base == first.base + bytes;
  for (std::size_t i = 0; i < first.lanes.size(); ++i)
    if (list[piece.base + i] != list[first.base + i] + bytes) return false;
  return true;
}

// Whether each lane's address starts a whole of `bytes` bytes.
bool aligned(const Record& r, const std::uint64_t* list, std::uint64_t bytes) {
  if (!r.listed) return r.base % bytes == 0 && r.stride % static_cast<std::int64_t>(bytes) == 0 && r.stride != 0;
  for (std::size_t i = 0; i < r.lanes.size(); ++i)
    if (list[r.base + i] % bytes != 0) return false;
  return true;
}

// Records that accesses must not be moved across: another thread may look.
bool fences(const Record& r, Op moved) {
  if (r.op == Op::barrier || r.op == Op::wait || r.op == Op::mark || r.op == Op::atomic || r.op == Op::reduction) return true;
  return r.op == Op::store && moved == Op::load;
}

}  // namespace

std::size_t fuse(std::vector<Record>& records, const std::vector<std::uint64_t>& list, unsigned factor) {
  // Loads are counted from 1. Which one each record waits for, with those before it; 0: none.
  std::vector<std::uint32_t> waits_for(records.size(), 0);
  std::uint32_t loads = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::uint16_t exempt = records[i].dependence.newest_exempt;
    if (exempt != Dependence::none) waits_for[i] = loads - std::min<std::uint32_t>(loads, exempt);
    if (returns_data(records[i].op)) ++loads;
  }

  std::vector<bool> gone(records.size(), false);
  std::size_t went = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record first = records[i];
    const bool fits = (first.op == Op::load || first.op == Op::store) && first.bytes * factor <= widest && !gone[i] &&
                      !first.lanes.none() && aligned(first, list.data(), std::uint64_t{first.bytes} * factor);
    if (!fits) continue;
    std::vector<std::size_t> pieces{i};
    for (std::size_t k = i + 1; k < std::min(records.size(), i + reach) && pieces.size() < factor; ++k) {
      if (fences(records[k], first.op)) break;
      if (!gone[k] && follows(first, records[k], list.data(), std::uint64_t{first.bytes} * pieces.size())) pieces.push_back(k);
    }
    if (pieces.size() != factor) continue;
    // A load goes where its first piece was, a store where its last, when all that any piece waited for is there.
    const std::size_t stays = first.op == Op::load ? pieces.front() : pieces.back();
    for (const std::size_t k : pieces) {
      gone[k] = k != stays;
      waits_for[stays] = std::max(waits_for[stays], waits_for[k]);
    }
    const Dependence dependence = records[stays].dependence;
    records[stays] = first;
    records[stays].dependence = dependence;
    records[stays].bytes = static_cast<std::uint8_t>(first.bytes * factor);
    went += factor - 1;
  }
  if (went == 0) return 0;

  std::vector<std::uint32_t> left_of{0};  // of the first k loads, how many are left
  std::size_t kept = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record r = records[i];
    if (r.dependence.newest_exempt != Dependence::none)
      r.dependence.newest_exempt = static_cast<std::uint16_t>(left_of.back() - left_of[waits_for[i]]);
    if (returns_data(r.op)) left_of.push_back(left_of.back() + (gone[i] ? 0 : 1));
    if (!gone[i]) records[kept++] = r;
  }
  records.resize(kept);
  return went;
}

namespace {

class Fused final : public PassedThrough {
 public:
  Fused(std::unique_ptr<TraceSource> inner, unsigned factor) : PassedThrough(std::move(inner)), factor_(factor) {}
  Result<bool> next_block(BlockTrace& out) override {
    auto more = inner_.next_block(out);
    if (!more || !*more) return more;
    if (out.generator != nullptr) {
      sound_ = false;
      return more;
    }
    std::vector<Record> all;
    all.reserve(out.records.size());
    for (std::size_t w = 0; w + 1 < out.warp_begin.size(); ++w) {
      warp_.assign(out.records.begin() + static_cast<std::ptrdiff_t>(out.warp_begin[w]),
                   out.records.begin() + static_cast<std::ptrdiff_t>(out.warp_begin[w + 1]));
      fuse(warp_, out.addresses, factor_);
      out.warp_begin[w] = all.size();
      all.insert(all.end(), warp_.begin(), warp_.end());
    }
    out.warp_begin.back() = all.size();
    out.records = std::move(all);
    return more;
  }
  bool sound() const override { return sound_; }

 private:
  unsigned factor_;
  bool sound_ = true;
  std::vector<Record> warp_;
};

}  // namespace

std::unique_ptr<Rewritten> fuse_fields(std::unique_ptr<TraceSource> launch, const Fix& fix) {
  return std::make_unique<Fused>(std::move(launch), fix.factor);
}

}  // namespace warpmem::advise
