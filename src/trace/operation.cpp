#include "trace/operation.hpp"

#include <array>

#include "trace/suggest.hpp"

namespace warpmem {
namespace {

constexpr std::array<std::string_view, 8> op_names = {"ld", "st", "red", "atom", "bar", "wait", "compute", "mark"};
constexpr std::array<std::string_view, 3> space_names = {"global", "shared", "local"};
constexpr std::array<std::string_view, 7> hint_names = {"ca", "cg", "cs", "lu", "cv", "wb", "wt"};
constexpr std::array<std::string_view, 5> width_names = {"b8", "b16", "b32", "b64", "b128"};

template <std::size_t N>
std::size_t index_in(const std::array<std::string_view, N>& names, std::string_view name) {
  std::size_t i = 0;
  while (i < N && names[i] != name) ++i;
  return i;
}

template <std::size_t N>
std::vector<std::string_view> listed(const std::array<std::string_view, N>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

std::string op_text(Op op, Space space, CacheHint cache, unsigned bytes) {
  std::string text(op_names[static_cast<std::size_t>(op)]);
  if (!touches_memory(op)) return text;
  text += '.';
  text += space_names[static_cast<std::size_t>(space)];
  if (cache != trace::default_hint(op)) {
    text += '.';
    text += hint_names[static_cast<std::size_t>(cache)];
  }
  return text + ".b" + std::to_string(8 * bytes);
}

namespace trace {
namespace {

Parsed<Op> parse_op(std::string_view word, std::string_view whole, std::size_t at) {
  const std::size_t i = index_in(op_names, word);
  if (i < op_names.size()) return static_cast<Op>(i);
  std::vector<std::string_view> known = listed(op_names);
  known.insert(known.end(), {"kernel", "block", "warp"});
  return flaw(at, "unknown operation " + quoted(whole) + instead_of(word, known));
}

Parsed<std::uint8_t> parse_width(std::string_view word, Op op, std::size_t at) {
  const std::size_t i = index_in(width_names, word);
  if (i == width_names.size()) {
    return flaw(at, "unknown width " + quoted(word) + instead_of(word, listed(width_names)) + " (bits per lane)");
  }
  if ((op == Op::reduction || op == Op::atomic) && i < 2) {
    return flaw(at, "`red` and `atom` take 32, 64 or 128 bits per lane, not " + std::string(word.substr(1)));
  }
  return static_cast<std::uint8_t>(1U << i);
}

}  // namespace

std::optional<CacheHint> parse_cache_hint(std::string_view name) {
  const std::size_t i = index_in(hint_names, name);
  return i < hint_names.size() ? std::optional(static_cast<CacheHint>(i)) : std::nullopt;
}

Parsed<Operation> parse_operation(std::string_view word, std::size_t at) {
  std::array<std::string_view, 5> parts;
  std::array<std::size_t, 5> places{};
  std::size_t count = 0;
  for (std::size_t begin = 0; begin <= word.size() && count < parts.size(); ++count) {
    const std::size_t end = std::min(word.find('.', begin), word.size());
    parts[count] = word.substr(begin, end - begin);
    places[count] = at + begin;
    begin = end + 1;
  }
  const Parsed<Op> op = parse_op(parts[0], word, at);
  if (!op) return tl::make_unexpected(op.error());
  if (!touches_memory(*op)) {
    if (count > 1) return flaw(places[1], quoted(parts[0]) + " stands alone, without " + quoted(parts[1]));
    return Operation{*op, Space::global, default_hint(*op), 4};
  }

  const std::string example = std::string(parts[0]) + ".global.b32";
  if (count < 3) {
    return flaw(
        at, quoted(word) + " lacks its " + (count < 2 ? "memory space and width" : "memory space or width") + ", as in `" + example + "`");
  }
  if (count > 4) return flaw(places[4], "expected a space after the width, as in `" + example + "`");
  const std::size_t space = index_in(space_names, parts[1]);
  if (space == space_names.size()) {
    return flaw(places[1], "unknown memory space " + quoted(parts[1]) + instead_of(parts[1], listed(space_names)));
  }
  if (static_cast<Space>(space) == Space::local && (*op == Op::reduction || *op == Op::atomic)) {
    return flaw(places[1], "local memory has no `" + std::string(parts[0]) + "`: expected global or shared");
  }
  CacheHint cache = default_hint(*op);
  if (count == 4) {
    const std::optional<CacheHint> hint = parse_cache_hint(parts[2]);
    if (!hint) {
      return flaw(places[2], "unknown cache operator " + quoted(parts[2]) + instead_of(parts[2], listed(hint_names)));
    }
    // `ca` and `wb` are one thing said of loads and of stores: cache at all levels.
    cache = *hint == CacheHint::ca || *hint == CacheHint::wb ? cache : *hint;
  }
  const Parsed<std::uint8_t> bytes = parse_width(parts[count - 1], *op, places[count - 1]);
  if (!bytes) return tl::make_unexpected(bytes.error());
  return Operation{*op, static_cast<Space>(space), cache, *bytes};
}

}  // namespace trace
}  // namespace warpmem
