// The names of operations in the text format: `ld.global.cg.b64`.
#pragma once

#include <string_view>

#include "trace/excerpt.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// What an instruction is, without its lanes and addresses.
struct Operation {
  Op op = Op::load;
  Space space = Space::global;
  CacheHint cache = CacheHint::ca;
  std::uint8_t bytes = 4;
  friend constexpr bool operator==(const Operation&, const Operation&) = default;
};

constexpr CacheHint default_hint(Op op) { return op == Op::store ? CacheHint::wb : CacheHint::ca; }

// What an instruction waits for when the trace does not say.
constexpr Dependence default_dependence(Op op) {
  const bool takes_data = op == Op::store || op == Op::reduction || op == Op::atomic || op == Op::wait;
  return Dependence{takes_data ? std::uint16_t{0} : Dependence::none};
}

// Reads "ld.global.b32", "bar" ...; `at` is the word's place in its line, for the flaw.
Parsed<Operation> parse_operation(std::string_view word, std::size_t at);

// The cache operator by its name; nullopt when there is none such.
std::optional<CacheHint> parse_cache_hint(std::string_view name);
inline constexpr std::string_view cache_hint_names = "ca, cg, cs, lu, cv, wb or wt";

inline std::string op_text(const Record& record) { return warpmem::op_text(record.op, record.space, record.cache, record.bytes); }

}  // namespace warpmem::trace
