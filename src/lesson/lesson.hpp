// The lessons: what there are, and one of them in one language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lesson/page.hpp"
#include "lesson/plan.hpp"
#include "lesson/words.hpp"

namespace warpmem::lesson {

enum class Language { english, chinese };
std::string_view code_of(Language language);  // "en", "zh"
// From "zh", "zh_CN.UTF-8", "en-GB", ...; English for all that is not Chinese.
Language language_of(std::string_view locale);

// A lesson without its text.
struct Title {
  unsigned number = 0;  // from 1; 0: the quiz
  std::string name;     // "alignment", "quiz"
  std::string file;     // "02-alignment": its name in text/ and plan/
};
// By number, the quiz last.
const std::vector<Title>& titles();
// A number or a name; nullptr when there is none.
const Title* find(std::string_view word);

struct Lesson {
  Title title;
  Language language = Language::english;
  Plan plan;
  Page page;
  Words words;
};
// An error is internal: something is wrong with the files in the program.
Result<Lesson> load(const Title& title, Language language);

}  // namespace warpmem::lesson
