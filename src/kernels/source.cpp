#include "kernels/source.hpp"

#include <algorithm>

namespace warpmem::kernels {
namespace {

// Start of the line that holds `at`.
std::size_t line_start(std::string_view text, std::size_t at) {
  const std::size_t end = at == 0 ? text.npos : text.rfind('\n', at - 1);
  return end == text.npos ? 0 : end + 1;
}

bool belongs_to_function(std::string_view line) { return line.starts_with("//") || line.starts_with("template"); }

}  // namespace

Excerpt excerpt(const Kernel& kernel) {
  const std::string_view text = file_text(kernel.file);
  const std::size_t name = text.find(" " + std::string(kernel.function) + "(");
  if (name == text.npos) return {};
  std::size_t begin = line_start(text, name);
  while (begin > 0) {
    const std::size_t above = line_start(text, begin - 1);
    if (!belongs_to_function(text.substr(above, begin - above))) break;
    begin = above;
  }
  // A function of these files ends with the first brace at the start of a line.
  const std::size_t brace = text.find("\n}\n", name);
  const std::size_t end = brace == text.npos ? text.size() : brace + 3;
  const auto lines_before = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  return {static_cast<unsigned>(lines_before) + 1, text.substr(begin, end - begin)};
}

}  // namespace warpmem::kernels
