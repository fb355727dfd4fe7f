// a[i].x -> ::warpmem::whole(a[i]).x, where a component of a vector in memory is read: nvcc loads components that are used
// together at once, which is what loading the whole vector is. What is no vector passes through unchanged. And clock() of
// device code, which is none of the C library's.
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

bool is_component(std::string_view name) { return name == "x" || name == "y" || name == "z" || name == "w"; }

// Neither written nor its address taken nor gone on from.
bool is_read(const Unit& unit, std::size_t first, std::size_t component) {
  static const std::set<std::string_view> after{"=", "+=", "-=", "*=", "/=", "|=", "&=", "++", "--", "[", ".", "->", "("};
  const std::string_view next = unit.text(component + 1);
  if (after.contains(next)) return false;
  // `%=`, `^=`, `<<=`, `>>=` come in pieces.
  if ((next == "%" || next == "^") && unit.text(component + 2) == "=") return false;
  if ((next == "<" || next == ">") && unit.text(component + 2) == next && unit.text(component + 3) == "=") return false;
  if ((next == "<" && unit.text(component + 2) == "<=") || (next == ">" && unit.text(component + 2) == ">=")) return false;
  const std::string_view before = unit.text(first - 1);
  if (before == "++" || before == "--" || before == "." || before == "->" || before == "::") return false;
  if (before != "&") return true;
  // A binary & has an operand before it.
  return unit.is_identifier(first - 2) || unit.token(first - 2).kind == TokenKind::number || unit.text(first - 2) == ")" ||
         unit.text(first - 2) == "]";
}

// NAME[..]..[..] before the '.': its first token; none for anything else.
std::size_t element_before(const Unit& unit, std::size_t dot) {
  std::size_t i = dot;
  while (i > 0 && unit.text(i - 1) == "]" && unit.structure.match[i - 1] != Structure::none) i = unit.structure.match[i - 1];
  if (i == dot || i == 0 || !unit.is_identifier(i - 1)) return Structure::none;
  return i - 1;
}

// `const float4& v` among the parameters of the function around.
bool is_reference_parameter(const Unit& unit, const Body& body, std::string_view name) {
  for (std::size_t i = body.head + 2; i < body.open; ++i)
    if (unit.text(i) == name && unit.text(i - 1) == "&" && (unit.text(i + 1) == "," || unit.text(i + 1) == ")")) return true;
  return false;
}

void rewrite_body(Unit& unit, const Body& body) {
  for (std::size_t i = body.open; i < body.close; ++i) {
    if (unit.text(i) == "clock" && unit.text(i + 1) == "(" && unit.text(i + 2) == ")" && unit.text(i - 1) != "." &&
        unit.text(i - 1) != "->" && (unit.text(i - 1) != "::" || !unit.is_identifier(i - 2))) {
      unit.edits.replace(i, unit.text(i - 1) == "::" ? "warpmem_clock" : "::warpmem_clock");
      continue;
    }
    if (unit.text(i) != "." || !is_component(unit.text(i + 1))) continue;
    std::size_t first = element_before(unit, i);
    if (first == Structure::none && unit.is_identifier(i - 1) && is_reference_parameter(unit, body, unit.text(i - 1))) first = i - 1;
    if (first == Structure::none || !is_read(unit, first, i + 1)) continue;
    unit.edits.before(first, "::warpmem::whole(");
    unit.edits.before(i, ")");
  }
}

}  // namespace

void rewrite_members(Unit& unit) {
  for (const Body& body : unit.structure.bodies)
    if (side_of(unit, body.open) == Side::device) rewrite_body(unit, body);
}

}  // namespace warpmem::front
