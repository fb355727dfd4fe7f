#include "lesson/answer.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace warpmem::lesson {
namespace {

// Commas between thousands and what stands behind the number ("x", "B", "us") do not count.
Result<double> number_in(std::string_view given, Unit unit) {
  std::string digits;
  for (const char c : given)
    if (c != ',' && c != ' ') digits += c;
  double number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (problem != std::errc{}) return usage_error("'" + std::string(given) + "' is not a number");
  const std::string_view behind(end, digits.data() + digits.size());
  const bool percent = behind == "%";
  if (!percent && std::any_of(behind.begin(), behind.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }))
    return usage_error("'" + std::string(given) + "' is not a number");
  // Of shares, 80 means 80 %.
  return percent || (unit == Unit::share && number > 1) ? number / 100 : number;
}

Result<std::string> letters_in(std::string_view given, const Question& question) {
  std::string letters;
  for (const char c : given) {
    if (c == ' ' || c == ',' || c == '+') continue;
    const auto letter = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto is_it = [letter](const auto& option) { return option.first[0] == letter; };
    if (std::none_of(question.options.begin(), question.options.end(), is_it))
      return usage_error("'" + std::string(given) + "' names no option; they are " + question.options.front().first + " to " +
                         question.options.back().first);
    if (letters.find(letter) == letters.npos) letters += letter;
  }
  std::sort(letters.begin(), letters.end());
  return letters;
}

}  // namespace

Result<std::string> right_answer(const Question& question, Bench& bench) {
  if (question.options.empty()) {
    const auto value = bench.evaluate(question.value);
    if (!value) return tl::make_unexpected(value.error());
    return show({*value, question.unit});
  }
  std::string letters;
  for (const auto& [letter, condition] : question.options) {
    const auto holds = bench.evaluate(condition);
    if (!holds) return tl::make_unexpected(holds.error());
    if (*holds != 0) letters += letter;
  }
  return letters;
}

Result<bool> is_right(const Question& question, std::string_view given, Bench& bench) {
  if (!question.options.empty()) {
    const auto letters = letters_in(given, question);
    if (!letters) return tl::make_unexpected(letters.error());
    const auto right = right_answer(question, bench);
    if (!right) return tl::make_unexpected(right.error());
    return *letters == *right;
  }
  const auto number = number_in(given, question.unit);
  if (!number) return tl::make_unexpected(number.error());
  const auto right = bench.evaluate(question.value);
  if (!right) return tl::make_unexpected(right.error());
  return std::abs(*number - *right) <= question.within * std::abs(*right) + 1e-9;
}

}  // namespace warpmem::lesson
