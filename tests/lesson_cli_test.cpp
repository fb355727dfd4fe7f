// warpmem lesson, as it is typed.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;

TEST_CASE("lesson: the list has every lesson on a line, in either language") {
  const Outcome english = warpmem("lesson");
  CHECK(english.status == 0);
  CHECK(has(english.out, "   2  Alignment"));
  CHECK(has(english.out, "quiz  Quiz"));
  CHECK(longest_line(english.out) <= 80);
  CHECK(std::count(english.out.begin(), english.out.end(), '\n') <= 40);
  const Outcome chinese = warpmem("lesson --lang zh");
  CHECK(has(chinese.out, "   2  对齐"));
  CHECK(nlohmann::json::parse(warpmem("lesson --json").out).size() == 16);
}

TEST_CASE("lesson: the language is the locale's where nothing is said, English where the locale has no such characters") {
  CHECK(has(warpmem("lesson", {}, "LC_ALL= LC_CTYPE=C.UTF-8 LANG=zh_CN.UTF-8").out, "对齐"));
  CHECK(has(warpmem("lesson", {}, "LC_ALL= LC_CTYPE=C.UTF-8 LC_MESSAGES=en_GB.UTF-8 LANG=zh_CN.UTF-8").out, "Alignment"));
  CHECK(has(warpmem("lesson", {}, "LC_ALL=C LANG=zh_CN.UTF-8").out, "Alignment"));
}

TEST_CASE("lesson: without a terminal nothing is asked and the answers are shown") {
  const Outcome o = warpmem("lesson 2");
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(has(o.out, "The simulator says: 5."));
  CHECK_FALSE(has(o.out, "Enter skips"));
  CHECK(has(o.out, "says 50 %, simulated 80 %: it does not hold."));
  CHECK(has(o.out, "pattern.cuh"));
  CHECK(has(o.out, "next: warpmem run kernel:misaligned"));
  CHECK(longest_line(o.out) <= 80);
}

TEST_CASE("lesson: predictions come as a list or from a file") {
  const Outcome list = warpmem("lesson alignment --answers 2,4,80%");
  CHECK(has(list.out, "You said 2: right!"));
  CHECK(has(list.out, "You said 4: not so."));
  CHECK(has(list.out, "You said 80%: right!"));
  const TemporaryFolder folder;
  const std::string file = folder.write("answers.txt", "# class of Monday\n2\n\n0.5\n");
  const auto json = nlohmann::json::parse(warpmem("lesson 2 --json --answers '" + file + "'").out);
  CHECK(json["predicted"] == 2);
  CHECK(json["right"] == 1);
  CHECK(json["questions"][1]["prediction"].is_null());
  CHECK(json["questions"][2]["right"] == false);
}

TEST_CASE("lesson: predictions come from standard input, and from a pipe as a shell makes one") {
  const auto in = nlohmann::json::parse(warpmem("lesson 2 --json --answers -", "2\r\n-\n80%\n\n\n").out);
  CHECK(in["predicted"] == 2);
  CHECK(in["right"] == 2);
  CHECK(in["questions"][0]["prediction"] == "2");
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  const auto piped = nlohmann::json::parse(
      warpmem("lesson 2 --json --answers '" + pipe + "'", {}, "mkfifo '" + pipe + "'; (printf '2\\n' >'" + pipe + "' &) ; ").out);
  CHECK(piped["predicted"] == 1);
}

TEST_CASE("lesson: what is typed into a pipe unasked is not read") { CHECK(warpmem("lesson 2", "2\n5\n").out == warpmem("lesson 2").out); }

TEST_CASE("lesson: predictions that cannot be read are told by their number, and a missing file as one") {
  CHECK(has(warpmem("lesson 2 --answers 2,many").err, "prediction 2: 'many' is not a number\n"));
  const Outcome missing = warpmem("lesson 2 --answers answers-of-monday.txt");
  CHECK(missing.status == 2);
  CHECK(has(missing.err, "'answers-of-monday.txt' is not a number; nor is there a file of that name\n"));
  CHECK(has(warpmem("lesson 2 --answers 2,5,80%,7").err, "4 predictions for a lesson of 3 questions"));
  const TemporaryFolder folder;
  const Outcome of_folder = warpmem("lesson 2 --answers '" + folder.path().string() + "'");
  CHECK(of_folder.status == 3);
  CHECK(has(of_folder.err, "cannot be read as predictions, one a line"));
}

TEST_CASE("lesson: the quiz marks letters, one or several") {
  const auto json = nlohmann::json::parse(warpmem("lesson quiz --json --answers c,b,a,d,b,c,d,c,abd,abc").out);
  CHECK(json["predicted"] == 10);
  CHECK(json["right"] == 8);
}

TEST_CASE("lesson: wrong usage is told and nothing is printed") {
  for (const char* arguments : {"lesson alignmant", "lesson 99", "lesson 1 2", "lesson 1 --lang fr", "lesson 2 --answers many",
                                "lesson 2 --answers 1,2,3,4", "lesson quiz --answers e"}) {
    INFO(arguments);
    const Outcome o = warpmem(arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK_FALSE(o.err.empty());
  }
  CHECK(has(warpmem("lesson alignmant").err, "did you mean 'alignment'"));
}

TEST_CASE("lesson: a machine that cannot run its kernels is refused plainly") {
  for (const char* number : {"10", "12", "13", "14"}) {
    CAPTURE(number);
    const Outcome o = warpmem("lesson " + std::string(number) + " -c teaching");
    CHECK(o.status == 3);
    CHECK(o.out.empty());
    CHECK_FALSE(has(o.err, "in '"));
    CHECK_FALSE(has(o.err, ".md"));
  }
}
