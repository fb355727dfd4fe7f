// The blocks of a lesson's page as text for a terminal.
#pragma once

#include <optional>
#include <string>

#include "lesson/lesson.hpp"
#include "lesson/measure.hpp"
#include "warpmem/report.hpp"

namespace warpmem::lesson {

// What became of a question: a prediction, if there was one, against what the simulator says.
struct Outcome {
  std::optional<std::string> given;
  bool right = false;
  std::string answer;
};
// A belief, weighed.
struct Weighed {
  std::string id, text;
  double says = 0, measured = 0;
  bool holds = false;
};

class Renderer {
 public:
  // All must outlive it.
  Renderer(const Lesson& lesson, Bench& bench, const TextStyle& style) : lesson_(lesson), bench_(bench), style_(style) {}

  // Any block but a question. Each text ends with a newline.
  Result<std::string> block(const Block& block) const;
  Result<std::string> question(const Block& block) const;
  Result<std::string> reply(const Block& block, const Outcome& outcome) const;
  Result<Weighed> weigh(const Block& block) const;

 private:
  Result<std::string> table(const Block& block) const;
  Result<std::string> source(const Block& block) const;
  Result<std::string> drawing(const Block& block) const;
  Result<std::string> bars(const Block& block) const;
  Result<std::string> formulas(const Block& block) const;
  Result<std::string> belief(const Block& block) const;
  std::string coloured(const std::string& text, const char* code) const;

  const Lesson& lesson_;
  Bench& bench_;
  const TextStyle& style_;
};

}  // namespace warpmem::lesson
