#include "lesson/plan.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace warpmem::lesson {
namespace {

using Json = nlohmann::ordered_json;

Unit unit_in(const Json& entry) {
  const auto unit = unit_of(entry.value("unit", "count"));
  if (!unit) throw std::runtime_error(unit.error().message);
  return *unit;
}

Question question_of(const Json& entry) {
  Question q;
  q.value = entry.value("value", "");
  q.unit = unit_in(entry);
  q.within = entry.value("within", q.unit == Unit::count ? 0.0 : 0.05);
  if (entry.contains("options"))
    for (const auto& [letter, holds] : entry.at("options").items()) q.options.emplace_back(letter, holds.get<std::string>());
  if (q.value.empty() == q.options.empty()) throw std::runtime_error("a question has either a value or options");
  return q;
}

Belief belief_of(const Json& entry) {
  Belief b;
  b.says = entry.at("says").get<double>();
  b.measured = entry.at("measured").get<std::string>();
  b.unit = unit_in(entry);
  b.within = entry.value("within", b.within);
  return b;
}

// A trace written down in a plan: {"name", "before": [...], "each": [...], "times": N, "after": [...]}, of one warp. In the
// lines of "each", %i is the number of the turn and %n that of the next one, in two hex digits.
std::string written_trace(const Json& entry) {
  std::string text = "warpmem-trace 1\nkernel " + entry.at("name").get<std::string>() + " grid=1 block=32 shared=1024\nblock 0\nwarp 0\n";
  const auto add = [&](const char* part, unsigned turn) {
    if (!entry.contains(part)) return;
    for (const auto& given : entry.at(part)) {
      std::string line = given.get<std::string>();
      for (const auto& [mark, number] : {std::pair{"%i", turn}, {"%n", turn + 1}})
        for (std::size_t at = line.find(mark); at != line.npos; at = line.find(mark)) line.replace(at, 2, fmt::format("{:02x}", number));
      text += line + '\n';
    }
  };
  add("before", 0);
  for (unsigned turn = 0; turn < entry.value("times", 1U); ++turn) add("each", turn);
  add("after", 0);
  return text;
}

}  // namespace

Result<Unit> unit_of(std::string_view name) {
  constexpr std::pair<std::string_view, Unit> names[] = {{"count", Unit::count}, {"ratio", Unit::ratio},     {"share", Unit::share},
                                                         {"bytes", Unit::bytes}, {"us", Unit::microseconds}, {"GBs", Unit::bandwidth},
                                                         {"times", Unit::times}};
  for (const auto& [known, unit] : names)
    if (known == name) return unit;
  return tl::make_unexpected(Error{ErrorKind::internal, "there is no unit '" + std::string(name) + "'"});
}

Result<Plan> parse_plan(std::string_view text, const std::string& path) {
  try {
    const Json file = Json::parse(text);
    Plan plan;
    for (const auto& [name, what] : file.at("runs").items())
      plan.runs.emplace_back(name, what.is_object() ? written_trace(what) : what.get<std::string>());
    if (file.contains("questions"))
      for (const auto& [name, entry] : file.at("questions").items()) plan.questions[name] = question_of(entry);
    if (file.contains("beliefs"))
      for (const auto& [name, entry] : file.at("beliefs").items()) plan.beliefs[name] = belief_of(entry);
    return plan;
  } catch (const std::exception& e) {
    return tl::make_unexpected(Error{ErrorKind::internal, e.what(), path});
  }
}

}  // namespace warpmem::lesson
