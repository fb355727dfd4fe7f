// CSV of per-thread accesses: one access of one thread a row, rows of a launch in any order. A launch is held in memory
// while it is read, because its rows may come in any order.
#pragma once

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "trace/csv_header.hpp"
#include "trace/instruction_table.hpp"
#include "trace/lines.hpp"
#include "trace/text_scan.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// What one row says.
struct CsvRow {
  std::uint64_t thread = 0, address = 0, block = 0, pc = 0;
  Operation operation;
  std::string_view kernel;
  std::size_t thread_at = 0, block_at = 0, address_at = 0;  // in the line
};

// Gathers rows into warp instructions: the k-th access of each thread at one pc, with one operation, is one of them; they
// stand in the order in which their first rows came.
class CsvGather {
 public:
  struct Instruction {
    std::uint64_t pc = 0, line = 0;
    Operation operation;
    LaneMask lanes;
    std::array<std::uint64_t, lanes_per_warp> addresses{};  // by lane
  };
  using Warps = std::map<std::uint32_t, std::vector<Instruction>>;

  void add(std::uint64_t block, std::uint64_t thread, const CsvRow& row, std::uint64_t line);
  void clear();
  const std::map<std::uint64_t, Warps>& blocks() const { return blocks_; }
  std::uint64_t last_block() const { return blocks_.empty() ? 0 : blocks_.rbegin()->first; }
  std::uint64_t most_threads() const { return most_threads_; }  // of a block

 private:
  struct Key {
    std::uint64_t block = 0, pc = 0;
    std::uint32_t warp = 0;
    Operation operation;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Executions {
    std::vector<std::uint32_t> instructions;              // the k-th execution's place in its warp
    std::array<std::uint32_t, lanes_per_warp> of_lane{};  // how many each lane has had
  };
  std::map<std::uint64_t, Warps> blocks_;
  std::unordered_map<Key, Executions, Hash> executions_;
  std::uint64_t most_threads_ = 0;
};

class CsvReader final : public TraceSource {
 public:
  explicit CsvReader(Input input) : lines_(std::move(input)) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;
  const std::vector<InstructionInfo>& instructions() const override { return instructions_.all(); }
  std::string name() const override { return lines_.input().name(); }
  std::string digest() const override { return lines_.input().digest(); }

 private:
  Result<bool> next_line();  // false: the end. Blank lines and comments are passed over
  Result<bool> read_header();
  Result<std::optional<KernelHead>> read_kernel();
  Parsed<CsvRow> parse_row(std::string_view line);
  Parsed<bool> add(const CsvRow& row);

  LineReader lines_;
  std::string_view line_;
  bool held_ = false, begun_ = false;
  std::optional<Error> failed_;
  std::vector<CsvColumn> columns_;
  bool has_block_ = false;
  std::vector<CsvField> fields_;
  std::vector<std::string> unquoted_;

  KernelHead head_;
  bool in_kernel_ = false;
  std::uint64_t next_index_ = 0;
  CsvGather gather_;
  InstructionTable instructions_;
};

}  // namespace warpmem::trace
