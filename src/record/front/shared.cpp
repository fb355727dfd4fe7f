// __shared__ T a[32];         ->  static T a[32]; and its registration with the block that runs
// extern __shared__ T s[][4]; ->  T (*s)[4] = the block's dynamic shared memory
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

void rewrite_static(Unit& unit, std::size_t word, std::size_t begin, const std::vector<Declarator>& names) {
  const bool is_static = find_word(unit, begin, names.front().name, "static") != Structure::none;
  unit.edits.replace(word, is_static ? "" : "static");
  move_alignment(unit, begin, names.front().name, true);
  std::string calls;
  for (const Declarator& d : names) {
    const std::string name(unit.text(d.name));
    calls += " ::warpmem_shared_variable((const void*)__builtin_addressof(" + name + "), sizeof(" + name + "), __alignof__(" + name +
             "), \"" + name + "\");";
  }
  unit.edits.after(names.back().end, calls);
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
    } else {
      unit.refuse(i, "a __shared__ variable outside any function is not modelled: declare it in the kernel that uses it");
      return;
    }
    i = names.back().end;
  }
}

}  // namespace warpmem::front
