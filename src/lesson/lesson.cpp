#include "lesson/lesson.hpp"

#include <algorithm>
#include <cstdlib>

#include "lesson/files.hpp"

namespace warpmem::lesson {
namespace {

Result<std::string_view> file(const std::string& path) {
  for (const File& f : files())
    if (f.path == path) return f.text;
  return tl::make_unexpected(Error{ErrorKind::internal, "the program holds no such file", path});
}

std::string folder(Language language) { return "text/" + std::string(code_of(language)) + "/"; }

}  // namespace

std::string_view code_of(Language language) { return language == Language::chinese ? "zh" : "en"; }

Language language_of(std::string_view locale) { return locale.starts_with("zh") ? Language::chinese : Language::english; }

const std::vector<Title>& titles() {
  static const std::vector<Title> all = [] {
    std::vector<Title> list;
    for (const File& f : files()) {
      constexpr std::string_view before = "plan/", after = ".json";
      if (!f.path.starts_with(before)) continue;
      const std::string name(f.path.substr(before.size(), f.path.size() - before.size() - after.size()));
      const std::size_t dash = name.find('-');
      if (dash == name.npos)
        list.push_back({0, name, name});
      else
        list.push_back({static_cast<unsigned>(std::atoi(name.c_str())), name.substr(dash + 1), name});
    }
    std::sort(list.begin(), list.end(), [](const Title& a, const Title& b) { return a.number - 1 < b.number - 1; });  // 0 goes last
    return list;
  }();
  return all;
}

const Title* find(std::string_view word) {
  for (const Title& title : titles())
    if (title.name == word || (title.number != 0 && std::to_string(title.number) == word)) return &title;
  return nullptr;
}

Result<Lesson> load(const Title& title, Language language) {
  Lesson lesson;
  lesson.title = title;
  lesson.language = language;
  const std::string plan = "plan/" + title.file + ".json", text = folder(language) + title.file + ".md",
                    words = folder(language) + "words.txt";
  const auto read = [](const std::string& path, auto parse, auto& into) -> Result<bool> {
    const auto content = file(path);
    if (!content) return tl::make_unexpected(content.error());
    auto parsed = parse(*content, path);
    if (!parsed) return tl::make_unexpected(parsed.error());
    into = *std::move(parsed);
    return true;
  };
  for (const auto& done :
       {read(plan, parse_plan, lesson.plan), read(text, parse_page, lesson.page), read(words, Words::parse, lesson.words)})
    if (!done) return tl::make_unexpected(done.error());
  return lesson;
}

}  // namespace warpmem::lesson
