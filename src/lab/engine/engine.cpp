// The page's way into the program: a question as JSON in, the answer as JSON out. The answers are those of the same
// functions that `warpmem explain` and `warpmem run` print.
#include <nlohmann/json.hpp>
#include <string>

#include "lab/engine/text_source.hpp"
#include "report/picture.hpp"
#include "report/svg.hpp"
#include "warpmem/config.hpp"
#include "warpmem/pictures.hpp"
#include "warpmem/report.hpp"

namespace warpmem::lab {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& question, const char* key, const char* otherwise = "") {
  const auto found = question.find(key);
  return found != question.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

std::string dumped(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string failed(const Error& e) {
  return dumped(
      {{"error",
        {{"message", e.message}, {"line", e.line}, {"column", e.column}, {"excerpt", e.excerpt}, {"excerpt_column", e.excerpt_column}}}});
}

Json pictures_json(const std::vector<Picture>& pictures) {
  Json out = Json::array();
  for (const Picture& p : pictures) out.push_back({{"name", p.name}, {"svg", p.svg}});
  return out;
}

// As elements of the page, their ids told apart by `id`; with `file`, as files of their own.
std::vector<Picture> drawn(const ParsedAccess& access, const MachineConfig& machine, const std::string& id, bool file) {
  using namespace report;
  if (access.record.space != Space::shared) return {{"lanes", lanes_picture(access, machine, {id + "-lanes", file})}};
  return {{"banks", banks_picture(access, std::nullopt, {id + "-banks", file})},
          {"array", array_picture(access, shape_of(access), {id + "-array", file})}};
}

std::string explain(const Json& question) {
  const auto loaded = load_config(text_of(question, "config", default_config));
  if (!loaded) return failed(loaded.error());
  const auto access = parse_access(text_of(question, "access"));
  if (!access) return failed(access.error());
  // The report stays as it is, byte for byte.
  return "{\"report\":" + explain_json(access->record, access->addresses, loaded->machine) + ",\"pictures\":" +
         dumped(pictures_json(drawn(*access, loaded->machine, text_of(question, "id", "a"), question.value("file", false)))) + "}";
}

std::string run(const Json& question) {
  const auto loaded = load_config(text_of(question, "config", default_config));
  if (!loaded) return failed(loaded.error());
  const MachineConfig& machine = loaded->machine;
  auto trace = open_text(text_of(question, "trace"));
  if (!trace) return failed(trace.error());
  RunOptions options;
  const std::uint64_t most = question.value("most_instructions", std::uint64_t{20'000'000});
  options.progress = [most](std::uint64_t instructions) { return instructions < most; };
  Json kernels = Json::array();
  const ReportContext context{machine.name, machine.digest, "trace", {}};
  const auto done = simulate(**trace, machine, options, [&](KernelResult&& kernel) {
    Json numbers = Json::object();
    for (const auto& [name, value] : metrics(kernel)) numbers[name] = value;
    kernels.push_back({{"name", kernel.head.name},
                       {"cycles", kernel.cycles},
                       {"text", kernel_text(kernel, machine, context, {})},
                       {"metrics", std::move(numbers)},
                       {"pictures", pictures_json(kernel_pictures(kernel, machine, {}))}});
  });
  if (!done) return failed(done.error());
  return dumped({{"kernels", std::move(kernels)}, {"interrupted", done->interrupted}});
}

std::string about() {
  Json configs = Json::array();
  for (const ConfigListing& c : shipped_configs()) configs.push_back({{"name", c.name}, {"description", c.description}});
  return dumped({{"version", version()}, {"config", default_config}, {"configs", std::move(configs)}, {"style", report::svg::style()}});
}

std::string answer(const char* text) {
  const Json question = Json::parse(text, nullptr, false);
  const std::string wanted = question.is_object() ? text_of(question, "do") : std::string();
  if (wanted == "explain") return explain(question);
  if (wanted == "run") return run(question);
  if (wanted == "about") return about();
  return failed({ErrorKind::usage, "expected an object with \"do\": explain, run or about"});
}

}  // namespace
}  // namespace warpmem::lab

// `text`: UTF-8. The answer is valid until the next call.
extern "C" const char* lab_call(const char* text) {
  static std::string last;
  last = warpmem::lab::answer(text);
  return last.c_str();
}
