// Warp instructions become trace records: addresses as base and stride where they are, an instruction's number, what it
// waits for; checked against what is allocated.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/arena.hpp"
#include "record/dependences.hpp"
#include "record/fault.hpp"
#include "record/flow.hpp"
#include "record/races.hpp"
#include "record/shared_space.hpp"
#include "trace/block_builder.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::record {

class Records {
 public:
  // Blocks of more records than this are cut off: a block is handed out as a whole.
  static constexpr std::size_t most_in_block = std::size_t{16} << 20;

  struct Lookups {
    std::function<std::string(Code)> line;  // "file:line" of an instruction
    std::function<void(const Races::Pair&)> race;
    std::uint64_t link_begin = 0;                     // added to a Code: the instruction's address as linked
    std::function<std::uint32_t(Code)> arithmetic{};  // instructions between what was noted there and what is noted next
  };
  Records(const Arena& arena, SharedSpace& shared, Lookups lookups) : arena_(arena), shared_(shared), lookups_(std::move(lookups)) {}

  // `compute`: arithmetic is recorded, too.
  void begin_launch(const Dim3& block, unsigned unroll, bool compute);
  // `trace` takes the block's records until end_block(). `check_races`: looks for races between warps.
  void begin_block(BlockTrace& trace, std::uint64_t index, bool check_races);
  void end_block();
  // What belongs to one block alone, to take several blocks' records by turns.
  struct Held {
    BlockTrace* trace = nullptr;
    trace::BlockBuilder builder;
    std::vector<WarpDependences> warps;
    Races races;
    bool check_races = false, unsettled = false;
  };
  void exchange(Held& other);
  // Blocks of more records are cut off; until the next begin_launch().
  void limit_blocks(std::size_t records) { most_ = records; }
  // What follows is this warp's, until the next call.
  void warp(std::uint32_t number);
  void barrier(std::uint32_t lanes, Code code);
  // All warps of the block have passed a barrier.
  void barrier_passed() { races_.separate(); }

  // As Merge calls them.
  void instruction(std::uint32_t lanes, Code code, const Access* const* accesses, std::uint32_t k);
  void passed(std::uint32_t lanes, Code code) {
    if (compute_) add_arithmetic(lanes, code);
  }
  void round(const Flow&, int) { warps_[warp_].round(unroll_); }

  // The first fault since begin_block(); records after it mean nothing.
  const std::optional<Fault>& fault() const { return fault_; }
  const std::vector<InstructionInfo>& instructions() const { return instructions_; }
  std::uint64_t accesses() const { return accesses_; }        // by lanes, since the launch began
  bool cut_off() const { return cut_off_; }                   // since the launch began
  std::uint64_t late_shared() const { return late_shared_; }  // to shared variables first met after the first block

 private:
  // An instruction and how it accesses.
  struct Site {
    std::uint64_t key = 0;
    std::uint32_t instruction = 0;
    std::uint64_t allocation = 0, allocation_bytes = 0;  // that its last addresses lay in
  };
  Site& site(Code code, Shape shape);
  std::uint32_t add_instruction(Code code, Op op, Space space, CacheHint cache, unsigned bytes, std::string name);
  void add_arithmetic(std::uint32_t lanes, Code code);
  void put_arithmetic();
  void same_shape(std::uint32_t lanes, Code code, Shape shape);
  bool place(Record& record, std::uint32_t lanes);
  void check_global(Site& site, std::uint32_t lanes, Code code, Shape shape, const Record& record);
  void check_shared(std::uint32_t lanes, Code code, Shape shape);
  void find_races(std::uint32_t lanes, Code code, Shape shape);
  void stop(unsigned lane, Code code, std::string what);
  void settle(Record& record, std::uint32_t dynamic);
  bool room();

  const Arena& arena_;
  SharedSpace& shared_;
  Lookups lookups_;
  unsigned unroll_ = 1;
  std::size_t most_ = most_in_block;

  BlockTrace* trace_ = nullptr;
  trace::BlockBuilder builder_;
  std::uint32_t warp_ = 0, warp_count_ = 0;
  std::vector<WarpDependences> warps_;
  Dependences dependences_;
  Races races_;
  bool check_races_ = false;
  bool unsettled_ = false;

  std::vector<InstructionInfo> instructions_;
  std::vector<Site> sites_;  // open addressing; a power of two, at most half full
  std::size_t sites_used_ = 0;
  std::unordered_map<Code, std::uint32_t> barriers_, computes_;
  // Arithmetic of the warp at hand that no record says yet.
  bool compute_ = false;
  std::uint64_t arithmetic_ = 0;
  std::uint32_t arithmetic_lanes_ = 0;
  Code arithmetic_code_ = 0;  // where it began
  std::optional<Fault> fault_;
  std::uint64_t accesses_ = 0, late_shared_ = 0;
  bool cut_off_ = false;

  // The instruction at hand, by lane.
  WarpLoad load_;
};

}  // namespace warpmem::record
