#include "lesson/page.hpp"

#include <optional>
#include <sstream>

#include "report/wide.hpp"

namespace warpmem::lesson {
namespace {

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

// Lines of one paragraph: a space between them, unless the break is between Chinese characters or beside their punctuation.
void join(std::string& text, const std::string& line) {
  if (text.empty()) {
    text = line;
    return;
  }
  std::size_t last = text.size() - 1;
  while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xC0U) == 0x80U) --last;
  const report::Character before = report::character(text, last), behind = report::character(line, 0);
  const auto mark = [](const report::Character& c) { return c.wide() && (c.opens() || c.closes()); };
  const bool tight = mark(before) || mark(behind) || (before.wide() && behind.wide());
  text += (tight ? "" : " ") + line;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::string cell;
  unsigned depth = 0;  // of braces, in which a bar gives a unit
  for (const char c : row.substr(1)) {
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (c == '|' && depth == 0) {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += c;
    }
  }
  return cells;
}

std::optional<Block::Kind> directive(const std::string& word) {
  using Kind = Block::Kind;
  constexpr std::pair<std::string_view, Kind> all[] = {{"::source", Kind::source},     {"::draw", Kind::draw}, {"::bars", Kind::bars},
                                                       {"::formulas", Kind::formulas}, {"::ask", Kind::ask},   {"::belief", Kind::belief}};
  for (const auto& [name, kind] : all)
    if (name == word) return kind;
  return std::nullopt;
}

class Parser {
 public:
  explicit Parser(const std::string& path) : path_(path) {}

  Result<Page> run(std::string_view text) {
    std::istringstream in{std::string(text)};
    for (std::string raw; std::getline(in, raw) && !problem_;) {
      ++line_;
      take(trimmed(raw));
    }
    if (!problem_ && (page_.title.empty() || page_.summary.empty())) fail("a lesson begins with '# Title' and a line that sums it up");
    if (problem_) return tl::make_unexpected(*problem_);
    return std::move(page_);
  }

 private:
  using Kind = Block::Kind;

  void fail(std::string message) {
    if (!problem_) problem_ = Error{ErrorKind::internal, std::move(message), path_, line_};
  }
  Block& begin(Kind kind) {
    page_.blocks.push_back({kind, line_, {}, {}, {}, {}});
    open_ = true;
    return page_.blocks.back();
  }
  bool within(Kind kind) const { return open_ && page_.blocks.back().kind == kind; }

  void take(const std::string& line) {
    if (line.empty()) {
      open_ = false;
    } else if (line.starts_with("# ")) {
      page_.title = line.substr(2);
    } else if (!page_.title.empty() && page_.summary.empty()) {
      page_.summary = line;
    } else if (line.starts_with("## ")) {
      begin(Kind::heading).text = line.substr(3);
      open_ = false;
    } else if (line.starts_with("::")) {
      take_directive(line);
    } else if (line.starts_with("|")) {
      if (!line.starts_with("|-")) (within(Kind::table) ? page_.blocks.back() : begin(Kind::table)).cells.push_back(cells_of(line));
    } else if (line.starts_with("- ") && within(Kind::ask)) {
      take_option(line.substr(2));
    } else if (line.starts_with("- ")) {
      begin(Kind::paragraph).text = line;
    } else {
      join((open_ ? page_.blocks.back() : begin(Kind::paragraph)).text, line);
    }
  }
  void take_directive(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    const auto kind = directive(word);
    if (!kind) {
      fail("there is no directive '" + word + "'");
      return;
    }
    Block& block = begin(*kind);
    while (words >> word) block.words.push_back(word);
    if (block.words.empty()) fail("the directive wants a name behind it");
    open_ = *kind == Kind::ask || *kind == Kind::belief;
  }
  void take_option(const std::string& line) {
    const std::size_t colon = line.find(": ");
    if (colon != 1) {
      fail("an option is written '- a: text :: evidence'");
      return;
    }
    const std::size_t evidence = line.find(" :: ");
    page_.blocks.back().options.push_back({line.substr(0, 1), trimmed(line.substr(3, evidence == line.npos ? evidence : evidence - 3)),
                                           evidence == line.npos ? std::string() : trimmed(line.substr(evidence + 4))});
  }

  const std::string& path_;
  Page page_;
  std::optional<Error> problem_;
  unsigned line_ = 0;
  bool open_ = false;  // the next line belongs to the last block
};

}  // namespace

Result<Page> parse_page(std::string_view text, const std::string& path) { return Parser(path).run(text); }

}  // namespace warpmem::lesson
