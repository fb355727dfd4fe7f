// The parts that lessons are made of: arithmetic, pages, predictions, the transcript.
#include <nlohmann/json.hpp>

#include "lesson/answer.hpp"
#include "lesson/expression.hpp"
#include "lesson/fill.hpp"
#include "lesson_support.hpp"
#include "report/layout.hpp"

using namespace warpmem;
using namespace warpmem::test;
using lesson::Block;

namespace {

Result<double> worth(std::string_view text) {
  return lesson::evaluate(text, [](std::string_view name) -> Result<double> {
    if (name == "a.cycles") return 6;
    if (name == "b.cycles") return 4;
    return usage_error("no " + std::string(name));
  });
}

lesson::Plan plan_with(const std::string& questions) {
  return value_of(lesson::parse_plan(R"({"runs": {"x": "ld.global.b32 0x1004+4"}, "questions": )" + questions + "}", "plan.json"));
}

}  // namespace

TEST_CASE("expressions: precedence, comparisons, names", "[lesson]") {
  CHECK(worth("1 + 2 * 3").value() == 7);
  CHECK(worth("(1 + 2) * 3 - -1").value() == 10);
  CHECK(worth("a.cycles / b.cycles").value() == 1.5);
  CHECK(worth("8 - 2 - 1").value() == 5);
  CHECK(worth("a.cycles > b.cycles and b.cycles == 4").value() == 1);
  CHECK(worth("a.cycles <= b.cycles or b.cycles != 4").value() == 0);
  CHECK(worth("0.1 + 0.2 == 0.3").value() == 1);
}

TEST_CASE("expressions that are wrong say where", "[lesson]") {
  for (const char* text : {"", "1 +", "(1", "1 2", "a.cycles / (b.cycles - 4)", "unknown", "1..2", "%"}) {
    INFO(text);
    REQUIRE_FALSE(worth(text).has_value());
    CHECK(worth(text).error().message.find(text) != std::string::npos);
  }
}

TEST_CASE("a page: title, summary, blocks, and lines joined as the language wants", "[lesson]") {
  const lesson::Page page =
      value_of(lesson::parse_page("# Title\nSummary.\n\nOne\nparagraph.\n\n中文\n一段，\nL1\n\n::ask q\nWhat?\n- a: yes :: seen\n- b: "
                                  "no\n\n| a | b |\n|---|---|\n| {x|bytes} | c |\n"
                                  "\n- item\n\n::draw run ld 1\n",
                                  "page.md"));
  CHECK(page.title == "Title");
  CHECK(page.summary == "Summary.");
  REQUIRE(page.blocks.size() == 6);
  CHECK(page.blocks[0].text == "One paragraph.");
  CHECK(page.blocks[1].text == "中文一段，L1");
  CHECK(page.blocks[2].kind == Block::Kind::ask);
  CHECK(page.blocks[2].text == "What?");
  REQUIRE(page.blocks[2].options.size() == 2);
  CHECK(page.blocks[2].options[0].evidence == "seen");
  CHECK(page.blocks[2].options[1].text == "no");
  CHECK(page.blocks[3].cells == std::vector<std::vector<std::string>>{{"a", "b"}, {"{x|bytes}", "c"}});
  CHECK(page.blocks[4].text == "- item");
  CHECK(page.blocks[5].words == std::vector<std::string>{"run", "ld", "1"});
}

TEST_CASE("a page with an unknown directive is refused at its line", "[lesson]") {
  const auto page = lesson::parse_page("# T\nS.\n\n::sing loud\n", "page.md");
  REQUIRE_FALSE(page.has_value());
  CHECK(page.error().file == "page.md");
  CHECK(page.error().line == 4);
  CHECK(page.error().message.find("::sing") != std::string::npos);
}

TEST_CASE("numbers are filled in with their units", "[lesson]") {
  const lesson::Plan plan = plan_with("{}");
  lesson::Bench bench(plan, a100());
  const auto filled = [&](const char* text) { return lesson::plain_spaces(value_of(lesson::fill(text, bench))); };
  CHECK(filled("{x.sectors} sectors, {x.sector_bytes}, `A[i]` {x.efficiency}") == "5 sectors, 160 B, A[i] 80 %");
  CHECK(filled("{x.sectors / x.lines} {warp * word|bytes}") == "2.5 128 B");
  CHECK(value_of(lesson::fill("{says}", bench, {{"says", "32"}})) == "32");
  CHECK_FALSE(lesson::fill("{x.nothing}", bench).has_value());
  CHECK_FALSE(lesson::fill("{y.sectors}", bench).has_value());
  CHECK_FALSE(lesson::fill("{x.sectors", bench).has_value());
}

TEST_CASE("predictions are read as people type them", "[lesson]") {
  const lesson::Plan plan = plan_with(R"({"n": {"value": "x.sectors"}, "s": {"value": "x.efficiency", "unit": "share"},
    "o": {"options": {"a": "x.sectors == 5", "b": "x.sectors == 4", "c": "x.lines == 2"}}})");
  lesson::Bench bench(plan, a100());
  const auto right = [&](const char* question, const char* given) { return lesson::is_right(plan.questions.at(question), given, bench); };
  CHECK(right("n", "5").value());
  CHECK(right("n", "5 sectors").value());
  CHECK_FALSE(right("n", "4").value());
  CHECK(right("s", "80%").value());
  CHECK(right("s", "80 %").value());
  CHECK(right("s", "80").value());
  CHECK(right("s", "0.8").value());
  CHECK_FALSE(right("s", "50%").value());
  CHECK(right("o", "ac").value());
  CHECK(right("o", "C, a").value());
  CHECK_FALSE(right("o", "a").value());
  for (const auto& [question, given] : {std::pair{"n", "five"}, {"n", "5 or 6"}, {"o", "d"}}) {
    const auto result = right(question, given);
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().kind == ErrorKind::usage);
  }
  CHECK(value_of(lesson::right_answer(plan.questions.at("s"), bench)) == "80 %");
  CHECK(value_of(lesson::right_answer(plan.questions.at("o"), bench)) == "ac");
}

TEST_CASE("the transcript holds predictions, answers, beliefs and figures", "[lesson]") {
  const Played l = play("alignment", lesson::Language::english, {"2", "4"});
  const auto json = nlohmann::json::parse(l.player->json());
  CHECK(json["schema"] == "warpmem-lesson/1");
  CHECK(json["lesson"] == "alignment");
  CHECK(json["predicted"] == 2);
  CHECK(json["right"] == 1);
  REQUIRE(json["questions"].size() == 3);
  CHECK(json["questions"][0]["prediction"] == "2");
  CHECK(json["questions"][0]["right"] == true);
  CHECK(json["questions"][1]["right"] == false);
  CHECK(json["questions"][1]["answer"] == "5");
  CHECK(json["questions"][2]["prediction"].is_null());
  CHECK(json["questions"][2]["right"].is_null());
  CHECK(json["beliefs"][1]["id"] == "half");
  CHECK(json["beliefs"][1]["says"] == 0.5);
  CHECK(json["beliefs"][1]["measured"] == 0.8);
  CHECK(json["beliefs"][1]["holds"] == false);
  CHECK(json["runs"]["shifted"]["figures"]["sectors_per_request_global_ld"] == 5);
  CHECK(l.text.find("You said 4: not so.") != std::string::npos);
}

TEST_CASE("Chinese text breaks between characters, never before a closing mark, and counts two columns a character", "[lesson]") {
  CHECK(report::columns("缓存 L1") == 7);
  CHECK(report::wrap("一二三四五六", 6) == "一二三\n四五六");
  CHECK(report::wrap("一二三，四五", 6) == "一二\n三，四\n五");
  CHECK(report::wrap("一二（三）四", 6) == "一二\n（三）\n四");
  CHECK(report::wrap("L1 缓存的行", 6, 2) == "L1 缓\n  存的\n  行");
  CHECK(report::wrap("plain words only", 11, 2) == "plain words\n  only");
}
