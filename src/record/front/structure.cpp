#include "record/front/structure.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpmem::front {
namespace {

constexpr std::array<std::string_view, 4> type_words{"class", "struct", "union", "enum"};

bool is_type_word(std::string_view word) { return std::ranges::find(type_words, word) != type_words.end(); }

void match_brackets(const std::vector<Token>& tokens, Structure& s) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::punctuation) continue;
    const char c = tokens[i].text.front();
    if (c == '(' || c == '[' || c == '{') open.push_back(i);
    if (c != ')' && c != ']' && c != '}') continue;
    const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
    // Where brackets do not pair, the compiler will say so; here the text must only be got through.
    while (!open.empty() && tokens[open.back()].text.front() != wanted) open.pop_back();
    if (open.empty()) continue;
    s.match[i] = open.back();
    s.match[open.back()] = i;
    open.pop_back();
  }
}

// `class X : Base {` and `struct __align__(8) X {` open a class; `struct X f() {` a function.
bool opens_type(const std::vector<Token>& tokens, const Structure& s, std::size_t word, std::size_t brace) {
  for (std::size_t i = word + 1; i < brace; ++i) {
    const std::string_view text = tokens[i].text;
    if (text == ":" || text == "final") return true;
    if (text == "(" || text == "[") {
      const bool of_attribute = text == "[" || tokens[i - 1].text.starts_with("__") || tokens[i - 1].text == "alignas";
      if (!of_attribute || s.match[i] == Structure::none) return false;
      i = s.match[i];
    }
    if (text == "<") {
      const std::size_t close = closing_angle(tokens, s, i);
      if (close == Structure::none) return false;
      i = close;
    }
    if (text == "=") return false;
  }
  return true;
}

Scope kind_of(const std::vector<Token>& tokens, const Structure& s, std::size_t begin, std::size_t brace, Scope around) {
  const std::string_view before = brace > 0 ? tokens[brace - 1].text : std::string_view{};
  if (before == "=" || before == "(" || before == "," || before == "return") return Scope::list;
  bool arguments = false;
  for (std::size_t i = begin; i < brace; ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "namespace") return Scope::space;
    if (text == "extern" && i + 2 == brace && tokens[i + 1].kind == TokenKind::string) return Scope::space;
    if (text == "template" && i + 1 < brace && tokens[i + 1].text == "<") {
      const std::size_t close = closing_angle(tokens, s, i + 1);
      if (close != Structure::none && close < brace) i = close;
      continue;
    }
    if (is_type_word(text) && opens_type(tokens, s, i, brace)) return text == "enum" ? Scope::list : Scope::type;
    if (text == "(") {
      arguments = true;
      if (s.match[i] != Structure::none && s.match[i] < brace) i = s.match[i];
    }
  }
  // Within a function, what is no class or list is a block; it makes no difference whether of a lambda or of a loop.
  return around == Scope::block || arguments ? Scope::block : Scope::list;
}

struct Frame {
  Scope scope = Scope::space;
  std::size_t begin = 0;   // of the statement under way around it
  std::size_t parens = 0;  // open ones of its own
};

}  // namespace

std::size_t closing_angle(const std::vector<Token>& tokens, const Structure& s, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "<") ++depth;
    if (text == ">" && --depth == 0) return i;
    if (text == "(" || text == "[" || text == "{") {
      if (s.match[i] == Structure::none) return Structure::none;
      i = s.match[i];
    } else if (text == ")" || text == "]" || text == "}" || text == ";") {
      return Structure::none;
    }
  }
  return Structure::none;
}

std::size_t opening_angle(const std::vector<Token>& tokens, const Structure& s, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const std::string_view text = tokens[i].text;
    if (text == ">") ++depth;
    if (text == "<" && --depth == 0) return i;
    if (text == ")" || text == "]" || text == "}") {
      if (s.match[i] == Structure::none) return Structure::none;
      i = s.match[i];
    } else if (text == "(" || text == "[" || text == "{" || text == ";") {
      return Structure::none;
    }
  }
  return Structure::none;
}

Structure analyse(const std::vector<Token>& tokens) {
  Structure s;
  s.match.assign(tokens.size(), Structure::none);
  s.scope.assign(tokens.size(), Scope::space);
  s.statement.assign(tokens.size(), 0);
  match_brackets(tokens, s);

  std::vector<Frame> frames;
  Scope scope = Scope::space;
  std::size_t begin = 0;
  std::size_t parens = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = tokens[i].text;
    s.scope[i] = scope;
    s.statement[i] = begin;
    if (text == "(" || text == "[") ++parens;
    if ((text == ")" || text == "]") && parens > 0) --parens;
    if (text == "{") {
      const Scope kind = kind_of(tokens, s, begin, i, scope);
      if (kind == Scope::block && scope != Scope::block && s.match[i] != Structure::none) s.bodies.push_back({begin, i, s.match[i]});
      frames.push_back({scope, begin, parens});
      scope = kind;
      begin = i + 1;
      parens = 0;
    } else if (text == "}" && !frames.empty()) {
      // What follows a class or a list, or a lambda's body within parentheses, still belongs to the statement around it.
      const bool goes_on = scope == Scope::type || scope == Scope::list || frames.back().parens > 0;
      scope = frames.back().scope;
      parens = frames.back().parens;
      begin = goes_on ? frames.back().begin : i + 1;
      s.scope[i] = scope;
      s.statement[i] = frames.back().begin;
      frames.pop_back();
    } else if (text == ";" && parens == 0) {
      begin = i + 1;
    }
  }
  return s;
}

}  // namespace warpmem::front
