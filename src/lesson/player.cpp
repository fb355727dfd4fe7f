#include "lesson/player.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lesson/answer.hpp"
#include "lesson/fill.hpp"
#include "report/layout.hpp"

namespace warpmem::lesson {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Player::Player(Lesson lesson, const MachineConfig& machine, const TextStyle& style)
    : lesson_(std::move(lesson)), style_(style), bench_(lesson_.plan, machine), renderer_(lesson_, bench_, style_) {}

std::string Player::heading() const {
  const std::string number = lesson_.title.number == 0 ? std::string() : std::to_string(lesson_.title.number) + "  ";
  return report::bold(number + lesson_.page.title, style_) + '\n' + report::wrap(lesson_.page.summary, style_.width) + '\n';
}

// What to type next: a run of this lesson in full, and the lesson after it.
std::string Player::ending() const {
  std::string out;
  const auto line = [&](const std::string& command) {
    const std::string& head = lesson_.words["next"];
    out += (out.empty() ? head : std::string(report::columns(head), ' ')) + command + '\n';
  };
  const auto last =
      std::find_if(lesson_.plan.runs.rbegin(), lesson_.plan.runs.rend(), [](const auto& run) { return run.second.starts_with("kernel:"); });
  if (last != lesson_.plan.runs.rend()) line("warpmem run " + last->second);
  const auto& all = titles();
  const auto here = std::find_if(all.begin(), all.end(), [&](const Title& t) { return t.file == lesson_.title.file; });
  if (here != all.end() && here + 1 != all.end())
    line("warpmem lesson " + ((here + 1)->number == 0 ? (here + 1)->name : std::to_string((here + 1)->number)));
  return out;
}

Error Player::placed(Error error, const Block& block) const {
  if (error.file.empty() && error.kind == ErrorKind::internal) {
    error.file = "text/" + std::string(code_of(lesson_.language)) + '/' + lesson_.title.file + ".md";
    error.line = block.line;
  }
  return error;
}

Result<std::string> Player::next() {
  std::string out = at_ == 0 ? heading() : std::string();
  while (at_ < lesson_.page.blocks.size()) {
    const Block& block = lesson_.page.blocks[at_++];
    const auto text = block.kind == Block::Kind::ask ? renderer_.question(block) : renderer_.block(block);
    if (!text) return tl::make_unexpected(placed(text.error(), block));
    // Items of a list stand together; a drawing or a table belongs to the sentence before it.
    const bool item = block.kind == Block::Kind::paragraph && block.text.starts_with("- ");
    const bool after_item =
        at_ > 1 && lesson_.page.blocks[at_ - 2].kind == Block::Kind::paragraph && lesson_.page.blocks[at_ - 2].text.starts_with("- ");
    out += (item && after_item ? "" : "\n") + *text;
    if (block.kind == Block::Kind::belief) {
      auto weighed = renderer_.weigh(block);
      if (!weighed) return tl::make_unexpected(placed(weighed.error(), block));
      weighed->text = plain_spaces(weighed->text);
      weighed_.push_back(*std::move(weighed));
    }
    if (block.kind == Block::Kind::ask) {
      if (!lesson_.plan.questions.contains(block.words[0]))
        return tl::make_unexpected(placed({ErrorKind::internal, "the plan holds no question '" + block.words[0] + "'"}, block));
      question_ = &block;
      return plain_spaces(out);
    }
  }
  return plain_spaces(out + '\n' + ending());
}

Result<std::string> Player::answer(std::string_view given) {
  if (question_ == nullptr) return std::string();
  const Block& block = *question_;
  const Question& question = lesson_.plan.questions.at(block.words[0]);
  const std::size_t first = std::min(given.find_first_not_of(" \t\r"), given.size());
  given = given.substr(first, given.find_last_not_of(" \t\r") + 1 - first);
  Outcome outcome;
  if (!given.empty() && given != "-") {
    const auto right = is_right(question, given, bench_);
    if (!right) return tl::make_unexpected(placed(right.error(), block));
    outcome.given = std::string(given);
    outcome.right = *right;
  }
  const auto answer = right_answer(question, bench_);
  if (!answer) return tl::make_unexpected(placed(answer.error(), block));
  outcome.answer = *answer;
  const auto reply = renderer_.reply(block, outcome);
  if (!reply) return tl::make_unexpected(placed(reply.error(), block));
  const auto text = fill(block.text, bench_);
  answered_.push_back({block.words[0], plain_spaces(text.value_or("")), outcome});
  question_ = nullptr;
  return plain_spaces(*reply);
}

std::string Player::json() const {
  Json out{{"schema", "warpmem-lesson/1"},
           {"tool", {{"name", "warpmem"}, {"version", version()}}},
           {"config", {{"name", bench_.machine().name}, {"digest", bench_.machine().digest}}},
           {"lesson", lesson_.title.name},
           {"number", lesson_.title.number},
           {"language", code_of(lesson_.language)},
           {"title", lesson_.page.title},
           {"predicted", 0},
           {"right", 0},
           {"questions", Json::array()},
           {"beliefs", Json::array()},
           {"runs", Json::object()}};
  unsigned predicted = 0, right = 0;
  for (const Answered& a : answered_) {
    Json row{{"id", a.id}, {"question", a.question}, {"prediction", nullptr}, {"answer", a.outcome.answer}, {"right", nullptr}};
    if (a.outcome.given) {
      row["prediction"] = *a.outcome.given;
      row["right"] = a.outcome.right;
      ++predicted;
      right += a.outcome.right ? 1 : 0;
    }
    out["questions"].push_back(std::move(row));
  }
  out["predicted"] = predicted;
  out["right"] = right;
  for (const Weighed& w : weighed_)
    out["beliefs"].push_back({{"id", w.id}, {"belief", w.text}, {"says", w.says}, {"measured", w.measured}, {"holds", w.holds}});
  for (const auto& [name, run] : bench_.done()) {
    Json figures = Json::object();
    for (const auto& [figure, value] : run.figures) figures[figure] = value.number;
    out["runs"][name] = {{"what", run.what}, {"figures", std::move(figures)}};
  }
  return out.dump(1) + '\n';
}

}  // namespace warpmem::lesson
