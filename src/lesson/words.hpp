// What all lessons say around their own text: text/LANGUAGE/words.txt, lines of `name = text`.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "report/explain.hpp"
#include "warpmem/error.hpp"

namespace warpmem::lesson {

class Words {
 public:
  // `path`: what errors are said to lie in.
  static Result<Words> parse(std::string_view text, const std::string& path);
  // The text of that name; the name itself where there is none, so that words which need no translation need no line.
  const std::string& operator[](const std::string& name) const;
  report::MapWords map_words() const;
  const std::map<std::string, std::string>& all() const { return texts_; }

 private:
  std::map<std::string, std::string> texts_;
};

}  // namespace warpmem::lesson
