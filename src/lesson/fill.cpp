#include "lesson/fill.hpp"

#include "lesson/expression.hpp"

namespace warpmem::lesson {
namespace {

constexpr std::string_view unbroken = "\u00A0";

Result<std::string> filled(std::string_view inside, Bench& bench) {
  const std::size_t bar = inside.find('|');
  const std::string_view expression = inside.substr(0, bar);
  Value value;
  if (is_name(expression)) {
    const auto found = bench.value(expression);
    if (!found) return tl::make_unexpected(found.error());
    value = *found;
  } else {
    const auto number = bench.evaluate(expression);
    if (!number) return tl::make_unexpected(number.error());
    value.number = *number;
  }
  if (bar != inside.npos) {
    const auto unit = unit_of(inside.substr(bar + 1));
    if (!unit) return tl::make_unexpected(unit.error());
    value.unit = *unit;
  }
  // A number stays with its unit.
  std::string text = show(value);
  for (std::size_t at = text.find(' '); at != text.npos; at = text.find(' ', at)) text.replace(at, 1, unbroken);
  return text;
}

}  // namespace

Result<std::string> fill(std::string_view text, Bench& bench, const std::map<std::string, std::string>& given) {
  std::string out;
  while (!text.empty()) {
    const std::size_t brace = text.find('{');
    for (const char c : text.substr(0, brace))
      if (c != '`') out += c;
    if (brace == text.npos) break;
    const std::size_t end = text.find('}', brace);
    if (end == text.npos) return tl::make_unexpected(Error{ErrorKind::internal, "a '}' is missing in '" + std::string(text) + "'"});
    const std::string_view inside = text.substr(brace + 1, end - brace - 1);
    if (const auto known = given.find(std::string(inside)); known != given.end()) {
      out += known->second;
    } else if (inside == "machine.name") {
      out += bench.machine().name;
    } else {
      const auto value = filled(inside, bench);
      if (!value) return value;
      out += *value;
    }
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string plain_spaces(std::string text) {
  for (std::size_t at = text.find(unbroken); at != text.npos; at = text.find(unbroken, at)) text.replace(at, unbroken.size(), " ");
  return text;
}

}  // namespace warpmem::lesson
