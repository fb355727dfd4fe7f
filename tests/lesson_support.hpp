// Lessons played from beginning to end, without a terminal.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "lesson/player.hpp"
#include "warpmem/config.hpp"

namespace warpmem::test {

template <class T>
T value_of(Result<T> result) {
  INFO((result ? std::string() : result.error().file + ":" + std::to_string(result.error().line) + ": " + result.error().message));
  REQUIRE(result.has_value());
  return *std::move(result);
}

inline const MachineConfig& a100() {
  static const MachineConfig machine = value_of(load_config("a100-sxm4-80gb")).machine;
  return machine;
}

inline lesson::Lesson lesson_named(const std::string& word, lesson::Language language = lesson::Language::english) {
  const lesson::Title* title = lesson::find(word);
  INFO("lesson " << word);
  REQUIRE(title != nullptr);
  return value_of(lesson::load(*title, language));
}

// A lesson that has been played, with its text.
struct Played {
  std::unique_ptr<lesson::Player> player;
  std::string text;

  double operator[](const std::string& expression) { return value_of(player->bench().evaluate(expression)); }
  const lesson::Weighed& belief(const std::string& id) const {
    for (const lesson::Weighed& w : player->weighed())
      if (w.id == id) return w;
    FAIL("the lesson weighs no belief " << id);
    throw 0;
  }
  const lesson::Outcome& outcome(const std::string& id) const {
    for (const auto& a : player->answered())
      if (a.id == id) return a.outcome;
    FAIL("the lesson asks no question " << id);
    throw 0;
  }
};

// `answers` go to the questions in order; where they end, nothing is predicted.
inline Played play(const std::string& word, lesson::Language language = lesson::Language::english, std::vector<std::string> answers = {}) {
  Played played{std::make_unique<lesson::Player>(lesson_named(word, language), a100(), TextStyle{}), {}};
  std::size_t given = 0;
  while (!played.player->at_end()) {
    played.text += value_of(played.player->next());
    if (!played.player->asks()) continue;
    played.text += value_of(played.player->answer(given < answers.size() ? answers[given] : ""));
    ++given;
  }
  return played;
}

}  // namespace warpmem::test
