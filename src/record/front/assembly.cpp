// Inline PTX in device code: the few instructions that C++ can say are said in C++; any other stops the program when, and
// only when, it gets there, for many headers carry some that is never called.
#include <map>

#include "record/front/ptx.hpp"
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

bool is_asm(std::string_view word) { return word == "asm" || word == "__asm__" || word == "__asm"; }

// The value of a string literal without a prefix.
std::string value_of(std::string_view literal) {
  std::string out;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      out += literal[i];
      continue;
    }
    const char c = literal[++i];
    out += c == 'n' || c == 't' || c == 'r' ? ' ' : c;
  }
  return out;
}

PtxStatement parse(const Unit& unit, std::size_t open) {
  PtxStatement statement;
  const std::size_t end = unit.after_group(open) - 1;
  std::size_t i = open + 1;
  for (; i < end && unit.token(i).kind == TokenKind::string; ++i) statement.text += value_of(unit.text(i));
  // : "=r"(x), ... : "l"(p), ... : "memory". `::` is two colons.
  bool clobbers = false;
  int part = 0;
  for (; i < end; ++i) {
    const std::string_view text = unit.text(i);
    if (text == ":" || text == "::") {
      part += text == "::" ? 2 : 1;
      clobbers = part > 2;
    } else if (!clobbers && unit.token(i).kind == TokenKind::string && unit.text(i + 1) == "(") {
      const std::size_t past = unit.after_group(i + 1);
      statement.operands.push_back({value_of(text), unit.joined(i + 2, past - 1)});
      i = past - 1;
    }
  }
  return statement;
}

}  // namespace

void rewrite_assembly(Unit& unit) {
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (!is_asm(unit.text(i)) || !in_device_code(unit, i)) continue;
    std::size_t open = i + 1;
    while (unit.is_identifier(open)) ++open;
    if (unit.text(open) != "(") continue;
    const PtxStatement statement = parse(unit, open);
    const auto meaning = meaning_of(statement);
    const Token& at = unit.token(i);
    const std::string refusal = unit.tokens.files[at.file] + ":" + std::to_string(at.line) +
                                ": inline PTX is not modelled: " + statement.text + " (write it in CUDA C++)";
    unit.edits.blank(i, unit.after_group(open) - 1);
    unit.edits.replace(i, meaning ? *meaning : "::warpmem_fail(" + quoted_literal(refusal) + ")");
    i = open;
  }
}

}  // namespace warpmem::front
