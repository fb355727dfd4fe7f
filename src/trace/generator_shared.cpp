// Shared memory at a fixed stride over the lanes, the same in every warp, again and again.
#include "trace/generator.hpp"
#include "trace/record_check.hpp"

namespace warpmem::trace {
namespace {

class SharedWalk final : public Generator {
 public:
  SharedWalk(KernelHead launch, const Operation& operation, std::uint64_t pitch, std::uint64_t repeat, std::uint64_t compute)
      : operation_(operation), pitch_(pitch), repeat_(repeat), compute_(compute) {
    head = std::move(launch);
    number_ = add_instruction(operation);
    if (compute > 0) compute_number_ = add_instruction({Op::compute});
  }

  std::size_t generate(std::uint64_t, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t>) const override {
    const LaneMask lanes = filled_lanes(head.block, warp);
    const std::uint64_t each = compute_ > 0 ? 2 : 1;
    std::size_t made = 0;
    for (; made < records.size() && position < repeat_ * each; ++made, ++position) {
      // Nothing waits: the walk shows what the memory itself can take.
      if (position % each == 0) {
        records[made] = Record{0,
                               static_cast<std::int64_t>(pitch_),
                               lanes,
                               number_,
                               Dependence{},
                               operation_.op,
                               Space::shared,
                               operation_.cache,
                               operation_.bytes,
                               false};
      } else {
        records[made] = Record{compute_, 0, lanes, compute_number_, Dependence{}, Op::compute};
      }
    }
    return made;
  }

 private:
  Operation operation_;
  std::uint64_t pitch_, repeat_, compute_;
  std::uint32_t number_ = 0, compute_number_ = 0;
};

}  // namespace

std::unique_ptr<Generator> make_shared_walk(GeneratorKeys& keys) {
  const std::string name = keys.word("op", "ld", {"ld", "st", "red", "atom"});
  const Op op = name == "ld" ? Op::load : name == "st" ? Op::store : name == "red" ? Op::reduction : Op::atomic;
  const std::uint8_t bytes = keys.bytes();
  if (bytes < 4 && op >= Op::reduction) keys.fail("bytes=" + std::to_string(bytes) + ": `red` and `atom` take 4, 8 or 16");
  const std::uint64_t pitch = keys.number("stride", 1, 0, largest_shared.count) * bytes;
  const std::uint64_t repeat = keys.number("repeat", 1, 1, std::uint64_t{1} << 40);
  const std::uint64_t compute = keys.number("compute", 0, 0, 1U << 20);
  keys.cache();  // taken everywhere, without effect on shared memory
  KernelHead head = keys.head(1);
  const std::uint64_t used = (std::min<std::uint64_t>(head.block.x, lanes_per_warp) - 1) * pitch + bytes;
  if (used > largest_shared.count) {
    keys.fail("the last lane would lie past the " + std::to_string(largest_shared.count) +
              " bytes of shared memory: expected stride 0 to " + std::to_string((largest_shared.count / bytes - 1) / (lanes_per_warp - 1)));
  }
  if (head.shared.count < used) head.shared = Bytes(used);
  return std::make_unique<SharedWalk>(std::move(head), Operation{op, Space::shared, default_hint(op), bytes}, pitch, repeat, compute);
}

}  // namespace warpmem::trace
