// CUDA's words that the compiler has another word for, or none.
#include <map>

#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

const std::map<std::string_view, std::string_view> plain_words{
    // Neither inlined nor cloned nor merged with an equal one: the symbol names the kernel.
    {"__global__", "__attribute__((noipa))"},
    {"__noinline__", "__attribute__((noinline))"},
    {"__host__", ""},
    {"__grid_constant__", ""},
    {"__inline_hint__", ""},
    {"__nv_pure__", ""},
};

const std::set<std::string_view> words_with_arguments{"__launch_bounds__", "__maxnreg__", "__block_size__"};

// `inline` may stand once.
void rewrite_forceinline(Unit& unit, std::size_t i) {
  bool is_inline = false;
  for (std::size_t k = unit.structure.statement[i]; k < unit.size() && unit.text(k) != "{" && unit.text(k) != ";" && unit.text(k) != "(";
       ++k) {
    const std::string_view text = unit.text(k);
    is_inline = is_inline || text == "inline" || text == "__inline__" || text == "__inline" || (text == "__forceinline__" && k < i);
  }
  unit.edits.replace(i, is_inline ? "__attribute__((always_inline))" : "inline __attribute__((always_inline))");
}

}  // namespace

void rewrite_attributes(Unit& unit) {
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const std::string_view text = unit.text(i);
    if (unit.token(i).kind != TokenKind::identifier) continue;
    if (text == "__attribute__" || text == "__attribute") {
      i = unit.after_group(i + 1) - 1;
    } else if (const auto word = plain_words.find(text); word != plain_words.end()) {
      unit.edits.replace(i, std::string(word->second));
    } else if (text == "__forceinline__") {
      rewrite_forceinline(unit, i);
    } else if (words_with_arguments.contains(text) && unit.text(i + 1) == "(") {
      unit.edits.blank(i, unit.after_group(i + 1) - 1);
    } else if (text == "__cluster_dims__") {
      unit.refuse(i, "thread block clusters are not modelled: launch the kernel without __cluster_dims__");
      return;
    }
  }
}

}  // namespace warpmem::front
