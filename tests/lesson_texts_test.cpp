// Both languages of every lesson: they play, say the same and keep to the screen; no number in them is typed by hand.
#include <algorithm>
#include <cctype>
#include <regex>

#include "lesson/files.hpp"
#include "lesson_support.hpp"
#include "report/layout.hpp"

using namespace warpmem;
using namespace warpmem::test;
using lesson::Block;
using lesson::Language;

namespace {

// Placeholders and code out, what is left is prose.
std::string prose(const std::string& text) {
  static const std::regex measured(R"(\{[^}]*\})"), code("`[^`]*`");
  return std::regex_replace(std::regex_replace(text, measured, ""), code, "");
}

// Digits that begin a word, unlike those of L1 or float4.
std::string typed_number(const std::string& text) {
  static const std::regex number(R"((^|[^A-Za-z0-9_])([0-9]+))");
  std::smatch found;
  return std::regex_search(text, found, number) ? found[2].str() : std::string();
}

std::vector<std::string> texts_of(const lesson::Page& page) {
  std::vector<std::string> out{page.title, page.summary};
  for (const Block& b : page.blocks) {
    out.push_back(b.text);
    for (const auto& row : b.cells) out.insert(out.end(), row.begin(), row.end());
    for (const Block::Option& o : b.options) {
      out.push_back(o.text);
      out.push_back(o.evidence);
    }
  }
  return out;
}

// What a page does, without what it says.
std::vector<std::string> skeleton(const lesson::Page& page) {
  std::vector<std::string> out;
  for (const Block& b : page.blocks) {
    if (b.kind == Block::Kind::paragraph) continue;
    std::string row = std::to_string(static_cast<int>(b.kind));
    for (const std::string& w : b.words) row += ' ' + w;
    for (const auto& cells : b.cells) row += ' ' + std::to_string(cells.size());
    for (const Block::Option& o : b.options) row += ' ' + o.letter;
    out.push_back(row);
  }
  return out;
}

}  // namespace

TEST_CASE("there are fifteen lessons, numbered from 1, and a quiz", "[lesson]") {
  REQUIRE(lesson::titles().size() == 16);
  for (unsigned i = 0; i < 15; ++i) CHECK(lesson::titles()[i].number == i + 1);
  CHECK(lesson::titles().back().name == "quiz");
  CHECK(lesson::find("9") == lesson::find("transpose"));
  CHECK(lesson::find("99") == nullptr);
  CHECK(lesson::find("0") == nullptr);
}

TEST_CASE("no number is typed into a lesson by hand", "[lesson]") {
  CHECK(typed_number("L1 has 32 lanes") == "32");
  CHECK(typed_number("L1 and float4").empty());
  for (const lesson::Title& title : lesson::titles())
    for (const Language language : {Language::english, Language::chinese})
      for (const std::string& text : texts_of(lesson_named(title.name, language).page)) {
        INFO(title.name << ": " << text);
        CHECK(typed_number(prose(text)).empty());
      }
}

TEST_CASE("English and Chinese ask, draw and weigh the same things in the same order", "[lesson]") {
  for (const lesson::Title& title : lesson::titles()) {
    INFO(title.name);
    CHECK(skeleton(lesson_named(title.name).page) == skeleton(lesson_named(title.name, Language::chinese).page));
  }
}

TEST_CASE("every question and belief of a plan is used in its lesson", "[lesson]") {
  for (const lesson::Title& title : lesson::titles()) {
    const lesson::Lesson l = lesson_named(title.name);
    const auto used = [&](Block::Kind kind, const std::string& id) {
      return std::any_of(l.page.blocks.begin(), l.page.blocks.end(),
                         [&](const Block& b) { return b.kind == kind && b.words.front() == id; });
    };
    INFO(title.name);
    for (const auto& [id, question] : l.plan.questions) CHECK(used(Block::Kind::ask, id));
    for (const auto& [id, belief] : l.plan.beliefs) CHECK(used(Block::Kind::belief, id));
  }
}

TEST_CASE("every lesson plays to its end in both languages, in 80 columns, asks and answers", "[lesson]") {
  for (const lesson::Title& title : lesson::titles())
    for (const Language language : {Language::english, Language::chinese}) {
      const Played l = play(title.name, language);
      INFO(title.name << ' ' << lesson::code_of(language));
      CHECK_FALSE(l.player->answered().empty());
      CHECK(l.text.find('{') == l.text.find("{\n"));  // braces of kernels alone
      std::istringstream lines(l.text);
      for (std::string line; std::getline(lines, line);) {
        INFO(line);
        CHECK(report::columns(line) <= 80);
      }
    }
}

TEST_CASE("the words around the lessons are the same in both languages but for names that need no translation", "[lesson]") {
  const lesson::Words english = lesson_named("1").words, chinese = lesson_named("1", Language::chinese).words;
  for (const auto& [name, text] : english.all()) {
    INFO(name);
    CHECK(chinese.all().contains(name));
    CHECK_FALSE(text.empty());
  }
}
