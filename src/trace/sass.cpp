#include "trace/sass.hpp"

#include <algorithm>
#include <array>

namespace warpmem::trace {
namespace {

struct MemoryOpcode {
  std::string_view name;
  Op op;
  Space space;
  bool generic;
};
constexpr std::array memory_opcodes = {
    MemoryOpcode{"LDG", Op::load, Space::global, false},       MemoryOpcode{"LD", Op::load, Space::global, true},
    MemoryOpcode{"LDS", Op::load, Space::shared, false},       MemoryOpcode{"LDL", Op::load, Space::local, false},
    MemoryOpcode{"LDGSTS", Op::load, Space::global, false},    MemoryOpcode{"STG", Op::store, Space::global, false},
    MemoryOpcode{"ST", Op::store, Space::global, true},        MemoryOpcode{"STS", Op::store, Space::shared, false},
    MemoryOpcode{"STL", Op::store, Space::local, false},       MemoryOpcode{"ATOM", Op::atomic, Space::global, true},
    MemoryOpcode{"ATOMG", Op::atomic, Space::global, false},   MemoryOpcode{"ATOMS", Op::atomic, Space::shared, false},
    MemoryOpcode{"RED", Op::reduction, Space::global, false},  MemoryOpcode{"REDG", Op::reduction, Space::global, false},
    MemoryOpcode{"REDS", Op::reduction, Space::shared, false},
};

// Texture, surface, tensor-map and matrix accesses, with or without addresses in the trace.
constexpr std::array<std::string_view, 22> unmodelled_opcodes = {
    "TEX",  "TLD", "TLD4", "TXQ",     "TXD",     "TMML",     "SULD",   "SUST",   "SUATOM", "SURED",   "LDSM",
    "STSM", "LDT", "STT",  "UTMALDG", "UTMASTG", "UTMAREDG", "UTMAPF", "UBLKCP", "UBLKPF", "UBLKRED", "LDTM"};

template <class Visit>
void for_each_modifier(std::string_view opcode, Visit&& visit) {
  for (std::size_t begin = opcode.find('.'); begin != opcode.npos;) {
    const std::size_t end = opcode.find('.', begin + 1);
    visit(opcode.substr(begin + 1, end == opcode.npos ? end : end - begin - 1));
    begin = end;
  }
}

bool has_modifier(std::string_view opcode, std::string_view wanted) {
  bool found = false;
  for_each_modifier(opcode, [&](std::string_view modifier) { found = found || modifier == wanted; });
  return found;
}

// The width stands in the opcode: .U8 .S16 .64 .F64 .128; 32 bits without.
std::uint8_t bytes_of(std::string_view opcode) {
  std::uint8_t bytes = 4;
  for_each_modifier(opcode, [&](std::string_view modifier) {
    if (modifier.starts_with("BF")) modifier.remove_prefix(1);
    if (!modifier.empty() && (modifier[0] == 'U' || modifier[0] == 'S' || modifier[0] == 'F' || modifier[0] == 'B'))
      modifier.remove_prefix(1);
    if (modifier == "8") bytes = 1;
    if (modifier == "16") bytes = 2;
    if (modifier == "64") bytes = 8;
    if (modifier == "128") bytes = 16;
  });
  return bytes;
}

// As nvcc turns PTX into SASS for sm_70 and later: ld.cg and ld.relaxed.gpu become .STRONG.GPU, ld.cv and ld.volatile
// .STRONG.SYS, ld.cs .EF (evict first), ld.lu .LU, st.wt .STRONG.SYS. .STRONG.CTA and .STRONG.SM may be answered by L1,
// as may .CONSTANT (ld.global.nc). .BYPASS belongs to cp.async.cg.
CacheHint hint_of(std::string_view opcode, Op op) {
  if (op > Op::store) return default_hint(op);
  CacheHint hint = default_hint(op);
  if (has_modifier(opcode, "EF")) hint = CacheHint::cs;
  if (has_modifier(opcode, "LU") && op == Op::load) hint = CacheHint::lu;
  if (has_modifier(opcode, "BYPASS")) hint = CacheHint::cg;
  if (has_modifier(opcode, "STRONG")) {
    if (has_modifier(opcode, "GPU")) hint = CacheHint::cg;
    if (has_modifier(opcode, "SYS")) hint = op == Op::load ? CacheHint::cv : CacheHint::wt;
  }
  return hint;
}

std::uint8_t computed_registers(std::string_view opcode, std::string_view name) {
  if (name.ends_with("MMA")) return 4;  // at most: matrix fragments
  const bool wide = has_modifier(opcode, "WIDE") || has_modifier(opcode, "64") || has_modifier(opcode, "F64");
  return wide || (name.size() > 1 && name[0] == 'D' && name != "DEPBAR") ? 2 : 1;
}

}  // namespace

Sass decode_sass(std::string_view opcode, bool accesses) {
  Sass sass;
  sass.name = opcode.substr(0, opcode.find('.'));
  const auto memory =
      std::find_if(memory_opcodes.begin(), memory_opcodes.end(), [&](const MemoryOpcode& known) { return known.name == sass.name; });
  if (memory != memory_opcodes.end() && accesses) {
    const std::uint8_t bytes = bytes_of(opcode);
    sass.kind = memory->op >= Op::reduction && bytes < 4 ? SassKind::not_modelled : SassKind::memory;
    sass.operation = {memory->op, memory->space, memory->space == Space::shared ? default_hint(memory->op) : hint_of(opcode, memory->op),
                      bytes};
    sass.generic = memory->generic;
    sass.async_copy = sass.name == "LDGSTS";
    sass.address_registers = memory->space == Space::global ? 2 : 1;
    sass.data_registers = static_cast<std::uint8_t>(std::max(1, bytes / 4));
    return sass;
  }
  if (accesses || std::find(unmodelled_opcodes.begin(), unmodelled_opcodes.end(), sass.name) != unmodelled_opcodes.end()) {
    sass.kind = SassKind::not_modelled;
    sass.data_registers = 4;
    return sass;
  }
  if (sass.name == "BAR") sass.kind = has_modifier(opcode, "ARV") ? SassKind::compute : SassKind::barrier;
  if (sass.name == "DEPBAR") sass.kind = SassKind::async_wait;
  if (sass.name == "EXIT") sass.kind = SassKind::exit;
  sass.address_registers = sass.data_registers = computed_registers(opcode, sass.name);
  return sass;
}

}  // namespace warpmem::trace
