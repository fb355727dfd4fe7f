#include "trace/accelsim_warp.hpp"

#include "trace/record_check.hpp"

namespace warpmem::trace {
namespace {

// Shared and local memory are seen through windows of 16 MiB in the generic address space.
constexpr std::uint64_t window_bytes = 16U << 20;
// From compute capability 8.0 on the first kilobyte of a block's shared memory is the system's (CUDA C++ Programming
// Guide), and some traces count offsets from its start. A kilobyte is eight rows of banks: leaving it out moves no bank.
constexpr std::uint64_t system_shared = 1024;

bool in_window(std::uint64_t address, std::uint64_t begin) { return begin != 0 && address >= begin && address - begin < window_bytes; }

}  // namespace

void AccelSimWarp::begin(BlockTrace& out, std::uint64_t global_number, LaneMask filled) {
  out_ = &out;
  global_number_ = global_number;
  filled_ = filled;
  tracker_.begin_warp();
  gathered_ = {};
}

std::vector<NotModelled> AccelSimWarp::left_out() const {
  std::vector<NotModelled> items;
  for (const auto& [what, count] : left_out_) items.push_back({what, count});
  return items;
}

void AccelSimWarp::note_left_out(std::string_view what) {
  const auto known = left_out_.find(what);
  if (known == left_out_.end()) {
    left_out_.emplace(what, 1);
  } else {
    ++known->second;
  }
}

const Sass& AccelSimWarp::decoded(std::string_view opcode, bool accesses) {
  known_key_.assign(1, accesses ? '1' : '0');
  known_key_ += opcode;
  auto known = known_.find(known_key_);
  if (known == known_.end()) {
    known = known_.emplace(known_key_, Sass{}).first;
    // Decoded from the key, so that the name it keeps lives as long.
    known->second = decode_sass(std::string_view(known->first).substr(1), accesses);
  }
  return known->second;
}

Parsed<bool> AccelSimWarp::take(Scan scan, InstructionTable& table, std::uint64_t line) {
  const std::size_t begin = scan.at;
  if (const Parsed<bool> read = parse_accelsim(scan, head_.source_lines, instruction_); !read) return read;
  if (const LaneMask outside = instruction_.lanes.without(filled_); !outside.none()) {
    return flaw(begin, "lane " + std::to_string(std::countr_zero(outside.bits)) + " is active, but the block fills only " +
                           std::to_string(filled_.size()) + " lanes of this warp");
  }
  // Predicated off for all lanes: nothing happens.
  if (instruction_.lanes.none()) return true;
  const Sass& sass = decoded(instruction_.opcode, instruction_.width > 0);
  if (sass.kind == SassKind::memory) return take_access(scan, sass, table, line);
  take_other(sass, table, line);
  return true;
}

// The newest load that must be back first: one that writes a register read here, or one written here as well.
std::uint64_t AccelSimWarp::owed(const Sass& sass) const {
  std::uint64_t load = 0;
  for (std::size_t i = 0; i < instruction_.source_count; ++i) {
    const unsigned count = i == 0 ? sass.address_registers : sass.data_registers;
    load = std::max(load, tracker_.owed(instruction_.sources[i], count));
  }
  for (std::size_t i = 0; i < instruction_.destination_count; ++i)
    load = std::max(load, tracker_.owed(instruction_.destinations[i], sass.data_registers));
  return load;
}

void AccelSimWarp::take_other(const Sass& sass, InstructionTable& table, std::uint64_t line) {
  if (sass.kind == SassKind::exit) return;
  if (sass.kind == SassKind::not_modelled) note_left_out(sass.name);
  std::uint64_t load = owed(sass);
  if (sass.kind == SassKind::async_wait) load = std::max(load, tracker_.owed_by_copies());
  if (sass.kind == SassKind::barrier) {
    flush(table);
    Record record{0, 0, filled_, 0, tracker_.wait_for(load), Op::barrier};
    record.instruction = table.number(instruction_.pc, source(), {Op::barrier}, line);
    out_->records.push_back(record);
    return;
  }
  // What is not modelled still takes its turn to issue.
  if (load != 0) flush(table);
  if (gathered_.count++ == 0) {
    gathered_.wait = tracker_.wait_for(load);
    gathered_.pc = instruction_.pc;
    gathered_.line = line;
    gathered_.source = source();
  }
}

void AccelSimWarp::flush(InstructionTable& table) {
  if (gathered_.count == 0) return;
  Record record{gathered_.count, 0, filled_, 0, gathered_.wait, Op::compute};
  record.instruction = table.number(gathered_.pc, gathered_.source, {Op::compute}, gathered_.line);
  out_->records.push_back(record);
  gathered_.count = 0;
}

// Local memory is laid out so that the same word of all lanes of a warp lies in one row. The trace has each thread's own
// offset; here it becomes an address in a stretch of the warp's own.
std::uint64_t AccelSimWarp::local_address(std::uint64_t offset, unsigned lane, unsigned bytes) const {
  const std::uint64_t unit = std::max(4U, bytes);
  const std::uint64_t begin =
      (head_.local_window != 0 ? head_.local_window : std::uint64_t{1} << 46) + global_number_ * window_bytes * lanes_per_warp;
  return begin + offset / unit * unit * lanes_per_warp + lane * unit + offset % unit;
}

// The space that the first lane's address lies in, with all addresses turned into those of that space.
Parsed<Space> AccelSimWarp::resolve(const Sass& sass, std::span<std::uint64_t> addresses) const {
  Space space = sass.operation.space;
  if (sass.generic && in_window(addresses[0], head_.shared_window)) space = Space::shared;
  if (sass.generic && in_window(addresses[0], head_.local_window)) space = Space::local;
  if (space == Space::global) return space;
  std::uint32_t rest = instruction_.lanes.bits;
  for (std::uint64_t& address : addresses) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    rest &= rest - 1;
    const std::uint64_t window = space == Space::shared ? head_.shared_window : head_.local_window;
    if (in_window(address, window)) address -= window;
    if (space == Space::local) {
      if (address >= window_bytes) return flaw(instruction_.addresses_at, "lane " + std::to_string(lane) + " lies outside local memory");
      address = local_address(address, lane, sass.operation.bytes);
    } else if (const std::uint64_t size = head_.kernel.shared.count;
               size != 0 && address >= system_shared && address + sass.operation.bytes > size) {
      address -= system_shared;
    }
  }
  return space;
}

Parsed<bool> AccelSimWarp::take_access(Scan& scan, const Sass& sass, InstructionTable& table, std::uint64_t line) {
  if (const Parsed<bool> read = parse_accelsim_addresses(scan, instruction_); !read) return read;
  flush(table);
  const std::span<std::uint64_t> addresses = std::span(instruction_.addresses).first(instruction_.lanes.size());
  Operation operation = sass.operation;
  const Parsed<Space> space = resolve(sass, addresses);
  if (!space) return tl::make_unexpected(space.error());
  operation.space = *space;
  if (operation.space == Space::shared) operation.cache = default_hint(operation.op);
  if (operation.space == Space::local && operation.op >= Op::reduction)
    return flaw(instruction_.addresses_at, "an atomic operation on local memory");

  Record record{
      0, 0, instruction_.lanes, 0, tracker_.wait_for(owed(sass)), operation.op, operation.space, operation.cache, operation.bytes, false};
  place_addresses(record, addresses, out_->addresses);
  const Bytes limit = head_.kernel.shared.count > 0 ? head_.kernel.shared : largest_shared;
  if (const std::optional<Fault> fault = find_fault(record, out_->addresses, limit)) return flaw(instruction_.addresses_at, fault->message);
  record.instruction = table.number(instruction_.pc, source(), operation, line);
  out_->records.push_back(record);

  if (sass.async_copy) {
    // The trace keeps only the global side of the copy.
    note_left_out("LDGSTS stores to shared memory");
    tracker_.copy_to_shared();
  } else if (returns_data(operation.op)) {
    if (instruction_.destination_count == 0) tracker_.load_without_register();
    if (instruction_.destination_count > 0) tracker_.load_into(instruction_.destinations[0], sass.data_registers);
  }
  return true;
}

}  // namespace warpmem::trace
