// Sources that make their records as they are asked for: `gen:NAME,key=value,...`.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "trace/generator_keys.hpp"
#include "trace/operation.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// One launch of a generator.
class Generator : public RecordGenerator {
 public:
  KernelHead head;
  std::vector<InstructionInfo> instructions;  // pc 0x10, 0x20, ...

 protected:
  std::uint32_t add_instruction(const Operation& operation) {
    const auto number = static_cast<std::uint32_t>(instructions.size());
    instructions.push_back({0x10U * (number + 1), {}, op_text(operation.op, operation.space, operation.cache, operation.bytes), 0});
    return number;
  }
};

// Where the first buffer begins, and the next one after a buffer of `size` bytes: 2 MiB boundaries, as from cudaMalloc.
inline constexpr std::uint64_t first_buffer = 0x7F0000000000U;
constexpr std::uint64_t next_buffer(std::uint64_t begin, std::uint64_t size) {
  constexpr std::uint64_t page = 2U << 20;
  return begin + (size + page - 1) / page * page + page;
}
inline constexpr std::uint64_t largest_buffer = std::uint64_t{1} << 46;

// The operation with the user's cache operator where it exists for it: `cv` does for loads only, `wt` for stores only.
constexpr Operation hinted(Operation operation, CacheHint hint) {
  const bool both = hint == CacheHint::cg || hint == CacheHint::cs;
  const bool fits =
      operation.op == Op::load ? hint == CacheHint::lu || hint == CacheHint::cv : operation.op == Op::store && hint == CacheHint::wt;
  operation.cache = (both && operation.op <= Op::store) || fits ? hint : default_hint(operation.op);
  return operation;
}

// Each reads its keys; what is wrong with them is kept in `keys`.
std::unique_ptr<Generator> make_stream(GeneratorKeys& keys);  // copy, read, write, aos, random, broadcast
std::unique_ptr<Generator> make_chase(GeneratorKeys& keys);
std::unique_ptr<Generator> make_shared_walk(GeneratorKeys& keys);  // shared

// Their names, in the order in which they are told.
std::span<const std::string_view> generator_names();

// The source for "gen:NAME,key=value,...".
Result<std::unique_ptr<TraceSource>> open_generator(std::string_view text);

}  // namespace warpmem::trace
