// Changes to a text, token by token. What is not changed stays byte for byte, and no line moves: debug information must
// still point at the user's lines.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "record/front/tokens.hpp"

namespace warpmem::front {

class Edits {
 public:
  // `with` holds no newline. Of several replacements of one token the last counts; what is put before and after it adds up.
  void replace(std::size_t token, std::string with);
  void before(std::size_t token, const std::string& text) { at_[token].before += text; }
  void after(std::size_t token, const std::string& text) { at_[token].after += text; }
  void blank(std::size_t token) { replace(token, ""); }
  // Tokens first to last, both included.
  void blank(std::size_t first, std::size_t last);
  bool blanked(std::size_t token) const;

  std::string apply(const Tokens& tokens) const;

 private:
  struct Edit {
    std::string before, with, after;
    bool replaced = false;
  };
  std::map<std::size_t, Edit> at_;
};

}  // namespace warpmem::front
