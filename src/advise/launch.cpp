// Launches with other limits: fewer registers, more shared memory, larger blocks.
#include "advise/rewrite.hpp"

namespace warpmem::advise {
namespace {

class Relaunched final : public PassedThrough {
 public:
  Relaunched(std::unique_ptr<TraceSource> inner, const Fix& fix) : PassedThrough(std::move(inner)), fix_(fix) {}
  Result<std::optional<KernelHead>> next_kernel() override {
    auto head = inner_.next_kernel();
    if (!head || !*head) return head;
    if (fix_.kind == FixKind::registers) (*head)->registers = static_cast<std::uint32_t>(fix_.pitch);
    if (fix_.kind == FixKind::carveout) (*head)->carveout = Bytes(fix_.pitch);
    return head;
  }

 private:
  Fix fix_;
};

// `factor` blocks after one another as one. Each keeps a part of the shared memory for itself; barriers hold up all.
class Merged final : public PassedThrough, private RecordGenerator {
 public:
  Merged(std::unique_ptr<TraceSource> inner, unsigned factor) : PassedThrough(std::move(inner)), factor_(factor) {}
  Result<std::optional<KernelHead>> next_kernel() override {
    auto head = inner_.next_kernel();
    if (!head || !*head) return head;
    KernelHead& h = **head;
    warps_ = h.warps_per_block();
    part_ = (h.shared.count + 15) / 16 * 16;
    h.shared = Bytes(part_ * factor_);
    h.block.x *= factor_;
    h.grid.x /= factor_;
    return head;
  }
  Result<bool> next_block(BlockTrace& out) override {
    out.records.clear();
    out.addresses.clear();
    out.warp_begin.assign(1, 0);
    for (unsigned i = 0; i < factor_; ++i) {
      auto more = inner_.next_block(block_);
      if (!more || !*more) return more;
      if (block_.generator != nullptr)
        generator_ = block_.generator;
      else
        append(out, i * part_);
    }
    out.index = block_.index / factor_;
    out.generator = nullptr;
    if (block_.generator == nullptr) return true;
    out.generator = this;
    out.warp_begin.clear();
    sound_ = sound_ && part_ == 0;
    return true;
  }
  bool sound() const override { return sound_; }

 private:
  void append(BlockTrace& out, std::uint64_t offset) {
    const std::size_t records = out.records.size(), addresses = out.addresses.size();
    out.records.insert(out.records.end(), block_.records.begin(), block_.records.end());
    out.addresses.insert(out.addresses.end(), block_.addresses.begin(), block_.addresses.end());
    for (std::size_t w = 1; w < block_.warp_begin.size(); ++w) out.warp_begin.push_back(records + block_.warp_begin[w]);
    for (std::size_t k = records; k < out.records.size(); ++k) {
      Record& r = out.records[k];
      if (r.listed) {
        r.base += addresses;
        if (r.space == Space::shared)
          for (std::size_t a = 0; a < r.lanes.size(); ++a) out.addresses[r.base + a] += offset;
      } else if (touches_memory(r.op) && r.space == Space::shared) {
        r.base += offset;
      }
    }
  }
  std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t> addresses) const override {
    return generator_->generate(block * factor_ + warp / warps_, warp % warps_, position, records, addresses);
  }

  unsigned factor_;
  std::uint32_t warps_ = 1;
  std::uint64_t part_ = 0;
  bool sound_ = true;
  BlockTrace block_;
  const RecordGenerator* generator_ = nullptr;
};

}  // namespace

std::unique_ptr<Rewritten> change_launch(std::unique_ptr<TraceSource> launch, const Fix& fix) {
  if (fix.kind == FixKind::merge_blocks) return std::make_unique<Merged>(std::move(launch), fix.factor);
  return std::make_unique<Relaunched>(std::move(launch), fix);
}

}  // namespace warpmem::advise
