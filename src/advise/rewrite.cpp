#include "advise/rewrite.hpp"

#include <algorithm>

#include "advise/layout.hpp"

namespace warpmem::advise {
namespace {

class OneLaunch final : public PassedThrough {
 public:
  OneLaunch(std::unique_ptr<TraceSource> inner, std::uint64_t number) : PassedThrough(std::move(inner)), number_(number) {}
  Result<std::optional<KernelHead>> next_kernel() override {
    for (; next_ <= number_; ++next_) {
      auto head = inner_.next_kernel();
      if (!head || !*head || next_ == number_) {
        ++next_;
        return head;
      }
    }
    return std::nullopt;
  }

 private:
  std::uint64_t number_, next_ = 0;
};

// The inner generator's records with their addresses mapped.
class MappedGenerator final : public RecordGenerator {
 public:
  MappedGenerator(const std::vector<LayoutMap>& maps, std::atomic<bool>& sound) : maps_(maps), sound_(sound) {}
  void set_inner(const RecordGenerator* inner) { inner_ = inner; }
  std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t> addresses) const override {
    const std::size_t made = inner_->generate(block, warp, position, records, addresses);
    std::uint64_t listed = 0;
    for (std::size_t i = 0; i < made; ++i)
      if (records[i].listed) listed = std::max(listed, records[i].base + records[i].lanes.size());
    const std::vector<std::uint64_t> before(addresses.begin(), addresses.begin() + static_cast<std::ptrdiff_t>(listed));
    std::uint64_t used = 0;
    for (std::size_t i = 0; i < made; ++i)
      if (touches_memory(records[i].op) && !map_record(records[i], before.data(), maps_, addresses.data(), used)) sound_ = false;
    return made;
  }

 private:
  const std::vector<LayoutMap>& maps_;
  std::atomic<bool>& sound_;
  const RecordGenerator* inner_ = nullptr;
};

class LaidOut final : public PassedThrough {
 public:
  LaidOut(std::unique_ptr<TraceSource> inner, std::vector<LayoutMap> maps)
      : PassedThrough(std::move(inner)), maps_(std::move(maps)), generator_(maps_, sound_) {}
  Result<std::optional<KernelHead>> next_kernel() override {
    auto head = inner_.next_kernel();
    if (head && *head)
      for (const LayoutMap& map : maps_) (*head)->shared += Bytes(map.growth());
    return head;
  }
  Result<bool> next_block(BlockTrace& out) override {
    auto more = inner_.next_block(out);
    if (!more || !*more) return more;
    if (out.generator != nullptr) {
      generator_.set_inner(out.generator);
      out.generator = &generator_;
      return more;
    }
    before_.swap(out.addresses);
    out.addresses.resize(out.records.size() * lanes_per_warp);
    std::uint64_t used = 0;
    for (Record& r : out.records)
      if (touches_memory(r.op) && !map_record(r, before_.data(), maps_, out.addresses.data(), used)) sound_ = false;
    out.addresses.resize(used);
    return more;
  }
  bool sound() const override { return sound_; }

 private:
  std::vector<LayoutMap> maps_;
  std::atomic<bool> sound_{true};
  MappedGenerator generator_;
  std::vector<std::uint64_t> before_;
};

}  // namespace

std::unique_ptr<TraceSource> one_launch(std::unique_ptr<TraceSource> inner, std::uint64_t number) {
  return std::make_unique<OneLaunch>(std::move(inner), number);
}

std::unique_ptr<Rewritten> rewrite_layout(std::unique_ptr<TraceSource> launch, const Seen& seen, const std::vector<Fix>& fixes) {
  // Maps are made one after the other: from the highest array down, so that none moves what a later one looks for.
  std::vector<Fix> sorted = fixes;
  std::sort(sorted.begin(), sorted.end(), [](const Fix& a, const Fix& b) { return a.begin > b.begin; });
  std::vector<LayoutMap> maps;
  std::uint64_t free = seen.highest;
  for (const Fix& fix : sorted) {
    maps.emplace_back(fix, free);
    // Planes are rounded up one by one.
    free += 2 * (fix.end - fix.begin) + (std::uint64_t{4} << 20);
  }
  return std::make_unique<LaidOut>(std::move(launch), std::move(maps));
}

Result<std::unique_ptr<Rewritten>> rewrite(const Opener& open, const Seen& seen, const std::vector<Fix>& fixes) {
  if (fixes.empty()) return nullptr;
  const bool layout = std::all_of(fixes.begin(), fixes.end(), [](const Fix& f) { return changes_layout(f.kind); });
  if (!layout && fixes.size() != 1) return nullptr;
  const FixKind kind = fixes.front().kind;
  if (kind == FixKind::swap_indices || kind == FixKind::shared_tile || kind == FixKind::wide_threads)
    return rewrite_threads(seen, fixes.front());
  auto inner = open();
  if (!inner) return tl::make_unexpected(inner.error());
  auto launch = one_launch(*std::move(inner), seen.launch);
  if (layout) return rewrite_layout(std::move(launch), seen, fixes);
  if (kind == FixKind::wide_fields) return fuse_fields(std::move(launch), fixes.front());
  return change_launch(std::move(launch), fixes.front());
}

}  // namespace warpmem::advise
