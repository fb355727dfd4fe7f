// memcpy and memset in device code: the C library's would read and write unseen. The headers have them for devices.
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

bool is_memory_function(std::string_view word) { return word == "memcpy" || word == "memmove" || word == "memset"; }

}  // namespace

void rewrite_memory(Unit& unit) {
  for (std::size_t i = 1; i < unit.size(); ++i) {
    if (!unit.is_identifier(i) || !is_memory_function(unit.text(i)) || unit.text(i + 1) != "(" || !in_device_code(unit, i)) continue;
    const std::string_view before = unit.text(i - 1);
    if (before == "." || before == "->" || before == "*" || before == "&") continue;
    if (before == "::") {
      const bool of_std = unit.text(i - 2) == "std";
      if (!of_std && i > 1 && unit.is_identifier(i - 2)) continue;
      unit.edits.blank(i - 1);
      if (of_std) unit.edits.blank(i - 2);
    } else if (unit.is_identifier(i - 1) && before != "return" && before != "else" && before != "do") {
      continue;  // a declaration
    }
    unit.edits.replace(i, "::warpmem_" + std::string(unit.text(i)));
  }
}

}  // namespace warpmem::front
