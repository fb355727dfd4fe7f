// cudaLaunchKernel((void*)k, ...): without the cast the headers see the kernel's type, and with it its arguments'. Where the
// address comes from elsewhere, kernels are registered, each behind its definition.
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

bool is_call(const Unit& unit, std::size_t i) {
  static const std::set<std::string_view> calls{"cudaLaunchKernel", "cudaLaunchCooperativeKernel"};
  return calls.contains(unit.text(i)) && unit.text(i + 1) == "(";
}

void drop_cast(Unit& unit, std::size_t first) {
  if (unit.text(first) == "(") {
    const std::size_t close = unit.after_group(first) - 1;
    const bool to_pointer = close > first && unit.text(close - 1) == "*" && unit.text(close + 1) != ",";
    if (to_pointer) unit.edits.blank(first, close);
  } else if ((unit.text(first) == "reinterpret_cast" || unit.text(first) == "static_cast") && unit.text(first + 1) == "<") {
    const std::size_t close = closing_angle(unit.tokens.list, unit.structure, first + 1);
    if (close != Structure::none) unit.edits.blank(first, close);
  }
}

void register_kernels(Unit& unit) {
  for (const Body& body : unit.structure.bodies) {
    bool is_kernel = false;
    for (std::size_t i = body.head; i < body.open; ++i) {
      is_kernel = is_kernel || unit.text(i) == "__global__";
      const auto known = unit.kernels.find(unit.text(i));
      if (known == unit.kernels.end() || unit.text(i + 1) != "(") continue;
      if (is_kernel && !known->second.is_template && !known->second.overloaded)
        unit.edits.after(body.close, " static const int warpmem_registered_" + known->first + " = ::warpmem::register_kernel(" +
                                         known->first + ", \"" + known->first + "\");");
      break;
    }
  }
}

}  // namespace

void rewrite_casts(Unit& unit) {
  bool any = false;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (!is_call(unit, i)) continue;
    any = true;
    drop_cast(unit, i + 2);
  }
  if (any) register_kernels(unit);
}

}  // namespace warpmem::front
