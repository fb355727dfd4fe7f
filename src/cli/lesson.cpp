// warpmem lesson: lessons that ask before they show.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "lesson/player.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "units/nearest.hpp"
#include "warpmem/config.hpp"

namespace warpmem::cli {
namespace {

using lesson::Language;

// The locale of messages, as gettext would find it.
std::string_view locale_of_messages() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') return value;
  return "";
}

Result<Language> chosen_language(const po::variables_map& values, const TextStyle& style) {
  const std::string given = string_or(values, "lang", "");
  if (given == "en") return Language::english;
  if (given == "zh") return Language::chinese;
  if (!given.empty()) return usage_error(fmt::format("--lang takes en or zh, not '{}'", given));
  return style.ascii ? Language::english : lesson::language_of(locale_of_messages());
}

// One prediction a line, '#' before remarks; blank lines at the end are no predictions.
std::vector<std::string> predictions_in(std::istream& file) {
  std::vector<std::string> out;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#')) out.push_back(line);
  while (!out.empty() && out.back().find_first_not_of(" \t\r") == std::string::npos) out.pop_back();
  return out;
}

// "a,b,c", or a file, or "-" for standard input. An empty one is none.
Result<std::vector<std::string>> predictions(const std::string& given) {
  if (given == "-") return predictions_in(std::cin);
  std::vector<std::string> out;
  std::error_code ignored;
  // Also a pipe, as <(...) makes one.
  if (std::filesystem::exists(given, ignored)) {
    std::ifstream file(given);
    if (!file || std::filesystem::is_directory(given, ignored)) return input_error("cannot be read as predictions, one a line", given);
    return predictions_in(file);
  }
  std::istringstream list(given);
  for (std::string item; std::getline(list, item, ',');) out.push_back(item);
  return out;
}

// Text that begins in column `indent`, and goes on there.
std::string behind(const std::string& text, unsigned indent, const TextStyle& style) {
  std::string out;
  for (const char c : report::wrap(text, style.width - indent)) out += c == '\n' ? '\n' + std::string(indent, ' ') : std::string(1, c);
  return out;
}

int list(Language language, bool json, const TextStyle& style) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string text;
  std::size_t width = 0;
  std::vector<lesson::Lesson> all;
  for (const lesson::Title& title : lesson::titles()) {
    auto loaded = lesson::load(title, language);
    if (!loaded) return report_error(loaded.error());
    width = std::max(width, report::columns(loaded->page.title));
    all.push_back(*std::move(loaded));
  }
  for (const lesson::Lesson& l : all) {
    const std::string word = l.title.number == 0 ? l.title.name : std::to_string(l.title.number);
    rows.push_back({{"number", l.title.number}, {"name", l.title.name}, {"title", l.page.title}, {"summary", l.page.summary}});
    constexpr std::size_t word_width = 4;
    const auto indent = static_cast<unsigned>(word_width + 2 + width + 2);
    text +=
        report::right(word, word_width) + "  " + report::left(l.page.title, width) + "  " + behind(l.page.summary, indent, style) + '\n';
  }
  if (json) return print(rows.dump(1) + '\n');
  return print(text + '\n' + all.front().words["next"] + "warpmem lesson 1\n");
}

class Session {
 public:
  Session(lesson::Player& player, std::vector<std::string> predictions, bool interactive)
      : player_(player), predictions_(std::move(predictions)), interactive_(interactive) {}

  // Interactive: each part is printed when it is there. Otherwise `text` holds all of it at the end.
  Result<bool> play() {
    while (!player_.at_end()) {
      const auto part = player_.next();
      if (!part) return tl::make_unexpected(part.error());
      say(*part);
      if (!player_.asks()) continue;
      const auto reply = interactive_ ? ask() : player_.answer(next_prediction());
      if (!reply) return tl::make_unexpected(named(reply.error()));
      say(*reply);
    }
    if (used_ < predictions_.size())
      return usage_error(
          fmt::format("{} for a lesson of {}", report::counted(predictions_.size(), "prediction"), report::counted(used_, "question")));
    return true;
  }
  const std::string& text() const { return text_; }

 private:
  void say(const std::string& part) {
    if (interactive_)
      print(part);
    else
      text_ += part;
  }
  std::string next_prediction() {
    const std::string given = used_ < predictions_.size() ? predictions_[used_] : "";
    if (used_ < predictions_.size()) ++used_;
    return given;
  }
  // Which of the predictions it was that cannot be read.
  Error named(Error error) const {
    if (error.kind == ErrorKind::usage && !interactive_) error.message = fmt::format("prediction {}: {}", used_, error.message);
    return error;
  }
  Result<std::string> ask() {
    for (;;) {
      print("  " + player_.prompt());
      std::string line;
      if (!std::getline(std::cin, line)) {
        line.clear();
        print("\n");
      }
      auto reply = player_.answer(line);
      if (reply || reply.error().kind != ErrorKind::usage) return reply;
      print("  " + reply.error().message + '\n');
    }
  }

  lesson::Player& player_;
  std::vector<std::string> predictions_;
  bool interactive_;
  std::size_t used_ = 0;
  std::string text_;
};

int play(const lesson::Title& title, Language language, const po::variables_map& values, const TextStyle& style) {
  const bool json = values.count("json") != 0, scripted = values.count("answers") != 0;
  std::vector<std::string> given;
  if (scripted) {
    auto read = predictions(string_or(values, "answers", ""));
    if (!read) return report_error(read.error());
    given = *std::move(read);
  }
  const auto loaded = load_config(string_or(values, "config", default_config), strings(values, "set"));
  if (!loaded) return report_error(loaded.error());
  auto chosen = lesson::load(title, language);
  if (!chosen) return report_error(chosen.error());
  lesson::Player player(*std::move(chosen), loaded->machine, style);
  const bool interactive = !json && !scripted && isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  Session session(player, std::move(given), interactive);
  const auto played = session.play();
  if (!played && played.error().kind == ErrorKind::usage && played.error().file.empty()) {
    // A single word that is no prediction was meant as a file.
    const std::string words = string_or(values, "answers", "");
    std::error_code ignored;
    const bool file_meant = scripted && words.find(',') == std::string::npos && !std::filesystem::exists(words, ignored);
    return report_usage(
        file_meant && words != "-" ? fmt::format("{}; nor is there a file of that name", played.error().message) : played.error().message,
        "lesson");
  }
  if (!played) return report_error(played.error());
  return print(json ? player.json() : session.text());
}

}  // namespace

CommandLine lesson_line() {
  CommandLine line({"lesson", "[N | NAME | quiz]",
                    "Lessons on a GPU's memory: each asks for a prediction, runs its kernels through the simulator and shows what they "
                    "really do. Without a number: the list. Without a terminal nothing is asked and the answers are shown; "
                    "predictions then come with --answers.",
                    "  warpmem lesson\n"
                    "  warpmem lesson 2\n"
                    "  warpmem lesson quiz --lang zh\n"
                    "  warpmem lesson 2 --answers 2,5,80%\n"
                    "  warpmem lesson quiz --answers answers.txt --json\n"});
  line.options()("lang", po::value<std::string>()->value_name("en|zh"), "English or Chinese (default: the locale's)")(
      "answers", po::value<std::string>()->value_name("FILE"),
      "predictions: a list as 4,-,80% ('-' for none), or a file, one a line; '-' alone: standard input")(
      "json", "questions, predictions, answers, beliefs and figures as JSON");
  add_machine_options(line);
  add_style_options(line);
  return line;
}

int lesson_main(const Words& words) {
  const auto values = lesson_line().parse(words);
  if (!values) return values.error();
  const auto width = whole_number(*values, "width", 0, 60, 400);
  if (!width) return report_usage(width.error().message, "lesson");
  const TextStyle style = output_style(values->count("ascii") != 0, static_cast<unsigned>(*width));
  const auto language = chosen_language(*values, style);
  if (!language) return report_usage(language.error().message, "lesson");
  const auto given = strings(*values, "words");
  if (given.size() > 1) return report_usage(fmt::format("one lesson at a time: '{}' is one too many", given[1]), "lesson");
  if (given.empty()) return list(*language, values->count("json") != 0, style);
  if (const lesson::Title* title = lesson::find(given[0])) return play(*title, *language, *values, style);
  std::vector<std::string_view> known;
  for (const lesson::Title& title : lesson::titles()) known.push_back(title.name);
  return report_usage(fmt::format("there is no lesson '{}'{}", given[0], did_you_mean(given[0], known)), "lesson");
}

}  // namespace warpmem::cli
