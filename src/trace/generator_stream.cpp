// Loops over elements: thread t takes elements t, t + threads, t + 2 threads, ...
#include <algorithm>

#include "trace/generator.hpp"
#include "trace/mixing.hpp"

namespace warpmem::trace {
namespace {

// What a compiled grid-stride loop does beside its accesses: 64-bit index and address arithmetic, compare and branch. One
// warp by itself stores every 40 cycles (tests/hardware/h200-timing.csv, occ, write of 32 threads): ten dependent
// instructions.
constexpr std::uint64_t loop_instructions = 10;

struct Walk {
  std::uint64_t load_base = 0, store_base = 0;  // of element 0
  std::uint64_t elements = 0;
  std::uint64_t pitch = 0;  // bytes from element to element
  std::uint64_t span = 0;   // random: elements to choose from; 0: in order
  std::uint64_t seed = 0;
  std::uint64_t unroll = 1;
  std::uint64_t compute = 0;  // instructions per iteration
  bool loads = false, stores = false;
};

class Stream final : public Generator {
 public:
  Stream(KernelHead launch, const Walk& walk, const Operation& load, const Operation& store) : walk_(walk), load_(load), store_(store) {
    head = std::move(launch);
    if (walk.loads) load_number_ = add_instruction(load);
    if (walk.compute > 0) compute_number_ = add_instruction({Op::compute});
    if (walk.stores) store_number_ = add_instruction(store);
  }

  std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t> addresses) const override {
    const std::uint64_t first = block * head.block.x + std::uint64_t{warp} * lanes_per_warp;
    const std::uint64_t threads = std::uint64_t{head.grid.x} * head.block.x;
    const std::uint64_t filled = std::min<std::uint64_t>(lanes_per_warp, head.block.x - warp * lanes_per_warp);
    const std::uint64_t left = first < walk_.elements ? walk_.elements - 1 - first : 0;
    const std::uint64_t iterations = first >= walk_.elements ? 0 : left < threads ? 1 : left / threads + 1;

    const std::uint64_t whole_group = records_of(walk_.unroll);
    std::uint64_t group = position == 0 ? 0 : position / whole_group;
    std::uint64_t within = position - group * whole_group;
    std::size_t made = 0, listed = 0;
    for (; made < records.size() && group * walk_.unroll < iterations; ++group, within = 0) {
      const std::uint64_t begin = group * walk_.unroll;
      const std::uint64_t size = std::min(walk_.unroll, iterations - begin);
      const std::uint64_t in_group = size == walk_.unroll ? whole_group : records_of(size);
      for (; made < records.size() && within < in_group; ++within) {
        Record& record = records[made++];
        const std::uint64_t iteration = describe(record, within, size);
        if (record.op == Op::compute) {
          record.lanes = LaneMask(low_bits(filled));
          continue;
        }
        const std::uint64_t element = first + (begin + iteration) * threads;
        record.lanes = LaneMask(low_bits(std::min(filled, walk_.elements - element)));
        locate(record, element, addresses, listed);
      }
    }
    return made;
  }

 private:
  static constexpr std::uint32_t low_bits(std::uint64_t count) { return count >= 32 ? ~0U : (1U << count) - 1; }
  // Records of a group of `size` iterations: its loads, the computation on them, its stores.
  std::uint64_t records_of(std::uint64_t size) const {
    return size * ((walk_.loads ? 1U : 0U) + (walk_.stores ? 1U : 0U)) + (walk_.compute > 0 ? 1U : 0U);
  }

  // What record `within` of a group is, without lanes and addresses. Its iteration within the group.
  std::uint64_t describe(Record& record, std::uint64_t within, std::uint64_t size) const {
    const std::uint64_t loads = walk_.loads ? size : 0;
    if (within < loads) {
      // A loop that only reads uses each group's values before it goes on.
      const bool waits = !walk_.stores && within == 0;
      record = Record{0,        0,           {},          load_number_, Dependence{waits ? std::uint16_t{0} : Dependence::none},
                      Op::load, load_.space, load_.cache, load_.bytes,  false};
      return within;
    }
    if (walk_.compute > 0 && within == loads) {
      record =
          Record{walk_.compute * size, 0, {}, compute_number_, Dependence{walk_.loads ? std::uint16_t{0} : Dependence::none}, Op::compute};
      return 0;
    }
    const std::uint64_t iteration = within - loads - (walk_.compute > 0 ? 1 : 0);
    const auto newer = static_cast<std::uint16_t>(walk_.loads ? size - 1 - iteration : 0);
    record = Record{0, 0, {}, store_number_, Dependence{newer}, Op::store, store_.space, store_.cache, store_.bytes, false};
    return iteration;
  }

  void locate(Record& record, std::uint64_t element, std::span<std::uint64_t> addresses, std::size_t& listed) const {
    const std::uint64_t base = record.op == Op::load ? walk_.load_base : walk_.store_base;
    if (walk_.span == 0) {
      record.base = base + element * walk_.pitch;
      record.stride = static_cast<std::int64_t>(walk_.pitch);
      return;
    }
    record.listed = true;
    record.base = listed;
    for (unsigned lane = 0; lane < record.lanes.size(); ++lane) {
      addresses[listed++] = base + uniform(walk_.seed, element + lane, walk_.span) * record.bytes;
    }
  }

  Walk walk_;
  Operation load_, store_;
  std::uint32_t load_number_ = 0, compute_number_ = 0, store_number_ = 0;
};

}  // namespace

std::unique_ptr<Generator> make_stream(GeneratorKeys& keys) {
  const std::string& name = keys.generator();
  const bool strided = name == "copy" || name == "read" || name == "write";
  Walk walk;
  walk.loads = name != "write";
  walk.stores = name == "copy" || name == "write";
  walk.elements = keys.number("elements", 1U << 20, 1, largest_buffer);
  const std::uint8_t bytes = keys.bytes();
  const std::uint64_t offset = strided ? keys.number("offset", 0, 0, largest_buffer) : 0;
  if (strided) walk.pitch = keys.number("stride", 1, 0, std::uint64_t{1} << 32) * bytes;
  if (name == "aos") {
    walk.pitch = keys.number("pitch", 4U * bytes, bytes, std::uint64_t{1} << 32);
    if (walk.pitch % bytes != 0)
      keys.fail("pitch=" + std::to_string(walk.pitch) + ": expected a multiple of bytes=" + std::to_string(bytes));
  }
  std::uint64_t last_element = walk.elements - 1;
  if (name == "random") {
    walk.span = keys.number("span", walk.elements, 1, largest_buffer);
    walk.seed = keys.number("seed", 1, 0, ~std::uint64_t{0});
    walk.pitch = bytes;
    last_element = walk.span - 1;
  }
  walk.unroll = keys.number("unroll", 1, 1, 64);
  KernelHead head = keys.head(walk.elements);
  const bool loops = head.grid.volume() * head.block.volume() < walk.elements;
  walk.compute = keys.number("compute", loops ? loop_instructions : 0, 0, 1U << 20);
  const CacheHint hint = keys.cache();

  // In floating point, where nothing overflows; the limit is far below where that is inexact in a way that matters.
  const double size = static_cast<double>(last_element) * static_cast<double>(walk.pitch) + (static_cast<double>(offset) + 1) * bytes;
  if (size > static_cast<double>(largest_buffer)) {
    keys.fail("the buffer would have more than 2^46 (" + std::to_string(largest_buffer) +
              ") bytes: expected fewer elements or a smaller stride");
    walk = Walk{};
    walk.elements = 1;
  }
  const std::uint64_t buffer = last_element * walk.pitch + (offset + 1) * bytes;
  walk.load_base = first_buffer + offset * bytes;
  walk.store_base = (walk.loads ? next_buffer(first_buffer, buffer) : first_buffer) + offset * bytes;
  return std::make_unique<Stream>(std::move(head), walk, hinted({Op::load, Space::global, CacheHint::ca, bytes}, hint),
                                  hinted({Op::store, Space::global, CacheHint::wb, bytes}, hint));
}

}  // namespace warpmem::trace
