// __device__ and __constant__: gone from functions, a section of their own for variables, so that the runtime knows the
// device's memory from the host's.
#include "record/front/declarator.hpp"
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

// Whether the variable itself, not what it points to, is const.
std::size_t own_const(const Unit& unit, std::size_t begin, const Declarator& d) {
  std::size_t found = Structure::none;
  for (std::size_t i = begin; i < d.end && (d.bracket == 0 || i < d.bracket) && i != d.name; i = unit.after_group(i)) {
    if (unit.text(i) == "*") found = Structure::none;
    if (unit.text(i) == "const") found = i;
    if (unit.text(i) == "<") {
      const std::size_t close = closing_angle(unit.tokens.list, unit.structure, i);
      if (close != Structure::none && close < d.name) i = close;
    }
  }
  return found;
}

void rewrite_variable(Unit& unit, std::size_t word, std::size_t statement, const std::vector<Declarator>& names,
                      std::set<std::string_view>& extern_names) {
  const std::size_t begin = declaration_begin(unit, statement);
  const Declarator& first = names.front();
  const auto has = [&](std::string_view text) { return find_word(unit, begin, first.name, text) != Structure::none; };
  const std::string section =
      unit.text(word) == "__constant__" ? "__attribute__((section(\"warpmem_constant\")))" : "__attribute__((section(\"warpmem_device\")))";
  if (has("extern")) extern_names.insert(unit.text(first.name));
  // One section holds either constants or variables, and a variable that several files may define cannot have one.
  if (has("constexpr") || has("inline") || begin != statement || unit.structure.scope[word] == Scope::type) {
    unit.edits.blank(word);
    return;
  }
  // Without -rdc=true each file has its own, whatever names others use: const arrays in C++, all variables of a device in CUDA.
  const bool is_public = has("static") || has("extern") || extern_names.contains(unit.text(first.name));
  const std::size_t constant = own_const(unit, begin, first);
  if (constant == Structure::none) {
    unit.edits.replace(word, is_public || unit.relocatable ? section : "static " + section);
    return;
  }
  if (first.bracket == 0) {
    unit.edits.blank(word);
    return;
  }
  // Reads of a const array would go unseen. Without const it needs static, which const implied.
  unit.edits.blank(constant);
  unit.edits.replace(word, is_public ? section : "static " + section);
}

// A lambda's mark stands after its [captures]; within a function nothing else has one but `static` and `extern` variables.
bool declares_variables(const Unit& unit, std::size_t word, std::size_t begin) {
  const Scope scope = unit.structure.scope[word];
  if (scope == Scope::list || unit.text(word - 1) == "]") return false;
  if (unit.text(begin) == "typedef" || unit.text(begin) == "using" || unit.text(begin) == "friend") return false;
  if (scope != Scope::block) return true;
  return find_word(unit, begin, word + 3, "static") != Structure::none || find_word(unit, begin, word + 3, "extern") != Structure::none ||
         unit.text(word) == "__constant__";
}

}  // namespace

void rewrite_declarations(Unit& unit) {
  std::set<std::string_view> extern_names;
  std::size_t done = 0;  // tokens up to here belong to declarations that are dealt with
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const std::string_view text = unit.text(i);
    if (i < done || (text != "__device__" && text != "__constant__" && text != "__managed__")) continue;
    const std::size_t statement = unit.structure.statement[i];
    const std::size_t begin = declaration_begin(unit, statement);
    if (!declares_variables(unit, i, begin)) {
      unit.edits.blank(i);
      continue;
    }
    const auto names = declarators(unit, begin);
    if (names.empty()) {
      unit.edits.blank(i);
      continue;
    }
    // Of `__device__ __constant__` the second says where.
    std::size_t word = i;
    const std::size_t constant = find_word(unit, i, names.front().name, "__constant__");
    if (constant != Structure::none && constant != i) {
      unit.edits.blank(i);
      word = constant;
    }
    rewrite_variable(unit, word, statement, names, extern_names);
    for (std::size_t k = i; k < names.front().name; ++k) {
      if (k != word && (unit.text(k) == "__device__" || unit.text(k) == "__managed__" || unit.text(k) == "__constant__"))
        unit.edits.blank(k);
    }
    done = names.front().name;
  }
}

}  // namespace warpmem::front
