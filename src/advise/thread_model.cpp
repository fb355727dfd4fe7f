#include "advise/thread_model.hpp"

#include <algorithm>

#include "units/lanes.hpp"

namespace warpmem::advise {

namespace {

// Whether the positions are `turns` times the same, each time blockDim.y rows further on.
bool repeats(const ThreadModel& m, std::size_t turns) {
  const std::size_t each = m.positions.size() / turns;
  const auto rows = static_cast<std::int64_t>(m.head.block.y);
  for (std::size_t i = 0; i < m.positions.size(); ++i) {
    const ThreadModel::Position& p = m.positions[i];
    const ThreadModel::Position& first = m.positions[i % each];
    if (p.record.op != first.record.op || p.record.instruction != first.record.instruction) return false;
    if (!touches_memory(p.record.op)) continue;
    const auto turn = static_cast<std::int64_t>(i / each);
    if (p.record.space != Space::global || p.x != first.x || p.y != first.y || p.record.bytes != first.record.bytes) return false;
    if (static_cast<std::int64_t>(p.origin - first.origin) != first.y * rows * turn) return false;
    if (m.head.grid.y > 1 && first.block_y != first.y * rows * static_cast<std::int64_t>(turns)) return false;
  }
  return true;
}

}  // namespace

ThreadModel ThreadModel::one_turn() const {
  constexpr std::size_t most = 32;
  for (std::size_t rows = std::min(most, positions.size()); rows > 1; --rows) {
    if (positions.size() % rows != 0 || !repeats(*this, rows)) continue;
    ThreadModel finer = *this;
    finer.positions.resize(positions.size() / rows);
    finer.turns = static_cast<std::uint32_t>(rows);
    finer.head.grid.y *= finer.turns;
    for (Position& p : finer.positions) p.block_y = p.y * static_cast<std::int64_t>(head.block.y);
    return finer;
  }
  return *this;
}

bool ThreadModel::global_coordinates() const {
  for (const Position& p : positions) {
    if (p.record.op == Op::barrier || p.record.op == Op::mark) return false;
    if (!touches_memory(p.record.op)) continue;
    if (p.record.space != Space::global) return false;
    if (head.grid.x > 1 && p.block_x != p.x * static_cast<std::int64_t>(head.block.x)) return false;
    if (head.grid.y > 1 && p.block_y != p.y * static_cast<std::int64_t>(head.block.y)) return false;
  }
  return true;
}

void ThreadModelFit::begin(const KernelHead& head) {
  model_ = ThreadModel{};
  model_.head = head;
  blocks_ = 0;
  model_.holds = head.grid.z == 1 && head.block.z == 1 && head.block.volume() % lanes_per_warp == 0;
}

void ThreadModelFit::block(const BlockTrace& block, trace::VisitScratch& scratch) {
  if (!model_.holds || block.index != blocks_++) {
    model_.holds = false;
    return;
  }
  const std::uint32_t warps = model_.head.warps_per_block();
  std::vector<std::size_t> position(warps, 0);
  // A generator's warps may have no end in sight.
  if (block.generator != nullptr && block.index == 0) {
    Record record;
    std::array<std::uint64_t, lanes_per_warp> list;
    if (block.generator->generate(0, 0, ThreadModel::most_positions, {&record, 1}, list) != 0) {
      model_.holds = false;
      return;
    }
  }
  trace::visit_records(model_.head, block, scratch,
                       [&](std::uint32_t warp, std::span<const Record> records, std::span<const std::uint64_t> list) {
                         for (const Record& r : records) {
                           if (!model_.holds) return;
                           model_.holds = fits(block.index, warp, position[warp]++, r, list.data());
                         }
                       });
  for (const std::size_t n : position) model_.holds = model_.holds && n == model_.positions.size();
}

bool ThreadModelFit::fits(std::uint64_t block, std::uint32_t warp, std::size_t at, const Record& record, const std::uint64_t* list) {
  const Dim3& size = model_.head.block;
  const std::uint64_t bx = block % model_.head.grid.x, by = block / model_.head.grid.x;
  if (block == 0 && warp == 0) {
    if (at >= ThreadModel::most_positions) return false;
    model_.positions.push_back({record, 0, 0, 0, 0, 0});
  }
  if (at >= model_.positions.size()) return false;
  ThreadModel::Position& p = model_.positions[at];
  const Record& known = p.record;
  if (record.op != known.op || record.instruction != known.instruction || record.dependence.newest_exempt != known.dependence.newest_exempt)
    return false;
  if (!touches_memory(record.op)) return record.op != Op::compute || record.base == known.base;
  if (record.space != known.space || record.bytes != known.bytes || record.cache != known.cache || record.lanes != LaneMask::all())
    return false;

  bool fine = true;
  for_each_lane(record, list, [&](unsigned lane, std::uint64_t a) {
    const std::uint64_t thread = std::uint64_t{warp} * lanes_per_warp + lane;
    const std::uint64_t tx = thread % size.x, ty = thread / size.x;
    // The first thread with one coordinate of 1 tells what it is worth; all later ones must agree.
    const auto apart = static_cast<std::int64_t>(a - p.origin);
    if (block == 0) {
      if (thread == 0) p.origin = a;
      if (thread == 1 && tx == 1) p.x = apart;
      if (tx == 0 && ty == 1) p.y = apart;
    } else if (thread == 0) {
      if (bx == 1 && by == 0) p.block_x = apart;
      if (bx == 0 && by == 1) p.block_y = apart;
    }
    const std::uint64_t expected = p.origin + static_cast<std::uint64_t>(p.x) * tx + static_cast<std::uint64_t>(p.y) * ty +
                                   static_cast<std::uint64_t>(p.block_x) * bx + static_cast<std::uint64_t>(p.block_y) * by;
    fine = fine && a == expected;
  });
  return fine;
}

ThreadModel ThreadModelFit::take() {
  model_.holds = model_.holds && blocks_ == model_.head.grid.volume() && !model_.positions.empty();
  return model_.holds ? model_.one_turn() : std::move(model_);
}

}  // namespace warpmem::advise
