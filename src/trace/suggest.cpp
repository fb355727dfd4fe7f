#include "trace/suggest.hpp"

#include <algorithm>
#include <numeric>

#include "trace/utf8.hpp"

namespace warpmem::trace {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

// "a, b or c".
std::string one_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace

std::string instead_of(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    if (word.empty() || word.size() > 40) break;
    std::size_t distance = edit_distance(word, candidate);
    // A word cut short is a likelier slip than as many wrong letters.
    if (candidate.starts_with(word) || word.starts_with(candidate)) distance = std::min<std::size_t>(distance, 1);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best.empty() ? ": expected " + one_of(candidates) : ", did you mean `" + std::string(best) + "`?";
}

void make_printable(std::string& text) {
  for (char& c : text) {
    if (c == '\t') c = ' ';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  for (std::size_t bad = find_invalid_utf8(text); bad != text.npos; bad = find_invalid_utf8(text)) text[bad] = '?';
}

std::string shown(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::size_t end = std::min(word.size(), longest);
  while (end < word.size() && end > 0 && continues_character(word[end])) --end;
  std::string text(word.substr(0, end));
  make_printable(text);
  if (end < word.size()) text += "...";
  return text;
}

std::string quoted(std::string_view word) {
  std::string text = "`";
  text += shown(word);
  return text += '`';
}

}  // namespace warpmem::trace
