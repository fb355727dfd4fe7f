// A lesson from beginning to end: text, a question, the next text, ... The caller prints and asks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/render.hpp"

namespace warpmem::lesson {

class Player {
 public:
  // The machine must outlive it.
  Player(Lesson lesson, const MachineConfig& machine, const TextStyle& style);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // The text up to and with the next question, or to the end. With a question, answer() must come before the next next().
  Result<std::string> next();
  bool asks() const { return question_ != nullptr; }
  bool at_end() const { return question_ == nullptr && at_ == lesson_.page.blocks.size(); }
  // What to show where an answer is typed.
  const std::string& prompt() const { return lesson_.words["prompt"]; }

  // Weighs a prediction, "" and "-" for none, and tells what the simulator says. A usage error when it cannot be read: it
  // may then be given again.
  Result<std::string> answer(std::string_view given);

  // What was asked, predicted and measured so far, as JSON: warpmem-lesson/1.
  std::string json() const;

  // For who wants the figures themselves.
  Bench& bench() { return bench_; }
  const std::vector<Weighed>& weighed() const { return weighed_; }
  struct Answered {
    std::string id, question;
    Outcome outcome;
  };
  const std::vector<Answered>& answered() const { return answered_; }
  const Lesson& lesson() const { return lesson_; }

 private:
  std::string heading() const;
  std::string ending() const;
  Error placed(Error error, const Block& block) const;

  Lesson lesson_;
  TextStyle style_;
  Bench bench_;
  Renderer renderer_;
  std::size_t at_ = 0;  // the next block
  const Block* question_ = nullptr;
  std::vector<Answered> answered_;
  std::vector<Weighed> weighed_;
};

}  // namespace warpmem::lesson
