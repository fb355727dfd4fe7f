#include "report/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/wide.hpp"

namespace warpmem::report {

std::size_t columns(std::string_view utf8) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const Character c = character(utf8, at);
    n += c.wide() ? 2 : (c.code & 0xC0U) == 0x80U && c.bytes.size() == 1 ? 0 : 1;
    at += c.bytes.size();
  }
  return n;
}

std::string left(std::string_view text, std::size_t width) {
  const std::size_t n = columns(text);
  return std::string(text) + std::string(n < width ? width - n : 0, ' ');
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t n = columns(text);
  return std::string(n < width ? width - n : 0, ' ') + std::string(text);
}

namespace {

// What is never broken: a word, or a wide character with the punctuation that clings to it.
std::string_view next_piece(std::string_view text) {
  std::size_t end = 0;
  bool wide = false;     // the piece holds a wide character, so nothing but punctuation may follow
  bool opening = false;  // the last character wants another behind it
  while (end < text.size() && text[end] != ' ') {
    const Character c = character(text, end);
    const bool clings = c.closes() || opening;
    if (end > 0 && !clings && (wide || c.wide() || c.opens())) break;
    wide = wide || (c.wide() && !c.opens());
    opening = c.opens();
    end += c.bytes.size();
  }
  return text.substr(0, end);
}

}  // namespace

std::string wrap(std::string_view text, unsigned width, unsigned indent) {
  std::string out;
  std::size_t used = 0;
  bool first_of_line = true;
  bool spaced = false;
  while (!text.empty()) {
    const std::string_view piece = next_piece(text);
    text.remove_prefix(piece.size());
    if (!first_of_line && used + (spaced ? 1 : 0) + columns(piece) > width) {
      out += '\n' + std::string(indent, ' ');
      used = indent;
      first_of_line = true;
    }
    if (!first_of_line && spaced) {
      out += ' ';
      ++used;
    }
    out += piece;
    used += columns(piece);
    first_of_line = false;
    spaced = text.starts_with(' ');
    if (spaced) text.remove_prefix(1);
  }
  return out;
}

std::string bold(const std::string& text, const TextStyle& style) { return style.colour ? "\033[1m" + text + "\033[0m" : text; }

std::string bar(double share, unsigned cells, const TextStyle& style) {
  constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double exact = std::clamp(share, 0.0, 1.0) * cells;
  std::string out;
  unsigned used = 0;
  if (style.ascii) {
    used = static_cast<unsigned>(std::lround(exact));
    if (used == 0 && share > 0) used = 1;
    out = std::string(used, '#');
  } else {
    const auto parts = std::max(static_cast<unsigned>(std::lround(exact * 8)), share > 0 ? 1U : 0U);
    for (; used < parts / 8; ++used) out += "█";
    if (parts % 8 != 0) {
      out += eighths[parts % 8];
      ++used;
    }
  }
  if (style.colour) out = "\033[36m" + out + "\033[0m";
  return out + std::string(used < cells ? cells - used : 0, ' ');
}

std::vector<unsigned> whole_percents(const std::vector<double>& shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<unsigned> whole(shares.size(), 0);
  if (!(sum > 0)) return whole;
  std::vector<std::pair<double, std::size_t>> rest;
  unsigned given = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double exact = 100 * shares[i] / sum;
    whole[i] = static_cast<unsigned>(exact);
    given += whole[i];
    rest.emplace_back(exact - std::floor(exact), i);
  }
  std::stable_sort(rest.begin(), rest.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; given < 100 && i < rest.size(); ++i, ++given) ++whole[rest[i].second];
  return whole;
}

std::string shortened(std::string_view text, std::size_t width, bool ascii) {
  if (columns(text) <= width) return std::string(text);
  const std::string gap = ascii ? "..." : "…";
  const std::size_t keep = width - std::min(width, columns(gap));
  const auto is_start = [&text](std::size_t i) { return i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U; };
  std::size_t head = 0;
  for (std::size_t n = 0; n < (keep + 1) / 2; ++n) do
      ++head;
    while (!is_start(head));
  std::size_t tail = text.size();
  for (std::size_t n = 0; n < keep / 2; ++n) do
      --tail;
    while (!is_start(tail));
  return std::string(text.substr(0, head)) + gap + std::string(text.substr(tail));
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string command(const std::vector<std::string>& words, unsigned width, unsigned indent) {
  std::string out;
  std::size_t used = indent;
  for (std::size_t i = 0; i < words.size(); ++i) {
    // An option stays with its value.
    std::string word = shell_word(words[i]);
    if (words[i].starts_with("--") && i + 1 < words.size() && !words[i + 1].starts_with("--")) word += ' ' + shell_word(words[++i]);
    const bool last = i + 1 >= words.size();
    if (i > 1 && used + 1 + columns(word) + (last ? 0U : 2U) > width) {
      out += " \\\n" + std::string(indent + 4, ' ');
      used = indent + 4;
    } else if (i > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += columns(word);
  }
  return out;
}

std::vector<std::string> config_words(const std::string& name) {
  if (name.empty() || name == default_config) return {};
  return {"--config", name};
}

std::string Table::line(const std::vector<std::string>& cells, std::size_t indent) const {
  std::string out(indent, ' ');
  for (std::size_t i = 0; i < cells.size(); ++i) out += i == 0 ? left(cells[i], widths_[i] - indent) : "  " + right(cells[i], widths_[i]);
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

std::string Table::text(const TextStyle& style) const {
  std::string head = line(head_, 0);
  head.pop_back();
  std::string out = bold(head, style) + '\n';
  for (const auto& r : rows_) out += line(r, 2);
  return out;
}

}  // namespace warpmem::report
