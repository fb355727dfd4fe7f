// What the C++ library of Debian 12's emscripten (libc++ 14) lacks of C++20 and the stages use. Put before every source
// of the engine; the program's own build does not see it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>

namespace std {

// Numbers here are short and in the C locale, so strtod on a copy will do.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  if (text.empty() || text[0] == '+' || text[0] == ' ' || text.find_first_of("xX") != string::npos) return {first, errc::invalid_argument};
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), errc{}};
}

// The shortest text that reads back as the same number; of scientific and plain the shorter, plain where they are equal.
inline to_chars_result to_chars(char* first, char* last, double value) {
  char scientific[32], plain[400];
  int digits = 1;
  for (; digits < 18; ++digits) {
    snprintf(scientific, sizeof scientific, "%.*e", digits - 1, value);
    if (strtod(scientific, nullptr) == value) break;
  }
  const char* exponent = strchr(scientific, 'e');
  const int places = exponent == nullptr ? 0 : std::max(0, digits - 1 - atoi(exponent + 1));
  snprintf(plain, sizeof plain, "%.*f", places, value);
  const string text = strlen(plain) <= strlen(scientific) ? plain : scientific;
  if (text.size() > static_cast<size_t>(last - first)) return {last, errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), errc{}};
}

namespace ranges {

template <class Range, class Value, class Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), [&](const auto& item) { return std::invoke(projection, item) == value; });
}
template <class Range, class Test>
constexpr bool any_of(Range&& range, Test test) {
  return std::any_of(std::begin(range), std::end(range), std::move(test));
}
template <class Range, class Test>
constexpr bool all_of(Range&& range, Test test) {
  return std::all_of(std::begin(range), std::end(range), std::move(test));
}
template <class Range, class Test>
constexpr bool none_of(Range&& range, Test test) {
  return std::none_of(std::begin(range), std::end(range), std::move(test));
}
template <class Range>
constexpr auto max_element(Range&& range) {
  return std::max_element(std::begin(range), std::end(range));
}
template <class Range, class Test>
constexpr auto adjacent_find(Range&& range, Test test) {
  return std::adjacent_find(std::begin(range), std::end(range), std::move(test));
}
template <class Range>
constexpr void sort(Range&& range) {
  std::sort(std::begin(range), std::end(range));
}

}  // namespace ranges
}  // namespace std
