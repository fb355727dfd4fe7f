#include "trace/csv_reader.hpp"

#include <algorithm>

#include "trace/block_builder.hpp"
#include "trace/record_check.hpp"
#include "units/mix.hpp"

namespace warpmem::trace {
namespace {

constexpr std::uint64_t largest_block = 1024;  // threads

Parsed<std::uint64_t> number_in(const CsvField& field, std::string_view what) {
  Scan scan{field.text};
  const Parsed<std::uint64_t> value = scan_whole_number(scan, what);
  if (!value) return flaw(field.at + value.error().at, value.error().message);
  if (!scan.done()) return flaw(field.at, "expected " + std::string(what) + ", a number, instead of " + quoted(field.text));
  return value;
}

// "ld", "load", "r" ...
std::optional<Op> op_named(std::string_view word) {
  constexpr struct {
    std::string_view name;
    Op op;
  } names[] = {{"ld", Op::load},       {"load", Op::load},   {"r", Op::load},       {"R", Op::load},  {"read", Op::load},
               {"st", Op::store},      {"store", Op::store}, {"w", Op::store},      {"W", Op::store}, {"write", Op::store},
               {"red", Op::reduction}, {"atom", Op::atomic}, {"atomic", Op::atomic}};
  for (const auto& known : names) {
    if (known.name == word) return known.op;
  }
  return std::nullopt;
}

}  // namespace

std::size_t CsvGather::Hash::operator()(const Key& key) const {
  const std::uint64_t operation = static_cast<std::uint64_t>(key.operation.op) | static_cast<std::uint64_t>(key.operation.space) << 8 |
                                  static_cast<std::uint64_t>(key.operation.cache) << 16 | std::uint64_t{key.operation.bytes} << 24;
  return mix(mix(key.block * lanes_per_warp + key.warp + 1) ^ mix(key.pc + (operation << 32)));
}

void CsvGather::add(std::uint64_t block, std::uint64_t thread, const CsvRow& row, std::uint64_t line) {
  const auto warp = static_cast<std::uint32_t>(thread / lanes_per_warp);
  const auto lane = static_cast<std::uint32_t>(thread % lanes_per_warp);
  std::vector<Instruction>& instructions = blocks_[block][warp];
  Executions& executions = executions_[{block, row.pc, warp, row.operation}];
  const std::uint32_t k = executions.of_lane[lane]++;
  if (k == executions.instructions.size()) {
    executions.instructions.push_back(static_cast<std::uint32_t>(instructions.size()));
    instructions.push_back({row.pc, line, row.operation, {}, {}});
  }
  Instruction& instruction = instructions[executions.instructions[k]];
  instruction.lanes |= LaneMask(1U << lane);
  instruction.addresses[lane] = row.address;
  most_threads_ = std::max(most_threads_, thread + 1);
}

void CsvGather::clear() {
  blocks_.clear();
  executions_.clear();
  most_threads_ = 0;
}

Result<std::optional<KernelHead>> CsvReader::next_kernel() {
  if (failed_) return tl::make_unexpected(*failed_);
  Result<std::optional<KernelHead>> head = read_kernel();
  if (!head) failed_ = head.error();
  return head;
}

Result<bool> CsvReader::next_line() {
  if (held_) {
    held_ = false;
    return true;
  }
  for (;;) {
    const Result<std::optional<std::string_view>> line = lines_.next();
    if (!line) return tl::make_unexpected(line.error());
    if (!*line) return false;
    line_ = **line;
    const std::size_t begin = line_.find_first_not_of(" \t");
    if (begin != line_.npos && line_[begin] != '#') return true;
  }
}

Result<bool> CsvReader::read_header() {
  const Result<bool> more = next_line();
  if (!more) return more;
  if (!*more) return input_error("nothing in it: expected a header and rows", name());
  Parsed<std::vector<CsvColumn>> columns = parse_csv_header(line_);
  if (!columns) return lines_.error(columns.error());
  columns_ = *std::move(columns);
  has_block_ = std::find(columns_.begin(), columns_.end(), CsvColumn::block) != columns_.end();
  return true;
}

Result<std::optional<KernelHead>> CsvReader::read_kernel() {
  gather_.clear();
  instructions_.clear();
  in_kernel_ = false;
  const bool first = !std::exchange(begun_, true);
  if (first) {
    if (const Result<bool> header = read_header(); !header) return tl::make_unexpected(header.error());
  }
  std::string kernel;
  for (bool any = false;; any = true) {
    const Result<bool> more = next_line();
    if (!more) return tl::make_unexpected(more.error());
    if (!*more) {
      if (!any && first) return input_error("no row after the header", name());
      if (!any) return std::nullopt;
      break;
    }
    const Parsed<CsvRow> row = parse_row(line_);
    if (!row) return lines_.error(row.error());
    if (!any) kernel = row->kernel;
    // Launches follow one another: another name, another launch.
    if (row->kernel != kernel) {
      held_ = true;
      break;
    }
    if (const Parsed<bool> added = add(*row); !added) return lines_.error(added.error());
  }
  head_ = KernelHead{};
  head_.name = kernel.empty() ? "trace" : kernel;
  head_.grid = {static_cast<std::uint32_t>(gather_.last_block() + 1), 1, 1};
  // Without blocks of the trace's own, threads are numbered over the launch; full blocks follow one another.
  head_.block = {static_cast<std::uint32_t>(gather_.most_threads()), 1, 1};
  next_index_ = 0;
  in_kernel_ = true;
  return head_;
}

Parsed<bool> CsvReader::add(const CsvRow& row) {
  const std::uint64_t block = has_block_ ? row.block : row.thread / largest_block;
  const std::uint64_t thread = has_block_ ? row.thread : row.thread % largest_block;
  if (thread >= largest_block) return flaw(row.thread_at, "thread " + std::to_string(thread) + ": a block has at most 1024 threads");
  if (block >= 2'147'483'647)
    return flaw(has_block_ ? row.block_at : row.thread_at, "block " + std::to_string(block) + " lies beyond the largest grid");
  gather_.add(block, thread, row, lines_.number());
  return true;
}

Parsed<CsvRow> CsvReader::parse_row(std::string_view line) {
  if (const Parsed<bool> split = split_csv(line, fields_, unquoted_); !split) return tl::make_unexpected(split.error());
  if (fields_.size() != columns_.size()) {
    return flaw(fields_.size() > columns_.size() ? fields_[columns_.size()].at : line.size(),
                std::to_string(fields_.size()) + (fields_.size() == 1 ? " field for " : " fields for ") + std::to_string(columns_.size()) +
                    " columns");
  }
  CsvRow row;
  std::optional<Space> space;
  std::optional<std::uint8_t> bytes;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const CsvField& field = fields_[i];
    const auto take = [&](std::uint64_t& to, std::string_view what) -> Parsed<bool> {
      const Parsed<std::uint64_t> value = number_in(field, what);
      if (!value) return tl::make_unexpected(value.error());
      to = *value;
      return true;
    };
    Parsed<bool> taken = true;
    std::uint64_t width = 0;
    switch (columns_[i]) {
      case CsvColumn::thread:
        row.thread_at = field.at;
        taken = take(row.thread, "the thread");
        break;
      case CsvColumn::address:
        row.address_at = field.at;
        taken = take(row.address, "the address");
        break;
      case CsvColumn::block:
        row.block_at = field.at;
        taken = take(row.block, "the block");
        break;
      case CsvColumn::pc:
        taken = take(row.pc, "the pc");
        break;
      case CsvColumn::kernel:
        row.kernel = field.text;
        break;
      case CsvColumn::bytes:
        taken = take(width, "the bytes");
        if (taken && width != 1 && width != 2 && width != 4 && width != 8 && width != 16)
          taken = flaw(field.at, "bytes " + std::to_string(width) + ": expected 1, 2, 4, 8 or 16");
        bytes = static_cast<std::uint8_t>(width);
        break;
      case CsvColumn::space:
        if (field.text == "global") {
          space = Space::global;
        } else if (field.text == "shared") {
          space = Space::shared;
        } else if (field.text == "local") {
          space = Space::local;
        } else {
          taken = flaw(field.at, "unknown space " + quoted(field.text) + instead_of(field.text, {"global", "shared", "local"}));
        }
        break;
      case CsvColumn::op:
        if (const std::optional<Op> op = op_named(field.text)) {
          row.operation.op = *op;
          row.operation.cache = default_hint(*op);
        } else if (const Parsed<Operation> operation = parse_operation(field.text, field.at); operation && touches_memory(operation->op)) {
          row.operation = *operation;  // the whole, as in the text format: ld.global.cg.b64
        } else {
          taken = flaw(field.at, "unknown operation " + quoted(field.text) +
                                     ": expected ld, st, red or atom, or the text format's whole, as in ld.global.b32");
        }
        break;
    }
    if (!taken) return tl::make_unexpected(taken.error());
  }
  row.operation.space = space.value_or(row.operation.space);
  row.operation.bytes = bytes.value_or(row.operation.bytes);
  const Operation& operation = row.operation;
  if (operation.op >= Op::reduction && (operation.bytes < 4 || operation.space == Space::local)) {
    return flaw(row.address_at, "red and atom take 4, 8 or 16 bytes of global or shared memory");
  }
  Record record{row.address, 0, LaneMask(1U), 0, {}, operation.op, operation.space, operation.cache, operation.bytes, false};
  if (const std::optional<Fault> fault = find_fault(record, {}, largest_shared)) {
    // The check speaks of lane 0; here it is a thread.
    return flaw(row.address_at, "thread " + std::to_string(row.thread) + fault->message.substr(std::string_view("lane 0").size()));
  }
  return row;
}

Result<bool> CsvReader::next_block(BlockTrace& out) {
  if (failed_) return tl::make_unexpected(*failed_);
  if (!in_kernel_ || next_index_ == head_.grid.volume()) return false;
  BlockBuilder builder;
  builder.begin(out, next_index_, head_.warps_per_block());
  const auto warps = gather_.blocks().find(next_index_++);
  if (warps != gather_.blocks().end()) {
    for (const auto& [warp, gathered] : warps->second) {
      builder.warp(warp);
      for (const CsvGather::Instruction& instruction : gathered) {
        const Operation& operation = instruction.operation;
        Record record{0,
                      0,
                      instruction.lanes,
                      0,
                      default_dependence(operation.op),
                      operation.op,
                      operation.space,
                      operation.cache,
                      operation.bytes,
                      false};
        std::array<std::uint64_t, lanes_per_warp> active;
        std::size_t count = 0;
        for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
          if (instruction.lanes.has(lane)) active[count++] = instruction.addresses[lane];
        }
        place_addresses(record, std::span(active).first(count), out.addresses);
        record.instruction = instructions_.number(instruction.pc, {}, operation, instruction.line);
        out.records.push_back(record);
      }
    }
  }
  builder.finish();
  return true;
}

}  // namespace warpmem::trace
