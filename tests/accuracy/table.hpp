// Markdown tables and the errors they come to.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace accuracy {

inline constexpr double marked_beyond = 0.15;

// How far simulated figures are from measured ones, as shares of the measured.
class Errors {
 public:
  void add(const std::string& row, double simulated, double measured);
  std::size_t rows() const { return rows_; }
  std::size_t marked() const { return marked_; }
  double mean() const { return rows_ == 0 ? 0 : sum_ / static_cast<double>(rows_); }
  double worst() const { return worst_; }  // signed
  std::string verdict() const;             // "mean 1.2 %, worst -3.4 % (row), 0 of 10 beyond 15 %"

 private:
  std::size_t rows_ = 0, marked_ = 0;
  double sum_ = 0, worst_ = 0;
  std::string worst_row_;
};

class Table {
 public:
  explicit Table(std::vector<std::string> head) : head_(std::move(head)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void print(std::ostream& out) const;

 private:
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

std::string number(double value);  // three significant figures at least, no decimals from 100 on
// "measured | simulated | error" as one cell: "412 / 405, -1.7 %"; in bold beyond the mark. Adds to `errors`.
std::string compared(Errors& errors, const std::string& row, double simulated, double measured);

}  // namespace accuracy
