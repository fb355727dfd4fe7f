// Work dealt to threads anew, from the model of a launch: indices swapped, wider accesses, a tile in shared memory.
#include <array>
#include <utility>

#include "advise/emit.hpp"
#include "advise/rewrite.hpp"

namespace warpmem::advise {
namespace {

using Position = ThreadModel::Position;

// One launch made by a generator: the model says all there is to say, so the trace is not read again.
class Dealt : public Rewritten, protected RecordGenerator {
 public:
  explicit Dealt(const Seen& seen) : model_(seen.model), head_(seen.model.head), name_(seen.name), instructions_(seen.instructions) {}
  Result<std::optional<KernelHead>> next_kernel() override {
    if (std::exchange(launched_, true)) {
      next_block_ = head_.grid.volume();
      return std::nullopt;
    }
    return head_;
  }
  Result<bool> next_block(BlockTrace& out) override {
    if (next_block_ == head_.grid.volume()) return false;
    out.index = next_block_++;
    out.records.clear();
    out.warp_begin.clear();
    out.addresses.clear();
    out.generator = this;
    return true;
  }
  const std::vector<InstructionInfo>& instructions() const override { return instructions_; }
  std::string name() const override { return name_; }
  std::string digest() const override { return {}; }

 protected:
  // The record at `position` of a warp, with its lanes' addresses where it touches memory; false past the end.
  virtual bool make(std::uint64_t bx, std::uint64_t by, std::uint32_t warp, std::uint64_t position, Record& record,
                    LaneAddresses& at) const = 0;

  std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t> addresses) const override {
    std::uint64_t used = 0;
    std::size_t made = 0;
    LaneAddresses at{};
    for (; made < records.size(); ++made, ++position) {
      Record& r = records[made];
      if (!make(block % head_.grid.x, block / head_.grid.x, warp, position, r, at)) break;
      if (touches_memory(r.op)) put_addresses(r, at, addresses.data(), used);
    }
    return made;
  }

  // A thread of the new launch does as many rows as one of the old did, where the grid's height is a multiple of them.
  void keep_turns() {
    turns_ = head_.grid.y % model_.turns == 0 ? model_.turns : 1;
    head_.grid.y /= turns_;
  }
  // What a thread does at `position`, and the new coordinates of its lanes there; false past the end.
  bool place(std::uint64_t bx, std::uint64_t by, std::uint32_t warp, std::uint64_t position, const Position*& p,
             std::array<std::array<std::uint64_t, 2>, lanes_per_warp>& at) const {
    const std::size_t each = model_.positions.size();
    if (position >= each * turns_) return false;
    p = &model_.positions[position % each];
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
      const std::uint64_t thread = std::uint64_t{warp} * lanes_per_warp + lane;
      at[lane] = {bx * head_.block.x + thread % head_.block.x, (by * turns_ + position / each) * head_.block.y + thread / head_.block.x};
    }
    return true;
  }

  const ThreadModel model_;
  KernelHead head_;
  std::uint32_t turns_ = 1;
  std::string name_;
  std::vector<InstructionInfo> instructions_;
  bool launched_ = false;
  std::uint64_t next_block_ = 0;
};

// x and y change places: the thread at (gx, gy) does what the one at (gy, gx) did.
class Swapped final : public Dealt {
 public:
  explicit Swapped(const Seen& seen) : Dealt(seen) {
    const KernelHead& h = model_.head;
    head_.grid = {h.grid.y * h.block.y / h.block.x, h.grid.x * h.block.x / h.block.y, 1};
    keep_turns();
  }

 private:
  bool make(std::uint64_t bx, std::uint64_t by, std::uint32_t warp, std::uint64_t position, Record& record,
            LaneAddresses& at) const override {
    const Position* p = nullptr;
    std::array<std::array<std::uint64_t, 2>, lanes_per_warp> where;
    if (!place(bx, by, warp, position, p, where)) return false;
    record = p->record;
    if (!touches_memory(record.op)) return true;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) at[lane] = ThreadModel::address(*p, where[lane][1], where[lane][0]);
    return true;
  }
};

// A thread does what `factor` neighbours in x did, each access that many times wider; what all lanes read from one
// address stays as it is. Computation is as much as before, so `factor` times as much a thread.
class Widened final : public Dealt {
 public:
  Widened(const Seen& seen, unsigned factor) : Dealt(seen), factor_(factor) { head_.grid.x /= factor; }

 private:
  bool make(std::uint64_t bx, std::uint64_t by, std::uint32_t warp, std::uint64_t position, Record& record,
            LaneAddresses& at) const override {
    const Position* p = nullptr;
    std::array<std::array<std::uint64_t, 2>, lanes_per_warp> where;
    if (!place(bx, by, warp, position, p, where)) return false;
    record = p->record;
    if (record.op == Op::compute) record.base *= factor_;
    if (!touches_memory(record.op)) return true;
    if (p->x != 0) record.bytes = static_cast<std::uint8_t>(record.bytes * factor_);
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) at[lane] = ThreadModel::address(*p, factor_ * where[lane][0], where[lane][1]);
    return true;
  }
  unsigned factor_;
};

// A transpose through a tile: the access that went down columns is made along rows too, and the tile turns in shared memory
// between a barrier's two sides.
class Tiled final : public Dealt {
 public:
  Tiled(const Seen& seen, const Fix& fix) : Dealt(seen) {
    const KernelHead& h = model_.head;
    for (std::size_t i = 0; i < model_.positions.size(); ++i)
      if (model_.positions[i].record.instruction == fix.instructions.front() && touches_memory(model_.positions[i].record.op)) down_ = i;
    bytes_ = model_.positions[down_].record.bytes;
    pitch_ = fix.pitch + fix.pad;
    head_.grid = {h.grid.x * h.block.x / TileShape::side, h.grid.y * h.block.y / TileShape::side, 1};
    head_.block = {TileShape::side, TileShape::block_rows, 1};
    head_.shared = Bytes(TileShape::side * pitch_);
    add_instructions();
    const bool down_is_store = model_.positions[down_].record.op == Op::store;
    // Before the barrier, what the tile is filled from; behind it, what is made of it: row by row, as the loops are written.
    for (unsigned row = 0; row < TileShape::rows_a_thread; ++row) {
      for (std::size_t i = 0; i < model_.positions.size(); ++i)
        if (down_is_store ? i != down_ : i == down_) add(Step::original, row, i);
      add(Step::fill, row, down_);
    }
    add(Step::barrier, 0, 0);
    for (unsigned row = 0; row < TileShape::rows_a_thread; ++row) {
      for (std::size_t i = 0; i < down_ && !down_is_store; ++i) add(Step::original, row, i);
      add(Step::empty, row, down_);
      for (std::size_t i = down_is_store ? down_ : down_ + 1; i < model_.positions.size(); ++i)
        if (!down_is_store || i == down_) add(Step::original, row, i);
    }
  }

 private:
  struct Step {
    enum Kind { original, fill, barrier, empty } kind;
    unsigned row;
    std::size_t position;
  };
  void add(Step::Kind kind, unsigned row, std::size_t position) { steps_.push_back({kind, row, position}); }

  void add_instructions() {
    InstructionInfo info = instructions_[model_.positions[down_].record.instruction];
    first_added_ = static_cast<std::uint32_t>(instructions_.size());
    for (const Op op : {Op::store, Op::load}) {
      info.op = op_text(op, Space::shared, op == Op::load ? CacheHint::ca : CacheHint::wb, bytes_);
      info.pc = 0;
      instructions_.push_back(info);
    }
  }

  bool make(std::uint64_t bx, std::uint64_t by, std::uint32_t warp, std::uint64_t position, Record& record,
            LaneAddresses& at) const override {
    if (position >= steps_.size()) return false;
    const Step& step = steps_[position];
    const Position& p = model_.positions[step.position];
    record = p.record;
    // A warp is a row of the block.
    const std::uint64_t row = warp + std::uint64_t{step.row} * TileShape::block_rows;
    switch (step.kind) {
      case Step::barrier:
        record = Record{};
        record.op = Op::barrier;
        record.lanes = LaneMask::all();
        record.instruction = model_.positions[down_].record.instruction;
        return true;
      case Step::fill:
      case Step::empty: {
        const bool fill = step.kind == Step::fill;
        record = Record{};
        record.op = fill ? Op::store : Op::load;
        record.space = Space::shared;
        record.cache = fill ? CacheHint::wb : CacheHint::ca;
        record.bytes = static_cast<std::uint8_t>(bytes_);
        record.lanes = LaneMask::all();
        record.instruction = first_added_ + (fill ? 0 : 1);
        record.dependence = Dependence{fill ? std::uint16_t{0} : Dependence::none};
        for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
          at[lane] = fill ? row * pitch_ + lane * bytes_ : lane * pitch_ + row * bytes_;
        return true;
      }
      case Step::original:
        break;
    }
    if (!touches_memory(record.op)) return true;
    if (record.op == Op::store) record.dependence = Dependence{0};
    const bool turned = step.position == down_;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
      const std::uint64_t gx = bx * TileShape::side + (turned ? row : lane), gy = by * TileShape::side + (turned ? lane : row);
      at[lane] = ThreadModel::address(p, gx, gy);
    }
    return true;
  }

  std::size_t down_ = 0;
  unsigned bytes_ = 4;
  std::uint64_t pitch_ = 0;
  std::uint32_t first_added_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

std::unique_ptr<Rewritten> rewrite_threads(const Seen& seen, const Fix& fix) {
  if (!seen.model.holds) return nullptr;
  if (fix.kind == FixKind::swap_indices) return std::make_unique<Swapped>(seen);
  if (fix.kind == FixKind::wide_threads) return std::make_unique<Widened>(seen, fix.factor);
  return std::make_unique<Tiled>(seen, fix);
}

}  // namespace warpmem::advise
