#include "record/records.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "record/lanes.hpp"
#include "trace/operation.hpp"
#include "trace/record_check.hpp"

namespace warpmem::record {
namespace {

constexpr std::array operations{Op::load, Op::store, Op::reduction, Op::atomic};

}  // namespace

void Records::begin_launch(const Dim3& block, unsigned unroll, bool compute) {
  unroll_ = unroll;
  compute_ = compute;
  most_ = most_in_block;
  warp_count_ = static_cast<std::uint32_t>((block.volume() + lanes_per_warp - 1) / lanes_per_warp);
  instructions_.clear();
  sites_.assign(256, Site{});
  sites_used_ = 0;
  barriers_.clear();
  computes_.clear();
  dependences_.begin();
  accesses_ = late_shared_ = 0;
  cut_off_ = false;
}

void Records::begin_block(BlockTrace& trace, std::uint64_t index, bool check_races) {
  trace_ = &trace;
  builder_.begin(trace, index, warp_count_);
  warps_.resize(std::max<std::size_t>(warps_.size(), warp_count_));
  for (std::uint32_t i = 0; i < warp_count_; ++i) warps_[i].begin();
  check_races_ = check_races;
  races_.separate();
  unsettled_ = shared_.dynamic_offset() == SharedSpace::unsettled;
  fault_.reset();
}

void Records::exchange(Held& other) {
  if (trace_ != nullptr) put_arithmetic();
  std::swap(trace_, other.trace);
  std::swap(builder_, other.builder);
  warps_.swap(other.warps);
  std::swap(races_, other.races);
  std::swap(check_races_, other.check_races);
  std::swap(unsettled_, other.unsettled);
}

void Records::end_block() {
  put_arithmetic();
  if (unsettled_) {
    const std::uint32_t dynamic = shared_.settle();
    for (Record& record : trace_->records)
      if (touches_memory(record.op) && record.space == Space::shared) settle(record, dynamic);
  }
  builder_.finish();
}

// Offsets in the dynamic array become those behind the static variables.
void Records::settle(Record& record, std::uint32_t dynamic) {
  const auto settled = [&](std::uint64_t offset) {
    return offset >= SharedSpace::unsettled ? offset - SharedSpace::unsettled + dynamic : offset;
  };
  if (record.listed) {
    for (std::size_t i = record.base; i < record.base + record.lanes.size(); ++i) trace_->addresses[i] = settled(trace_->addresses[i]);
    return;
  }
  std::array<std::uint64_t, 32> active;
  std::size_t count = 0, moved = 0;
  each_lane(record.lanes.bits, [&](unsigned lane) {
    const std::uint64_t offset = record.base + static_cast<std::uint64_t>(record.stride * static_cast<std::int64_t>(lane));
    active[count] = settled(offset);
    if (active[count++] != offset) ++moved;
  });
  // Some lanes in static variables, some in the dynamic array: their distance changes.
  if (moved > 0) trace::place_addresses(record, std::span(active).first(count), trace_->addresses);
}

void Records::warp(std::uint32_t number) {
  put_arithmetic();
  warp_ = number;
  builder_.warp(number);
}

bool Records::room() {
  if (trace_->records.size() < most_) return true;
  cut_off_ = true;
  return false;
}

std::uint32_t Records::add_instruction(Code code, Op op, Space space, CacheHint cache, unsigned bytes, std::string name) {
  if (name.empty()) name = op_text(op, space, cache, bytes);
  instructions_.push_back({lookups_.link_begin + code, lookups_.line ? lookups_.line(code) : std::string(), std::move(name), 0});
  return static_cast<std::uint32_t>(instructions_.size() - 1);
}

void Records::add_arithmetic(std::uint32_t lanes, Code code) {
  const std::uint32_t count = lookups_.arithmetic(code);
  if (count == 0) return;
  if (arithmetic_ == 0) arithmetic_code_ = code;
  arithmetic_ += count;
  arithmetic_lanes_ = lanes;
}

void Records::put_arithmetic() {
  if (arithmetic_ == 0) return;
  const std::uint64_t count = std::exchange(arithmetic_, 0);
  if (fault_ || !room()) return;
  const auto [found, added] = computes_.try_emplace(arithmetic_code_, 0);
  if (added) found->second = add_instruction(arithmetic_code_, Op::compute, Space::global, CacheHint::ca, 4, "compute");
  Record record;
  record.base = count;
  record.lanes = LaneMask(arithmetic_lanes_);
  record.instruction = found->second;
  record.dependence = trace::default_dependence(Op::compute);
  record.op = Op::compute;
  trace_->records.push_back(record);
}

void Records::barrier(std::uint32_t lanes, Code code) {
  put_arithmetic();
  if (!room()) return;
  const auto [found, added] = barriers_.try_emplace(code, 0);
  if (added) found->second = add_instruction(code, Op::barrier, Space::global, CacheHint::ca, 4, "bar");
  Record record;
  record.lanes = LaneMask(lanes);
  record.instruction = found->second;
  record.dependence = trace::default_dependence(Op::barrier);
  record.op = Op::barrier;
  trace_->records.push_back(record);
}

Records::Site& Records::site(Code code, Shape shape) {
  const std::uint64_t key = (std::uint64_t{code} << 16 | shape.bits) + 1;
  for (std::size_t i = key * 0x9E3779B97F4A7C15U >> 40;; ++i) {
    Site& at = sites_[i & (sites_.size() - 1)];
    if (at.key == key) return at;
    if (at.key != 0) continue;
    if (++sites_used_ * 2 > sites_.size()) {
      std::vector<Site> old(sites_.size() * 2);
      old.swap(sites_);
      for (const Site& moved : old) {
        if (moved.key == 0) continue;
        std::size_t to = moved.key * 0x9E3779B97F4A7C15U >> 40;
        while (sites_[to & (sites_.size() - 1)].key != 0) ++to;
        sites_[to & (sites_.size() - 1)] = moved;
      }
      --sites_used_;
      return site(code, shape);
    }
    at.key = key;
    at.instruction = add_instruction(code, operations[shape.op()], shape.shared() ? Space::shared : Space::global,
                                     static_cast<CacheHint>(shape.cache()), shape.bytes(), {});
    return at;
  }
}

void Records::instruction(std::uint32_t lanes, Code code, const Access* const* accesses, std::uint32_t k) {
  const std::uint64_t first = accesses[std::countr_zero(lanes)][k].where;
  std::uint64_t differing = 0;
  const auto take = [&](unsigned lane) {
    const Access& access = accesses[lane][k];
    differing |= access.where ^ first;
    load_.address[lane] = access.where & address_mask;
    load_.value[lane] = access.value;
  };
  if (lanes == ~0U) {
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) take(lane);
  } else {
    each_lane(lanes, take);
  }
  if (differing >> address_bits == 0) {
    same_shape(lanes, code, shape_of(first));
    return;
  }
  // One place that does different things: a pointer that leads some lanes to shared memory and others elsewhere.
  while (lanes != 0) {
    const Shape shape = shape_of(accesses[std::countr_zero(lanes)][k].where);
    std::uint32_t alike = 0;
    each_lane(lanes, [&](unsigned lane) { alike |= (shape_of(accesses[lane][k].where) == shape ? 1U : 0U) << lane; });
    same_shape(alike, code, shape);
    lanes &= ~alike;
  }
}

// Addresses of whole warps, the common case, without a detour; true: base and stride.
bool Records::place(Record& record, std::uint32_t lanes) {
  const std::array<std::uint64_t, 32>& address = load_.address;
  if (lanes == ~0U) {
    const std::uint64_t stride = address[1] - address[0];
    std::uint64_t off = 0;
    for (unsigned lane = 2; lane < lanes_per_warp; ++lane) off |= (address[lane] - address[lane - 1]) ^ stride;
    record.listed = off != 0;
    if (off == 0) {
      record.base = address[0];
      record.stride = static_cast<std::int64_t>(stride);
    } else {
      record.base = trace_->addresses.size();
      trace_->addresses.insert(trace_->addresses.end(), address.begin(), address.end());
    }
    return off == 0;
  }
  std::array<std::uint64_t, 32> active;
  std::size_t count = 0;
  each_lane(lanes, [&](unsigned lane) { active[count++] = address[lane]; });
  trace::place_addresses(record, std::span(active).first(count), trace_->addresses);
  return !record.listed;
}

void Records::same_shape(std::uint32_t lanes, Code code, Shape shape) {
  put_arithmetic();
  if (fault_ || !room()) return;
  if (shape.joined()) {
    shape = shape.apart();
    bool one = !shape.shared();
    const std::uint64_t first = load_.address[static_cast<unsigned>(std::countr_zero(lanes))];
    each_lane(lanes, [&](unsigned lane) { one = one && load_.address[lane] == first; });
    if (one) lanes = std::bit_floor(lanes);
  }
  Site& at = site(code, shape);
  Record record;
  record.lanes = LaneMask(lanes);
  record.instruction = at.instruction;
  record.op = operations[shape.op()];
  record.space = shape.shared() ? Space::shared : Space::global;
  record.cache = static_cast<CacheHint>(shape.cache());
  record.bytes = static_cast<std::uint8_t>(shape.bytes());

  const std::size_t listed_before = trace_->addresses.size();
  const bool even = place(record, lanes);
  if (shape.shared()) {
    const std::uint64_t late_before = late_shared_;
    check_shared(lanes, code, shape);
    if (late_shared_ != late_before) {
      trace_->addresses.resize(listed_before);
      return;
    }
    if (check_races_) find_races(lanes, code, shape);
  } else {
    check_global(at, lanes, code, shape, record);
  }
  if (fault_) return;

  WarpDependences& warp = warps_[warp_];
  if (record.op == Op::load) {
    load_.lanes = lanes;
    load_.code = code;
    load_.shape = shape;
    load_.even = even;
    load_.single = even && (record.stride == 0 || std::has_single_bit(lanes));
    record.dependence = warp.load(load_, dependences_);
  } else {
    record.dependence = trace::default_dependence(record.op);
    warp.waited();
    if (record.op == Op::atomic) warp.other_load();
  }
  accesses_ += static_cast<unsigned>(std::popcount(lanes));
  trace_->records.push_back(record);
}

}  // namespace warpmem::record
