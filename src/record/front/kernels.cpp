// Finds the kernels that a text declares.
#include <algorithm>

#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

// The kernel's name, from the words after `__global__`; none for what is no function.
std::size_t name_after(const Unit& unit, std::size_t i) {
  while (i < unit.size()) {
    const std::string_view text = unit.text(i);
    if (text == ";" || text == "{" || text == "=") return Structure::none;
    if (const std::size_t past = after_attribute(unit, i); past != i) {
      i = past;
      continue;
    }
    if (!unit.is_identifier(i)) {
      i = unit.after_group(i);
      continue;
    }
    if (text == "decltype" || text == "__typeof__") {
      i = unit.after_group(i + 1);
      continue;
    }
    std::size_t next = i + 1;
    if (unit.text(next) == "<") {
      const std::size_t close = closing_angle(unit.tokens.list, unit.structure, next);
      if (close == Structure::none) return Structure::none;
      next = close + 1;
    }
    if (unit.text(next) == "(") return i;
    i = next;
  }
  return Structure::none;
}

// The parameters' types as written: without names and default values.
std::string types_of(const Unit& unit, std::size_t open) {
  const std::size_t end = unit.after_group(open) - 1;
  std::string types;
  std::size_t last = Structure::none;  // a word that may be the parameter's name
  std::vector<std::string> words;
  bool value = false;
  for (std::size_t i = open + 1; i <= end; ++i) {
    if (i == end || unit.text(i) == ",") {
      if (last != Structure::none && words.size() > 1) words.pop_back();
      for (const std::string& word : words) types += word + ' ';
      types += ',';
      words.clear();
      last = Structure::none;
      value = false;
      continue;
    }
    const std::string_view text = unit.text(i);
    if (text == "=") value = true;
    if (value || text == "__restrict__" || text == "__restrict" || text == "restrict" || text == "__grid_constant__") continue;
    last = unit.is_identifier(i) ? i : Structure::none;
    words.emplace_back(text);
  }
  return types;
}

struct TemplateHead {
  bool present = false;
  bool plain = true;
  std::size_t parameters = 0;
};

TemplateHead template_head(const Unit& unit, std::size_t statement) {
  TemplateHead head;
  if (unit.text(statement) != "template" || unit.text(statement + 1) != "<") return head;
  const std::size_t close = closing_angle(unit.tokens.list, unit.structure, statement + 1);
  if (close == Structure::none) return head;
  head.present = true;
  if (close > statement + 2) head.parameters = 1;
  int depth = 0;
  for (std::size_t i = statement + 2; i < close; ++i) {
    const std::string_view text = unit.text(i);
    if (text == "<") ++depth;
    if (text == ">") --depth;
    if (text == "," && depth == 0) ++head.parameters;
    if (text == "..." || text == "=") head.plain = false;
    if (text == "(" || text == "[" || text == "{") i = unit.after_group(i) - 1;
  }
  return head;
}

}  // namespace

void find_kernels(Unit& unit) {
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit.text(i) != "__global__") continue;
    const std::size_t name = name_after(unit, i + 1);
    if (name == Structure::none) continue;
    std::size_t open = name + 1;
    if (unit.text(open) == "<") open = closing_angle(unit.tokens.list, unit.structure, open) + 1;
    const TemplateHead head = template_head(unit, unit.structure.statement[i]);
    const std::string types = types_of(unit, open);
    const std::string text(unit.text(name));
    const auto [place, is_new] = unit.kernels.try_emplace(text);
    KernelName& kernel = place->second;
    if (is_new) {
      kernel = {head.present, head.parameters, head.plain, types, false};
      unit.kernel_order.push_back(text);
      continue;
    }
    const bool specialises = head.present && head.parameters == 0;
    if (specialises) continue;
    if (types != kernel.arguments || head.present != kernel.is_template) kernel.overloaded = true;
    if (head.present && head.parameters != kernel.parameters) kernel.plain_parameters = false;
    if (!head.plain) kernel.plain_parameters = false;
    kernel.is_template = kernel.is_template || head.present;
  }
}

}  // namespace warpmem::front
