#include "record/front/declarator.hpp"

#include <optional>

namespace warpmem::front {
namespace {

// Words that stand where a name could, but are none.
bool is_qualifier(std::string_view word) {
  static const std::set<std::string_view> words{"const",        "volatile",   "static",     "extern",       "inline",      "constexpr",
                                                "__restrict__", "__shared__", "__device__", "__constant__", "__managed__", "restrict",
                                                "__restrict",   "mutable",    "typename",   "thread_local", "__volatile__"};
  return words.contains(word);
}

// Reads one declarator from `i` on; nothing when it has no name or is a function.
std::optional<Declarator> read_one(const Unit& unit, std::size_t i) {
  Declarator d;
  d.first = i;
  bool named = false;           // an identifier was seen that may be the name
  bool in_parentheses = false;  // (*p)[4]: what follows is what p points to
  bool settled = false;         // it is the name: brackets or parentheses have followed
  while (i < unit.size()) {
    const std::string_view text = unit.text(i);
    if (text == "," || text == ";") {
      d.end = i;
      return named ? std::optional(d) : std::nullopt;
    }
    if (text == ")" || text == "}" || text == "]") return std::nullopt;
    if (const std::size_t past = after_attribute(unit, i); past != i) {
      i = past;
    } else if (d.initial != 0) {
      i = unit.after_group(i);
    } else if (text == "=") {
      d.initial = i++;
      settled = true;
    } else if (text == "decltype" || text == "__typeof__" || text == "typeof") {
      i = unit.after_group(i + 1);
    } else if (text == "<" && named && !settled) {
      const std::size_t close = closing_angle(unit.tokens.list, unit.structure, i);
      i = close == Structure::none ? i + 1 : close + 1;
    } else if (text == "{") {
      // A class that is defined here, or the value.
      const std::string_view before = unit.text(i - 1);
      const bool of_type =
          find_word(unit, d.first, i, "struct") != Structure::none || find_word(unit, d.first, i, "union") != Structure::none ||
          find_word(unit, d.first, i, "class") != Structure::none || find_word(unit, d.first, i, "enum") != Structure::none;
      if ((!of_type || settled) && before != "struct" && before != "union") d.initial = i;
      i = unit.after_group(i);
    } else if (text == "(") {
      const std::string_view next = unit.text(i + 1);
      if (settled) {
        i = unit.after_group(i);
      } else if (next == "*" || next == "&") {
        const std::size_t end = unit.after_group(i);
        for (std::size_t k = i + 1; k < end; ++k) {
          if (unit.is_identifier(k) && !is_qualifier(unit.text(k))) d.name = k;
        }
        named = settled = d.name > i;
        d.pointer = in_parentheses = true;
        i = end;
      } else {
        return std::nullopt;
      }
    } else if (text == "[") {
      if (d.bracket == 0 && !in_parentheses) d.bracket = i;
      settled = true;
      i = unit.after_group(i);
    } else {
      if (text == "operator") return std::nullopt;
      if ((text == "*" || text == "&") && !settled) d.pointer = true;
      if (unit.is_identifier(i) && !settled && !is_qualifier(text)) {
        d.name = i;
        named = true;
      }
      ++i;
    }
  }
  return std::nullopt;
}

}  // namespace

std::size_t declaration_begin(const Unit& unit, std::size_t statement) {
  std::size_t i = statement;
  while (i < unit.size()) {
    if (unit.text(i) == "template" && unit.text(i + 1) == "<") {
      const std::size_t close = closing_angle(unit.tokens.list, unit.structure, i + 1);
      if (close == Structure::none) return i;
      i = close + 1;
    } else if (unit.is_identifier(i) && unit.text(i + 1) == ":") {
      i += 2;
    } else if (unit.text(i) == "case") {
      while (i < unit.size() && unit.text(i) != ":" && unit.text(i) != ";") i = unit.after_group(i);
      if (unit.text(i) == ":") ++i;
    } else {
      return i;
    }
  }
  return statement;
}

std::vector<Declarator> declarators(const Unit& unit, std::size_t begin) {
  std::vector<Declarator> all;
  for (std::size_t i = begin;;) {
    const auto one = read_one(unit, i);
    if (!one) return {};
    all.push_back(*one);
    if (unit.text(one->end) == ";") return all;
    i = one->end + 1;
  }
}

std::size_t find_word(const Unit& unit, std::size_t begin, std::size_t end, std::string_view word) {
  for (std::size_t i = begin; i < end && i < unit.size(); i = unit.after_group(i))
    if (unit.text(i) == word) return i;
  return Structure::none;
}

}  // namespace warpmem::front
