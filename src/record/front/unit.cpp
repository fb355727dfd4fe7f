#include "record/front/unit.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "record/front/source_line.hpp"

namespace warpmem::front {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the word stands by itself, from 1; 0 when it does not.
std::size_t column_of(const std::string& line, std::string_view word) {
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !in_word(line[at - 1]) || !in_word(word.front());
    const std::size_t end = at + word.size();
    if (begins && (end >= line.size() || !in_word(line[end]) || !in_word(word.back()))) return at + 1;
  }
  return 0;
}

}  // namespace

std::size_t Unit::after_group(std::size_t i) const {
  const std::size_t close = i < size() ? structure.match[i] : Structure::none;
  return close == Structure::none || close < i ? i + 1 : close + 1;
}

std::string Unit::joined(std::size_t first, std::size_t end) const {
  const auto is_word = [](const Token& t) { return t.kind == TokenKind::identifier || t.kind == TokenKind::number; };
  std::string out;
  for (std::size_t i = first; i < end; ++i) {
    if (i > first && is_word(token(i - 1)) && is_word(token(i))) out += ' ';
    out += token(i).text;
    if (token(i).text == ",") out += ' ';
  }
  return out;
}

void Unit::refuse(std::size_t i, std::string message) {
  if (refused) return;
  const Token& t = token(i);
  Error error{ErrorKind::input, std::move(message), tokens.files[t.file], t.line};
  error.excerpt = source_line(error.file, t.line);  // before macros were expanded
  error.column = error.excerpt_column = column_of(error.excerpt, t.text);
  refused = std::move(error);
}

std::size_t after_attribute(const Unit& unit, std::size_t i) {
  constexpr std::array<std::string_view, 9> names{"__launch_bounds__", "__maxnreg__",   "__cluster_dims__", "__block_size__", "__align__",
                                                  "__builtin_align__", "__attribute__", "__attribute",      "alignas"};
  if (unit.is_identifier(i) && unit.text(i + 1) == "(" && std::ranges::find(names, unit.text(i)) != names.end())
    return unit.after_group(i + 1);
  if (unit.text(i) == "[" && unit.text(i + 1) == "[") return unit.after_group(i);
  return i;
}

bool in_device_code(const Unit& unit, std::size_t i) {
  for (const Body& body : unit.structure.bodies) {
    if (i < body.open || i > body.close) continue;
    for (std::size_t word = body.head; word < body.open; ++word)
      if (unit.text(word) == "__device__" || unit.text(word) == "__global__") return true;
  }
  return false;
}

Side side_of(const Unit& unit, std::size_t i) {
  const auto& bodies = unit.structure.bodies;
  const auto after = std::ranges::upper_bound(bodies, i, {}, &Body::open);
  if (after == bodies.begin()) return Side::host;
  const Body& body = *std::prev(after);
  if (i > body.close) return Side::host;
  bool device = false;
  for (std::size_t word = body.head; word < body.open; ++word) {
    if (unit.text(word) == "__host__") return Side::host;
    if (unit.text(word) == "__global__" || unit.text(word) == "__device__") device = true;
  }
  return device ? Side::device : Side::host;
}

}  // namespace warpmem::front
