// atomicAdd(p, v);  ->  ::warpmem_red_atomicAdd(p, v);  A GPU makes a reduction of an atomic whose old value nobody uses.
// Where the address is plainly the same in all threads of a block it is ::warpmem_joined_atomicAdd(p, v): nvcc adds up over
// the warp first.
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

// Of which nvcc makes one for the warp.
bool can_join(std::string_view name) {
  for (const std::string_view operation : {"Inc", "Dec"})
    if (name.starts_with("atomic") && name.substr(6).starts_with(operation)) return false;
  return true;
}

const Body* kernel_around(const Unit& unit, std::size_t i) {
  for (const Body& body : unit.structure.bodies) {
    if (i < body.open || i > body.close) continue;
    for (std::size_t word = body.head; word < body.open; ++word)
      if (unit.text(word) == "__global__") return &body;
  }
  return nullptr;
}

bool is_parameter(const Unit& unit, const Body& kernel, std::string_view name) {
  for (std::size_t i = kernel.head; i < kernel.open; ++i)
    if (unit.text(i) == name && (unit.text(i + 1) == "," || unit.text(i + 1) == ")" || unit.text(i + 1) == "[")) return true;
  return false;
}

bool is_changed(const Unit& unit, const Body& kernel, std::string_view name) {
  static const std::set<std::string_view> changes{"=", "+=", "-=", "*=", "/=", "|=", "&=", "++", "--"};
  for (std::size_t i = kernel.open; i < kernel.close; ++i) {
    if (unit.text(i) != name) continue;
    if (changes.contains(unit.text(i + 1)) || unit.text(i - 1) == "++" || unit.text(i - 1) == "--") return true;
    if (unit.is_identifier(i - 1) && unit.text(i - 1) != "return") return true;  // declared anew
  }
  return false;
}

bool is_device_variable(const Unit& unit, std::string_view name) {
  for (std::size_t i = 1; i < unit.size(); ++i) {
    if (unit.text(i) != name || unit.structure.scope[i] != Scope::space) continue;
    const std::string_view next = unit.text(i + 1);
    if (next != ";" && next != "[" && next != "=" && next != ",") continue;
    for (std::size_t word = unit.structure.statement[i]; word < i; ++word)
      if (unit.text(word) == "__device__" || unit.text(word) == "__managed__") return true;
  }
  return false;
}

// The address, from `first` to the ',' after it, is made of the kernel's parameters, device variables, numbers and blockIdx.
bool is_uniform(const Unit& unit, std::size_t first) {
  const Body* const kernel = kernel_around(unit, first);
  if (kernel == nullptr) return false;
  static const std::set<std::string_view> plain{"&", "[", "]", "(", ")", "+", "-", "*"};
  for (std::size_t i = first; i < kernel->close && unit.text(i) != ","; ++i) {
    const std::string_view text = unit.text(i);
    if (plain.contains(text) || unit.token(i).kind == TokenKind::number) continue;
    if (text == "blockIdx" && unit.text(i + 1) == ".") {
      i += 2;
      continue;
    }
    const bool same =
        unit.is_identifier(i) && !is_changed(unit, *kernel, text) && (is_parameter(unit, *kernel, text) || is_device_variable(unit, text));
    if (!same) return false;
  }
  return true;
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
    const std::string kind = can_join(name) && is_uniform(unit, i + 2) ? "warpmem_joined_" : "warpmem_red_";
    unit.edits.replace(i, (begin == i ? "::" : "") + kind + std::string(name));
  }
}

}  // namespace warpmem::front
