// Lines, bars and tables of the text views.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "warpmem/report.hpp"

namespace warpmem::report {

// Breaks at spaces, and between Chinese characters, so that no line is longer than `width` columns; lines after the first
// begin with `indent` spaces.
std::string wrap(std::string_view text, unsigned width, unsigned indent = 0);
std::string bold(const std::string& text, const TextStyle& style);
// A horizontal bar, share (0 to 1) of `cells` columns long and padded to them; at least a sliver when share > 0.
std::string bar(double share, unsigned cells, const TextStyle& style);
// Whole percentages that sum to 100 (largest remainders); all 0 when the shares are.
std::vector<unsigned> whole_percents(const std::vector<double>& shares);
std::string left(std::string_view text, std::size_t width);  // padded to `width` columns, never cut
std::string right(std::string_view text, std::size_t width);
std::string shortened(std::string_view text, std::size_t width, bool ascii);  // cut in the middle to fit
std::string shell_word(const std::string& text);                              // quoted when a shell would take it apart
// A command to type, from words that are quoted where needed, broken with a backslash where it would pass `width`.
std::string command(const std::vector<std::string>& words, unsigned width, unsigned indent);
// {"--config", NAME}, or nothing for the default machine.
std::vector<std::string> config_words(const std::string& name);
std::size_t columns(std::string_view utf8);

// Rows of cells: the first column to the left, the others to the right, two spaces apart.
class Table {
 public:
  explicit Table(std::vector<std::string> head, std::vector<std::size_t> widths) : head_(std::move(head)), widths_(std::move(widths)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  const std::vector<std::string>& head() const { return head_; }
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  std::string text(const TextStyle& style) const;  // ends with a newline

 private:
  std::string line(const std::vector<std::string>& cells, std::size_t indent) const;
  std::vector<std::string> head_;
  std::vector<std::size_t> widths_;  // of each column at least; the first includes its indentation
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace warpmem::report
