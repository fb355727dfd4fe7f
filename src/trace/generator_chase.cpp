// A pointer chase: one lane of each block walks a random cycle through a footprint, each load waiting for the one before.
#include "trace/generator.hpp"
#include "trace/mixing.hpp"

namespace warpmem::trace {
namespace {

class Chase final : public Generator {
 public:
  Chase(KernelHead launch, std::uint64_t places, std::uint64_t stride, std::uint64_t steps, std::uint64_t seed, const Operation& load)
      : places_(places), stride_(stride), steps_(steps), order_(places, seed), load_(load) {
    head = std::move(launch);
    warm_number_ = add_instruction(load);
    mark_number_ = add_instruction({Op::mark});
    load_number_ = add_instruction(load);
  }

  // Warp 0: every place once, the mark, then the steps. Other warps pass the mark, which counts from its last warp on.
  std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t>) const override {
    const std::uint64_t warm = warp == 0 ? places_ : 0;
    const std::uint64_t total = warp == 0 ? places_ + 1 + steps_ : 1;
    std::size_t made = 0;
    for (; made < records.size() && position < total; ++made, ++position) {
      if (position == warm) {
        records[made] = Record{0, 0, LaneMask(1), mark_number_, {}, Op::mark};
        continue;
      }
      // Blocks set out from different places of the one cycle.
      const std::uint64_t step = position - (position > warm ? 1 : 0) + block % places_;
      records[made] = Record{first_buffer + order_(step % places_) * stride_,
                             0,
                             LaneMask(1),
                             position < warm ? warm_number_ : load_number_,
                             Dependence{0},
                             Op::load,
                             Space::global,
                             load_.cache,
                             load_.bytes,
                             false};
    }
    return made;
  }

 private:
  std::uint64_t places_, stride_, steps_;
  Permutation order_;
  Operation load_;
  std::uint32_t warm_number_ = 0, mark_number_ = 0, load_number_ = 0;
};

}  // namespace

std::unique_ptr<Generator> make_chase(GeneratorKeys& keys) {
  const std::uint8_t bytes = keys.bytes();
  std::uint64_t stride = keys.number("stride", 128, bytes, largest_buffer);
  std::uint64_t footprint = keys.number("footprint", 1U << 20, 1, largest_buffer);
  const std::uint64_t steps = keys.number("steps", 4096, 1, std::uint64_t{1} << 40);
  const std::uint64_t seed = keys.number("seed", 1, 0, ~std::uint64_t{0});
  const CacheHint hint = keys.cache();
  if (stride % bytes != 0) keys.fail("stride=" + std::to_string(stride) + ": expected a multiple of bytes=" + std::to_string(bytes));
  if (footprint < stride) {
    keys.fail("footprint=" + std::to_string(footprint) + ": expected at least stride=" + std::to_string(stride));
    footprint = stride;
  }
  KernelHead head = keys.head(1, lanes_per_warp);
  return std::make_unique<Chase>(std::move(head), footprint / stride, stride, steps, seed,
                                 hinted({Op::load, Space::global, CacheHint::ca, bytes}, hint));
}

}  // namespace warpmem::trace
