#include "lesson/words.hpp"

#include <sstream>

namespace warpmem::lesson {

Result<Words> Words::parse(std::string_view text, const std::string& path) {
  Words words;
  std::istringstream in{std::string(text)};
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t equals = line.find(" = ");
    if (equals == line.npos) return tl::make_unexpected(Error{ErrorKind::internal, "a line reads 'name = text'", path, number});
    words.texts_[line.substr(0, equals)] = line.substr(equals + 3);
  }
  return words;
}

const std::string& Words::operator[](const std::string& name) const {
  const auto text = texts_.find(name);
  return text == texts_.end() ? name : text->second;
}

report::MapWords Words::map_words() const {
  const Words& w = *this;
  return {w["sector"], w["lines more"], w["bank"], w["lanes"], w["turns"], w["no lane"]};
}

}  // namespace warpmem::lesson
