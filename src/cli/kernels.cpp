// warpmem kernels: the CUDA kernels that come with the program, their keys and their source.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "kernels/source.hpp"
#include "report/layout.hpp"
#include "units/nearest.hpp"
#include "warpmem/kernels.hpp"

namespace warpmem::cli {
namespace {

using Json = nlohmann::ordered_json;
using kernels::Kernel;

constexpr unsigned columns = 80;

// The text in lines that begin where its first one does, `indent` columns from the left.
std::string beside(const std::string& text, unsigned indent) {
  return report::wrap(std::string(indent, '.') + text, columns, indent).substr(indent);
}

std::string range_of(const kernels::Key& key) {
  return fmt::format("{} to {}{}", key.low, key.high, key.multiple > 1 ? fmt::format(", by {}", key.multiple) : "");
}

Json json_of(const Kernel& kernel, bool with_source) {
  Json out{{"name", kernel.name}, {"shows", kernel.shows}, {"file", kernel.file}, {"function", kernel.function}, {"keys", Json::array()}};
  for (const kernels::Key& key : kernel.keys) {
    out["keys"].push_back({{"name", key.name},
                           {"standard", key.standard},
                           {"low", key.low},
                           {"high", key.high},
                           {"multiple", key.multiple},
                           {"meaning", key.meaning}});
  }
  if (with_source) {
    const kernels::Excerpt code = kernels::excerpt(kernel);
    out["line"] = code.first_line;
    out["source"] = std::string(code.text);
  }
  return out;
}

int print_json(const Json& value) { return print(value.dump(1) + '\n'); }

int list(bool json) {
  if (json) {
    Json out = Json::array();
    for (const Kernel& kernel : kernels::all()) out.push_back(json_of(kernel, false));
    return print_json(out);
  }
  std::string out;
  std::string_view file;
  for (const Kernel& kernel : kernels::all()) {
    if (file != kernel.file) out += fmt::format("{}{}\n", file.empty() ? "" : "\n", kernel.file);
    file = kernel.file;
    constexpr unsigned name = 28;
    out += fmt::format("  {:<{}}{}\n", kernel.name, name - 2, beside(kernel.shows, name));
  }
  return print(out + "\nnext: warpmem kernels NAME, for its keys and source\n      warpmem run kernel:NAME,key=value\n");
}

int show(const Kernel& kernel, bool json) {
  if (json) return print_json(json_of(kernel, true));
  std::string out = fmt::format("{}\n{}\n\n", kernel.name, report::wrap(kernel.shows, columns, 0));
  for (const kernels::Key& key : kernel.keys)
    out += fmt::format("  {:<9}{:>9}   {}\n", key.name, key.standard, beside(fmt::format("{} ({})", key.meaning, range_of(key)), 23));
  out += fmt::format("  {:<9}{:>9}   {}\n", "compute", 0,
                     beside("1: instructions without memory accesses are recorded, too, estimated from g++'s code", 23));
  const kernels::Excerpt code = kernels::excerpt(kernel);
  out += fmt::format("\n{}\n", kernel.file);
  unsigned line = code.first_line;
  for (std::size_t at = 0; at < code.text.size(); ++line) {
    const std::size_t end = code.text.find('\n', at);
    out += fmt::format("{:>5}  {}\n", line, code.text.substr(at, end - at));
    at = end + 1;
  }
  return print(out + fmt::format("\nnext: warpmem run kernel:{}\n", kernel.name));
}

}  // namespace

CommandLine kernels_line() {
  CommandLine line({"kernels", "[NAME]",
                    "The CUDA kernels that come with the program: a list, or one with its keys and source. Any of them can stand where a "
                    "trace is wanted, as kernel:NAME,key=value.",
                    "  warpmem kernels\n"
                    "  warpmem kernels transpose-padded\n"
                    "  warpmem run kernel:transpose-padded,n=2048\n"});
  line.options()("json", "as JSON");
  return line;
}

int kernels_main(const Words& words) {
  const auto values = kernels_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  const bool json = values->count("json") != 0;
  if (given.size() > 1) return report_usage(fmt::format("one kernel at a time: '{}' is one too many", given[1]), "kernels");
  if (given.empty()) return list(json);
  const std::string name = given[0].starts_with("kernel:") ? given[0].substr(7, given[0].find(',') - 7) : given[0];
  if (const Kernel* kernel = kernels::find(name)) return show(*kernel, json);
  std::vector<std::string_view> known;
  for (const Kernel& kernel : kernels::all()) known.push_back(kernel.name);
  return report_usage(fmt::format("there is no kernel '{}'{}", name, did_you_mean(name, known)), "kernels");
}

}  // namespace warpmem::cli
