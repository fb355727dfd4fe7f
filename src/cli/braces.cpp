#include "cli/braces.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "units/numbers.hpp"

namespace warpmem::cli {
namespace {

constexpr std::size_t most_values = 100'000;

struct Range {
  double from = 0, to = 0, step = 1;
  bool times = false;  // `step` is a factor
};

// "A..B", "A..B..S", "A..B*F". No value: not a range, a text like any other.
std::optional<Result<Range>> range_of(std::string_view item) {
  const std::size_t dots = item.find("..");
  if (dots == std::string_view::npos || dots == 0) return {};
  const auto from = number_of(item.substr(0, dots));
  if (!from) return {};
  std::string_view rest = item.substr(dots + 2);
  Range range{*from, 0, 1, false};
  std::string_view step;
  if (const std::size_t star = rest.find('*'); star != std::string_view::npos) {
    range.times = true;
    step = rest.substr(star + 1);
    rest = rest.substr(0, star);
  } else if (const std::size_t more = rest.find(".."); more != std::string_view::npos) {
    step = rest.substr(more + 2);
    rest = rest.substr(0, more);
  }
  const auto to = number_of(rest);
  auto by = number_of(step);
  if (step.empty() && !range.times) by = 1;
  const auto wrong = [&](const char* what) { return Result<Range>(usage_error(fmt::format("{{{}}}: {}", item, what))); };
  if (!to || !by) return wrong("expected a range of numbers such as 1..64, 1..64..8 or 1..1024*2");
  range.to = *to;
  range.step = *by;
  if (range.times && !(range.step > 1)) return wrong("the factor behind * must be more than 1");
  if (range.times && !(range.from > 0 && range.to > 0)) return wrong("a range with a factor goes from and to more than 0");
  if (!range.times && !(range.step > 0)) return wrong("the step must be more than 0; a range from a larger to a smaller number goes down");
  return range;
}

std::string text_of(double x) { return std::floor(x) == x ? fmt::format("{:.0f}", x) : fmt::format("{:.10g}", x); }

// Each value is computed from the first, so that steps such as 0.1 do not drift; a sliver beyond the end still counts.
bool fill(const Range& r, std::vector<std::string>& out) {
  const bool up = r.to >= r.from;
  const double slack = 1e-9 * std::max(std::abs(r.from), std::abs(r.to));
  for (std::uint64_t i = 0;; ++i) {
    const double n = static_cast<double>(i);
    double value = r.times ? r.from * std::pow(r.step, up ? n : -n) : r.from + (up ? n : -n) * r.step;
    if (up ? value > r.to + slack : value < r.to - slack) return true;
    const double whole = std::round(value);
    if (std::abs(whole - value) <= 1e-9 * std::abs(value)) value = whole;
    if (out.size() >= most_values) return false;
    out.push_back(text_of(value));
  }
}

Result<std::vector<std::string>> values_of(std::string_view inside) {
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= inside.size();) {
    const std::size_t end = std::min(inside.find(',', begin), inside.size());
    const std::string_view item = inside.substr(begin, end - begin);
    if (item.empty()) return usage_error(fmt::format("{{{}}}: an item is empty", inside));
    if (const auto range = range_of(item)) {
      if (!*range) return tl::make_unexpected(range->error());
      if (!fill(**range, values)) return usage_error(fmt::format("{{{}}}: more than {} values", inside, most_values));
    } else {
      values.emplace_back(item);
    }
    begin = end + 1;
  }
  return values;
}

// The key that a brace belongs to: what stands between the last ',' or ':' and the '=' right before it.
std::string key_before(std::string_view text) {
  if (!text.ends_with('=')) return {};
  text.remove_suffix(1);
  return std::string(text.substr(text.find_last_of(",:") + 1));  // npos + 1 is 0
}

}  // namespace

std::uint64_t BraceWord::combinations() const {
  std::uint64_t n = 1;
  for (const Choice& c : choices) {
    n *= c.values.size();
    if (n > most_values) return n;  // too many in any case, and not so many that the product wraps
  }
  return n;
}

const std::string& BraceWord::value(std::uint64_t combination, std::size_t choice) const {
  for (std::size_t i = choices.size(); i-- > choice + 1;) combination /= choices[i].values.size();
  return choices[choice].values[combination % choices[choice].values.size()];
}

std::string BraceWord::word(std::uint64_t combination) const {
  std::string out = literals[0];
  for (std::size_t i = 0; i < choices.size(); ++i) out += value(combination, i) + literals[i + 1];
  return out;
}

Result<BraceWord> parse_braces(const std::string& word) {
  BraceWord out;
  std::string literal;
  for (std::size_t at = 0; at < word.size();) {
    if (word[at] == '}') return usage_error(fmt::format("'{}': a }} without {{ before it", word));
    if (word[at] != '{') {
      literal += word[at++];
      continue;
    }
    const std::size_t end = word.find_first_of("{}", at + 1);
    if (end == std::string::npos) return usage_error(fmt::format("'{}': a {{ without }} behind it", word));
    if (word[end] == '{') return usage_error(fmt::format("'{}': braces within braces are not known", word));
    auto values = values_of(std::string_view(word).substr(at + 1, end - at - 1));
    if (!values) return usage_error(fmt::format("'{}': {}", word, values.error().message));
    out.choices.push_back({key_before(literal), *std::move(values)});
    out.literals.push_back(std::move(literal));
    literal.clear();
    at = end + 1;
  }
  out.literals.push_back(std::move(literal));
  return out;
}

}  // namespace warpmem::cli
