// __shared__ T a[32];         ->  static T a[32]; and its registration with the block that runs; outside functions: in each
//                                 device function that names it
// extern __shared__ T s[][4]; ->  T (*s)[4] = the block's dynamic shared memory
#include <optional>

#include "record/front/declarator.hpp"
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

// `alignas` stands where no compiler but CUDA's takes it: among the words of the type. In front of all it is C++.
void move_alignment(Unit& unit, std::size_t begin, std::size_t end, bool keep) {
  for (std::size_t i = begin; i < end; i = unit.after_group(i)) {
    if (unit.text(i) != "alignas" || unit.text(i + 1) != "(") continue;
    const std::size_t past = unit.after_group(i + 1);
    if (keep) unit.edits.before(begin, unit.joined(i, past) + " ");
    unit.edits.blank(i, past - 1);
  }
}

const Body* body_of(const Unit& unit, std::size_t i) {
  for (const Body& body : unit.structure.bodies)
    if (body.open < i && i < body.close) return &body;
  return nullptr;
}

// Whether the function's variables exist once, so that a symbol can be named for them: not those of templates, of inline
// functions or of lambdas.
bool variables_exist_once(const Unit& unit, std::size_t word) {
  const Body* const body = body_of(unit, word);
  if (body == nullptr || unit.structure.scope[body->head] != Scope::space) return false;
  for (std::size_t i = body->head; i < body->open; ++i) {
    const std::string_view text = unit.text(i);
    if (text == "template" || text == "inline" || text == "__inline__" || text == "__forceinline__" || text == "constexpr" ||
        text == "auto")
      return false;
  }
  for (std::size_t i = body->open; i < word; ++i)
    if (unit.text(i) == "]" && (unit.text(i + 1) == "(" || unit.text(i + 1) == "{")) return false;
  return true;
}

// What registers a variable. Where `symbol` is given the address comes by way of it: as long as nobody takes the address of
// the variable itself, the compiler knows, as a GPU's does, that no pointer to global memory leads there.
// It is null, and not counted, where the compiler drops a variable that nothing uses.
std::string registration(const std::string& expression, const std::string& name, const std::string& symbol) {
  const std::string declared = symbol.empty() ? ""
                                              : " extern unsigned char warpmem_at_" + symbol + "[] __asm__(\"warpmem_shared_" + symbol +
                                                    "\") __attribute__((weak));";
  const std::string address = symbol.empty() ? "__builtin_addressof(" + expression + ")" : "warpmem_at_" + symbol;
  return declared + " ::warpmem_shared_variable((const void*)" + address + ", sizeof(" + expression + "), __alignof__(" + expression +
         "), \"" + name + "\");";
}

// Gives the variable a symbol of its own; "" where its declaration has no place for one.
std::string name_symbol(Unit& unit, const Declarator& d) {
  if (d.pointer) return {};
  std::size_t past = d.name + 1;
  while (unit.text(past) == "[") past = unit.after_group(past);
  const std::string symbol = unit.digest + "_" + std::to_string(d.name) + "_" + std::string(unit.text(d.name));
  unit.edits.after(past - 1, " __asm__(\"warpmem_shared_" + symbol + "\")");
  return symbol;
}

void make_static(Unit& unit, std::size_t word, std::size_t begin, const std::vector<Declarator>& names) {
  const bool is_static = find_word(unit, begin, names.front().name, "static") != Structure::none;
  unit.edits.replace(word, is_static ? "" : "static");
  move_alignment(unit, begin, names.front().name, true);
}

void rewrite_static(Unit& unit, std::size_t word, std::size_t begin, const std::vector<Declarator>& names) {
  make_static(unit, word, begin, names);
  const bool once = variables_exist_once(unit, word);
  std::string calls;
  for (const Declarator& d : names) {
    const std::string name(unit.text(d.name));
    calls += registration(name, name, once ? name_symbol(unit, d) : "");
  }
  unit.edits.after(names.back().end, calls);
}

// The first place in a body that names the variable, with its qualifiers.
std::optional<std::string> mention(const Unit& unit, const Body& body, std::string_view name) {
  for (std::size_t i = body.head; i < body.open; ++i)
    if (unit.text(i) == name) return std::nullopt;  // a parameter of that name
  for (std::size_t i = body.open; i < body.close; ++i) {
    if (unit.text(i) != name || unit.text(i - 1) == "." || unit.text(i - 1) == "->") continue;
    std::size_t first = i;
    while (unit.text(first - 1) == "::") first -= unit.is_identifier(first - 2) ? 2 : 1;
    return unit.joined(first, i + 1);
  }
  return std::nullopt;
}

void rewrite_at_file_scope(Unit& unit, std::size_t word, std::size_t begin, const std::vector<Declarator>& names) {
  make_static(unit, word, begin, names);
  for (const Declarator& d : names) {
    const std::string name(unit.text(d.name));
    const std::string symbol = name_symbol(unit, d);
    for (const Body& body : unit.structure.bodies) {
      if (body.open < d.end || side_of(unit, body.open) != Side::device) continue;
      if (const auto expression = mention(unit, body, name)) unit.edits.after(body.open, registration(*expression, name, symbol));
    }
  }
}

void rewrite_extern(Unit& unit, std::size_t word, std::size_t begin, const std::vector<Declarator>& names, bool in_block) {
  const std::size_t extern_word = find_word(unit, begin, names.front().name, "extern");
  unit.edits.blank(word);
  unit.edits.replace(extern_word, in_block ? "" : "static");
  move_alignment(unit, begin, names.front().name, false);
  for (const Declarator& d : names) {
    const std::string name(unit.text(d.name));
    const std::string constant = in_block ? "" : "const ";
    if (d.bracket == 0) {
      unit.edits.replace(d.name, "&" + name);
      unit.edits.before(d.end, " = (decltype(" + name + "))*::warpmem_dynamic_shared");
      continue;
    }
    const std::size_t past = unit.after_group(d.bracket);
    unit.edits.blank(d.bracket, past - 1);
    const bool more = unit.text(past) == "[";
    unit.edits.replace(d.name, more ? "(*" + constant + name + ")" : "*" + constant + name);
    unit.edits.before(d.end, " = (decltype(" + name + "))::warpmem_dynamic_shared");
  }
}

}  // namespace

void rewrite_shared(Unit& unit) {
  std::set<std::string_view> at_file_scope;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit.text(i) != "__shared__") continue;
    const std::size_t begin = declaration_begin(unit, unit.structure.statement[i]);
    const auto names = declarators(unit, begin);
    if (names.empty()) {
      unit.refuse(i, "this __shared__ declaration is not understood: expected __shared__ TYPE NAME[SIZE];");
      return;
    }
    const bool in_block = unit.structure.scope[i] == Scope::block;
    const bool is_extern = find_word(unit, begin, names.front().name, "extern") != Structure::none;
    if (is_extern) {
      // Declared once more at file scope: the first one serves.
      const bool again = !in_block && !at_file_scope.insert(unit.text(names.front().name)).second;
      if (again)
        unit.edits.blank(begin, names.back().end);
      else
        rewrite_extern(unit, i, begin, names, in_block);
    } else if (in_block) {
      rewrite_static(unit, i, begin, names);
    } else if (unit.structure.scope[i] == Scope::space && find_word(unit, begin, names.front().name, "template") == Structure::none) {
      rewrite_at_file_scope(unit, i, begin, names);
    } else {
      unit.refuse(i, "a __shared__ variable that is a class's member or a template is not modelled: declare it in the kernel that uses it");
      return;
    }
    i = names.back().end;
  }
}

}  // namespace warpmem::front
