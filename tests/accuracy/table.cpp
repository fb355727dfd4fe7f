#include "table.hpp"

#include <cmath>
#include <cstdio>

namespace accuracy {
namespace {

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}
std::string signed_percent(double share) { return formatted("%+.1f %%", 100 * share); }

}  // namespace

void Errors::add(const std::string& row, double simulated, double measured) {
  const double error = simulated / measured - 1;
  ++rows_;
  sum_ += std::abs(error);
  if (std::abs(error) > marked_beyond) ++marked_;
  if (std::abs(error) > std::abs(worst_)) {
    worst_ = error;
    worst_row_ = row;
  }
}

std::string Errors::verdict() const {
  return "mean " + formatted("%.1f %%", 100 * mean()) + ", worst " + signed_percent(worst_) + " (" + worst_row_ + "), " +
         std::to_string(marked_) + " of " + std::to_string(rows_) + " beyond " + formatted("%.0f %%", 100 * marked_beyond);
}

std::string number(double value) {
  const double size = std::abs(value);
  return formatted(size >= 100 || value == std::floor(value) ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
}

std::string compared(Errors& errors, const std::string& row, double simulated, double measured) {
  errors.add(row, simulated, measured);
  const double error = simulated / measured - 1;
  const std::string text = signed_percent(error);
  return number(measured) + " / " + number(simulated) + ", " + (std::abs(error) > marked_beyond ? "**" + text + "**" : text);
}

void Table::print(std::ostream& out) const {
  const auto line = [&](const std::vector<std::string>& cells) {
    out << '|';
    for (const std::string& cell : cells) out << ' ' << cell << " |";
    out << '\n';
  };
  line(head_);
  out << '|';
  for (std::size_t i = 0; i < head_.size(); ++i) out << (i == 0 ? "---|" : "---:|");
  out << '\n';
  for (const auto& row : rows_) line(row);
  out << '\n';
}

}  // namespace accuracy
