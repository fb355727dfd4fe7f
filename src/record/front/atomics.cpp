// atomicAdd(p, v);  ->  ::warpmem_red_atomicAdd(p, v);  A GPU makes a reduction of an atomic whose old value nobody uses.
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

// There are no reductions that exchange, or compare and swap.
bool has_reduction(std::string_view name) {
  static const std::set<std::string_view> operations{"Add", "Sub", "Min", "Max", "Inc", "Dec", "And", "Or", "Xor"};
  if (!name.starts_with("atomic")) return false;
  std::string_view rest = name.substr(6);
  for (const std::string_view scope : {"_block", "_system"})
    if (rest.ends_with(scope)) rest.remove_suffix(scope.size());
  return operations.contains(rest);
}

// The program has a function of its own of this name.
bool is_declared(const Unit& unit, std::size_t i) {
  if (unit.structure.scope[i] == Scope::block || i == 0) return false;
  return unit.is_identifier(i - 1) || unit.text(i - 1) == "*" || unit.text(i - 1) == "&";
}

bool begins_statement(const Unit& unit, std::size_t i) {
  const std::string_view before = unit.text(i - 1);
  if (before == ";" || before == "{" || before == "}" || before == "else" || before == "do") return true;
  if (before == ")") {
    const std::size_t open = unit.structure.match[i - 1];
    if (open == Structure::none || open == 0) return false;
    const std::string_view word = unit.text(open - 1);
    const bool to_void = i - 1 == open + 2 && unit.text(open + 1) == "void";
    return word == "if" || word == "for" || word == "while" || word == "switch" || word == "constexpr" ||
           (to_void && begins_statement(unit, open));
  }
  if (before == ":") {
    // A label, not the second half of `c ? a : b`.
    const std::size_t statement = unit.structure.statement[i];
    for (std::size_t k = statement; k < i; ++k)
      if (unit.text(k) == "?" || unit.text(k) == "=" || unit.text(k) == "return") return false;
    return true;
  }
  return false;
}

}  // namespace

void rewrite_atomics(Unit& unit) {
  std::set<std::string_view> own;
  for (std::size_t i = 0; i < unit.size(); ++i)
    if (unit.is_identifier(i) && unit.text(i + 1) == "(" && has_reduction(unit.text(i)) && is_declared(unit, i)) own.insert(unit.text(i));
  for (std::size_t i = 1; i < unit.size(); ++i) {
    const std::string_view name = unit.text(i);
    if (!unit.is_identifier(i) || unit.text(i + 1) != "(" || !has_reduction(name) || own.contains(name)) continue;
    std::size_t begin = i;
    if (unit.text(i - 1) == "::" && i > 1 && !unit.is_identifier(i - 2)) begin = i - 1;
    if (unit.text(unit.after_group(i + 1)) != ";" || !begins_statement(unit, begin)) continue;
    unit.edits.replace(i, (begin == i ? "::warpmem_red_" : "warpmem_red_") + std::string(name));
  }
}

}  // namespace warpmem::front
