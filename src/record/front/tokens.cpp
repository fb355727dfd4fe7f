#include "record/front/tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>

namespace warpmem::front {
namespace {

bool starts_identifier(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_identifier(char c) { return starts_identifier(c) || is_digit(c); }

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view ours) : text_(text), ours_(ours) {
    out_.text = text;
    enter("", false);
  }

  Tokens scan() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (c == '\n') {
      ++line_;
      ++at_;
      fresh_line_ = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (c == '#' && fresh_line_) {
      directive();
    } else if (!of_user_) {
      skip_line();
    } else if (c == '/' && peek(1) == '/') {
      skip_line();
    } else if (c == '/' && peek(1) == '*') {
      skip_comment();
    } else {
      fresh_line_ = false;
      token();
    }
  }

  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    const std::size_t to = end == text_.npos ? text_.size() : end + 2;
    count_lines(at_, to);
    at_ = to;
  }

  void count_lines(std::size_t from, std::size_t to) {
    line_ += static_cast<std::uint32_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(from), text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
  }

  // `# 12 "file" 3`, as the preprocessor marks where text comes from; all else that begins with '#' is a pragma.
  void directive() {
    const std::size_t begin = at_;
    skip_line();
    const std::string_view whole = text_.substr(begin, at_ - begin);
    std::size_t i = 1;
    while (i < whole.size() && whole[i] == ' ') ++i;
    std::uint32_t line = 0;
    const auto [end, problem] = std::from_chars(whole.data() + i, whole.data() + whole.size(), line);
    const std::size_t open = whole.find('"', i);
    if (problem != std::errc{} || open == whole.npos) return;
    std::string file;
    std::size_t close = open + 1;
    for (; close < whole.size() && whole[close] != '"'; ++close) {
      if (whole[close] == '\\' && close + 1 < whole.size()) ++close;
      file += whole[close];
    }
    const std::string_view flags = close < whole.size() ? whole.substr(close + 1) : std::string_view{};
    enter(file, flags.find('3') != flags.npos);
    line_ = line - 1;  // the marker's own line ends yet
  }

  // A file keeps the character it was first met with: text of the user's that a system header's macro gave is marked as
  // the system's, too.
  void enter(const std::string& file, bool of_system) {
    const auto known = numbers_.find(file);
    if (known == numbers_.end()) {
      const bool made_up = !file.empty() && file.front() == '<';
      const bool inside_ours = !ours_.empty() && file.starts_with(ours_);
      file_ = static_cast<std::uint32_t>(out_.files.size());
      of_user_ = !of_system && !made_up && !inside_ours;
      numbers_.emplace(file, std::pair{file_, of_user_});
      out_.files.push_back(file);
    } else {
      std::tie(file_, of_user_) = known->second;
    }
    line_ = 1;
  }

  void token() {
    const std::size_t begin = at_;
    const std::uint32_t line = line_;
    TokenKind kind = TokenKind::punctuation;
    if (starts_identifier(peek())) {
      kind = TokenKind::identifier;
      while (continues_identifier(peek())) ++at_;
      if (peek() == '"' || peek() == '\'') kind = literal_after(begin);
    } else if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) {
      kind = TokenKind::number;
      number();
    } else if (peek() == '"') {
      kind = TokenKind::string;
      quoted('"');
    } else if (peek() == '\'') {
      kind = TokenKind::character;
      quoted('\'');
    } else {
      punctuation();
    }
    out_.list.push_back({text_.substr(begin, at_ - begin), begin, line, file_, kind});
  }

  // The identifier from `begin` may be a literal's prefix: L"..", u8R"(..)".
  TokenKind literal_after(std::size_t begin) {
    constexpr std::array<std::string_view, 9> prefixes{"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
    const std::string_view prefix = text_.substr(begin, at_ - begin);
    if (std::ranges::find(prefixes, prefix) == prefixes.end()) return TokenKind::identifier;
    const char quote = peek();
    if (prefix.back() == 'R' && quote == '"')
      raw_string();
    else
      quoted(quote);
    return quote == '"' ? TokenKind::string : TokenKind::character;
  }

  void quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') at_ += peek() == '\\' ? 2 : 1;
    at_ = std::min(at_ + (peek() == quote ? 1 : 0), text_.size());
    while (continues_identifier(peek())) ++at_;  // a suffix: "x"s
  }

  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    std::string close = ")";
    if (open != text_.npos) close += text_.substr(at_ + 1, open - at_ - 1);
    close += '"';
    const std::size_t end = open == text_.npos ? text_.npos : text_.find(close, open);
    const std::size_t to = end == text_.npos ? text_.size() : end + close.size();
    count_lines(at_, to);
    at_ = to;
  }

  void number() {
    while (at_ < text_.size()) {
      const char c = peek();
      const char next = peek(1);
      const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      if (exponent && (next == '+' || next == '-'))
        at_ += 2;
      else if (continues_identifier(c) || c == '.' || (c == '\'' && continues_identifier(next)))
        ++at_;
      else
        break;
    }
  }

  void punctuation() {
    constexpr std::array<std::string_view, 17> longer{"...", "::", "->", "==", "!=", "<=", ">=", "&&", "||",
                                                      "++",  "--", "+=", "-=", "*=", "/=", "|=", "&="};
    for (const std::string_view word : longer) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return;
      }
    }
    ++at_;
  }

  std::string_view text_;
  std::string_view ours_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::uint32_t file_ = 0;
  bool of_user_ = true;
  bool fresh_line_ = true;
  std::map<std::string, std::pair<std::uint32_t, bool>> numbers_;
  Tokens out_;
};

}  // namespace

Tokens tokenise(std::string_view text, std::string_view ours) { return Scanner(text, ours).scan(); }

}  // namespace warpmem::front
