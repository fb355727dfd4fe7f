#include "lesson/expression.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace warpmem::lesson {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

// One function a level of precedence. The first error stays; what is computed after it is thrown away.
class Parser {
 public:
  Parser(std::string_view text, const Lookup& lookup) : text_(text), rest_(text), lookup_(lookup) {}

  Result<double> run() {
    const double value = either();
    if (!problem_ && !next().empty()) fail("'" + std::string(rest_) + "' is left over");
    if (problem_) return tl::make_unexpected(*problem_);
    return value;
  }

 private:
  void fail(const std::string& message) {
    if (!problem_) problem_ = Error{ErrorKind::internal, "in '" + std::string(text_) + "': " + message};
  }
  std::string_view next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    return rest_;
  }
  bool take(std::string_view token) {
    if (!next().starts_with(token)) return false;
    if (in_name(token.back()) && rest_.size() > token.size() && in_name(rest_[token.size()])) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  double either() {
    double value = both();
    while (take("or")) {
      const double other = both();
      value = value != 0 || other != 0 ? 1 : 0;
    }
    return value;
  }
  double both() {
    double value = comparison();
    while (take("and")) {
      const double other = comparison();
      value = value != 0 && other != 0 ? 1 : 0;
    }
    return value;
  }
  double comparison() {
    const double a = sum();
    if (take("==")) return same(a, sum()) ? 1 : 0;
    if (take("!=")) return same(a, sum()) ? 0 : 1;
    if (take("<=")) return a <= sum() ? 1 : 0;
    if (take(">=")) return a >= sum() ? 1 : 0;
    if (take("<")) return a < sum() ? 1 : 0;
    if (take(">")) return a > sum() ? 1 : 0;
    return a;
  }
  double sum() {
    double value = product();
    for (;;) {
      if (take("+"))
        value += product();
      else if (take("-"))
        value -= product();
      else
        return value;
    }
  }
  double product() {
    double value = factor();
    for (;;) {
      if (take("*")) {
        value *= factor();
      } else if (take("/")) {
        const double below = factor();
        if (below == 0) fail("a division by 0");
        value /= below;
      } else {
        return value;
      }
    }
  }
  double factor() {
    if (take("(")) {
      const double value = either();
      if (!take(")")) fail("a ')' is missing");
      return value;
    }
    if (take("-")) return -factor();
    const auto end = std::find_if_not(next().begin(), rest_.end(), in_name);
    const std::string_view word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    if (word.empty()) {
      fail(rest_.empty() ? "something is missing at the end" : "'" + std::string(rest_) + "' is not understood");
      return 0;
    }
    rest_.remove_prefix(word.size());
    if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      double value = 0;
      const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (error != std::errc{} || stop != word.data() + word.size()) fail("'" + std::string(word) + "' is not a number");
      return value;
    }
    const auto value = lookup_(word);
    // What the machine cannot run is no flaw of the lesson.
    if (!value && !problem_ && value.error().kind != ErrorKind::internal) problem_ = value.error();
    if (!value) fail(value.error().message);
    return value.value_or(0);
  }

  std::string_view text_, rest_;
  const Lookup& lookup_;
  std::optional<Error> problem_;
};

}  // namespace

Result<double> evaluate(std::string_view text, const Lookup& lookup) { return Parser(text, lookup).run(); }

bool is_name(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 && std::all_of(text.begin(), text.end(), in_name);
}

}  // namespace warpmem::lesson
