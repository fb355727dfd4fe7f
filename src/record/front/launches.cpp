// k<T><<<grid, block>>>(a, b)  ->  ::warpmem::launch(::warpmem::Geometry(grid, block), "k<T>", "file", 12, pointer to k<T> or
// nullptr, [&](auto&... warpmem_a) { k<T>(warpmem_a...); }, a, b). The call within the lambda lets the compiler deduce and
// convert as it does for any call; a literal 0, which may stand for a pointer, and a braced list are written there.
#include <optional>

#include "record/front/ptx.hpp"
#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

// What hands over the arguments is not the kernel's: no hooks in it.
constexpr const char* unseen = " __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage))";

struct Launch {
  std::size_t callee = 0, open = 0;    // the callee's first token; the first of `<<<`
  std::size_t close = 0, parens = 0;   // the first of `>>>`; the '(' of the arguments
  std::vector<std::size_t> arguments;  // the first token of each
};

bool opens_launch(const Unit& unit, std::size_t i) {
  return i > 0 && unit.text(i) == "<" && unit.text(i + 1) == "<" && unit.text(i + 2) == "<" && unit.text(i - 1) != "operator";
}

// The first token of the expression that ends just before `end`: a name with its qualifiers and template arguments, an
// array's element, a call or something in parentheses.
std::optional<std::size_t> callee_before(const Unit& unit, std::size_t end) {
  std::size_t i = end;
  while (i > 0) {
    // One primary with what is appended to it.
    std::size_t begin = i - 1;
    while (unit.text(begin) == "]" && unit.structure.match[begin] != Structure::none) begin = unit.structure.match[begin] - 1;
    if (unit.text(begin) == ">") {
      const std::size_t angle = opening_angle(unit.tokens.list, unit.structure, begin);
      if (angle == Structure::none || angle == 0) return std::nullopt;
      begin = angle - 1;
    }
    if (unit.text(begin) == ")") {
      if (unit.structure.match[begin] == Structure::none) return std::nullopt;
      begin = unit.structure.match[begin];
      static const std::set<std::string_view> statements{"if", "for", "while", "switch", "return", "else", "do"};
      const bool call = begin > 0 && unit.is_identifier(begin - 1) && !statements.contains(unit.text(begin - 1));
      if (call) --begin;
    } else if (!unit.is_identifier(begin)) {
      return std::nullopt;
    }
    if (begin > 0 && unit.text(begin - 1) == "template") --begin;
    const std::string_view before = begin > 0 ? unit.text(begin - 1) : std::string_view{};
    if (before == "." || before == "->") {
      i = begin - 1;
    } else if (before == "::") {
      const bool qualified =
          begin >= 2 && ((unit.is_identifier(begin - 2) && unit.text(begin - 2) != "return" && unit.text(begin - 2) != "else") ||
                         unit.text(begin - 2) == ">");
      if (!qualified) return begin - 1;
      i = begin - 1;
    } else {
      return begin;
    }
  }
  return std::nullopt;
}

// The `>>>` that ends the geometry: three in a row before a '(', for `n >> 8` and `max<int>(a, b)` may stand before.
std::size_t closing_launch(const Unit& unit, std::size_t i) {
  while (i < unit.size()) {
    const std::string_view text = unit.text(i);
    if (text == ">") {
      std::size_t end = i;
      while (unit.text(end) == ">") ++end;
      if (end - i >= 3 && unit.text(end) == "(") return end - 3;
      i = end;
    } else if (text == ";" || text == ")" || text == "}" || text == "]") {
      return Structure::none;
    } else {
      i = unit.after_group(i);
    }
  }
  return Structure::none;
}

// A '<' in an argument opens template arguments when what closes them is followed as only those are.
std::size_t after_template_arguments(const Unit& unit, std::size_t i, std::size_t end) {
  if (unit.text(i) != "<" || !unit.is_identifier(i - 1)) return i;
  const std::size_t close = closing_angle(unit.tokens.list, unit.structure, i);
  if (close == Structure::none || close >= end) return i;
  const std::string_view next = unit.text(close + 1);
  return next == "(" || next == "::" || next == "{" || next == "," || next == ")" ? close + 1 : i;
}

void split_arguments(const Unit& unit, Launch& launch) {
  const std::size_t end = unit.after_group(launch.parens) - 1;
  for (std::size_t i = launch.parens + 1; i < end;) {
    launch.arguments.push_back(i);
    while (i < end && unit.text(i) != ",") {
      const std::size_t past = after_template_arguments(unit, i, end);
      i = past != i ? past : unit.after_group(i);
    }
    ++i;
  }
}

std::optional<Launch> parse(const Unit& unit, std::size_t i) {
  Launch launch;
  launch.open = i;
  const auto callee = callee_before(unit, i);
  if (!callee) return std::nullopt;
  launch.callee = *callee;
  launch.close = closing_launch(unit, i + 3);
  if (launch.close == Structure::none) return std::nullopt;
  launch.parens = launch.close + 3;
  if (unit.structure.match[launch.parens] == Structure::none) return std::nullopt;
  split_arguments(unit, launch);
  return launch;
}

// How many template arguments the callee gives; nothing for a pack.
std::optional<std::size_t> given_template_arguments(const Unit& unit, std::size_t open, std::size_t close) {
  std::size_t count = close > open + 1 ? 1 : 0;
  int depth = 0;
  for (std::size_t i = open + 1; i < close; ++i) {
    const std::string_view text = unit.text(i);
    if (text == "...") return std::nullopt;
    if (text == "<") ++depth;
    if (text == ">") --depth;
    if (text == "," && depth == 0) ++count;
    if (text == "(" || text == "[" || text == "{") i = unit.after_group(i) - 1;
  }
  return count;
}

// What to hand out as the kernel's address: its symbol names it, and attributes are set by it. An overloaded kernel and one
// whose template arguments are deduced have no address that can be written down.
std::string pointer_to(const Unit& unit, const Launch& launch) {
  const std::string cast = "(const void*)(" + unit.joined(launch.callee, launch.open) + ")";
  const std::size_t last = launch.open - 1;
  if (unit.text(last) == ">") {
    const std::size_t open = opening_angle(unit.tokens.list, unit.structure, last);
    const auto known = unit.kernels.find(unit.text(open - 1));
    if (known == unit.kernels.end() || known->second.overloaded || !known->second.plain_parameters) return "nullptr";
    return given_template_arguments(unit, open, last) == known->second.parameters ? cast : "nullptr";
  }
  if (!unit.is_identifier(last)) return cast;
  const auto known = unit.kernels.find(unit.text(last));
  if (known == unit.kernels.end()) return cast;
  return known->second.overloaded || known->second.is_template ? "nullptr" : cast;
}

// A kernel's name or template can only be written in the call itself. Anything else is a value: read here, once, for device
// code cannot reach what it may lie in.
bool is_value(const Unit& unit, const Launch& launch) {
  const std::size_t last = launch.open - 1;
  return unit.text(last) != ">" && !unit.kernels.contains(unit.text(last));
}

bool stays_in_call(const Unit& unit, std::size_t first, std::size_t end) {
  if (unit.text(first) == "{") return true;
  return end == first + 1 && (unit.text(first) == "0" || unit.text(first) == "NULL" || unit.text(first) == "__null");
}

void rewrite_one(Unit& unit, const Launch& launch) {
  const std::size_t end = unit.after_group(launch.parens) - 1;
  const std::string callee = unit.joined(launch.callee, launch.open);
  std::string parameters, call;
  bool any_stays = false;
  for (std::size_t a = 0; a < launch.arguments.size(); ++a) {
    const std::size_t first = launch.arguments[a];
    const std::size_t past = a + 1 < launch.arguments.size() ? launch.arguments[a + 1] - 1 : end;
    const std::string name = "warpmem_a" + std::to_string(a);
    if (a > 0) call += ", ";
    if (stays_in_call(unit, first, past)) {
      any_stays = true;
      call += unit.joined(first, past);
      if (a > 0) unit.edits.blank(first - 1);
      unit.edits.blank(first, past - 1);
    } else {
      parameters += (parameters.empty() ? "auto& " : ", auto& ") + name;
      call += name;
      if (a == 0) unit.edits.before(first, ", ");
    }
  }
  if (!any_stays) {
    parameters = "auto&... warpmem_a";
    call = "warpmem_a...";
  }
  const bool value = is_value(unit, launch);
  const std::string capture = value ? "&, warpmem_k = " + callee : "&";
  const std::string called = value ? "warpmem_k" : callee;
  const Token& at = unit.token(launch.callee);
  unit.edits.blank(launch.callee, launch.open + 2);
  unit.edits.replace(launch.callee, "::warpmem::launch(::warpmem::Geometry(");
  unit.edits.blank(launch.close, launch.parens);
  unit.edits.replace(launch.close, "), " + quoted_literal(callee) + ", " + quoted_literal(unit.tokens.files[at.file]) + ", " +
                                       std::to_string(at.line) + ", " + pointer_to(unit, launch) + ", [" + capture + "](" + parameters +
                                       ")" + unseen + " { " + called + "(" + call + "); }");
  ++unit.launches;
}

}  // namespace

void rewrite_launches(Unit& unit) {
  for (std::size_t i = 0; i + 2 < unit.size(); ++i) {
    if (!opens_launch(unit, i)) continue;
    const auto launch = parse(unit, i);
    if (!launch) {
      unit.refuse(i - 1, "this launch is not understood: expected KERNEL<<<GRID, BLOCK[, SHARED[, STREAM]]>>>(ARGUMENTS)");
      return;
    }
    if (side_of(unit, i) == Side::device) {
      unit.refuse(launch->callee, "a kernel that launches a kernel (dynamic parallelism) is not modelled: launch it from the host");
      return;
    }
    rewrite_one(unit, *launch);
    i = launch->parens;
  }
}

}  // namespace warpmem::front
