// warpmem config: the machines that are known, every number with its unit and source.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "report/layout.hpp"
#include "units/nearest.hpp"
#include "warpmem/config.hpp"

namespace warpmem::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned columns = 80;

int print_json(const Json& value) { return print(value.dump(1, ' ', false, Json::error_handler_t::replace) + '\n'); }

int list(bool json) {
  const auto all = shipped_configs();
  if (json) {
    Json out = Json::array();
    for (const ConfigListing& c : all) out.push_back({{"name", c.name}, {"description", c.description}});
    return print_json(out);
  }
  std::string out;
  constexpr unsigned name = 20;
  for (const ConfigListing& c : all) out += fmt::format("{:<{}}{}\n", c.name, name, report::wrap(c.description, columns - name, name));
  return print(out);
}

int show(const std::string& name, const std::vector<std::string>& overrides, bool json) {
  const auto loaded = load_config(name, overrides);
  if (!loaded) return report_error(loaded.error());
  const MachineConfig& m = loaded->machine;
  if (json) {
    Json out = {{"name", m.name}, {"description", m.description}, {"digest", m.digest}};
    Json& rows = out["parameters"] = Json::object();
    for (const ParameterValue& p : loaded->parameters)
      rows[p.key] = {{"value", p.value}, {"unit", p.unit}, {"source", p.source}, {"meaning", p.meaning}, {"from", p.from}};
    return print_json(out);
  }
  std::size_t key = 0;
  for (const ParameterValue& p : loaded->parameters) key = std::max(key, p.key.size());
  std::string out = fmt::format("{}: {}\ndigest {}, DRAM peak {:.0f} GB/s\n", m.name, m.description, m.digest, m.dram_peak_GBs());
  for (const ParameterValue& p : loaded->parameters) {
    out += fmt::format("\n{:<{}}  {}{}{}\n", p.key, key, p.value, p.unit.empty() ? "" : " ", p.unit);
    out += "    " + report::wrap(p.meaning, columns - 4, 4) + '\n';
    out += "    " + report::wrap(p.source.empty() ? "unsourced" : "source: " + p.source, columns - 4, 4) + '\n';
  }
  return print(out);
}

int check(const std::string& name, const std::vector<std::string>& overrides) {
  const auto loaded = load_config(name, overrides);
  if (!loaded) return report_error(loaded.error());
  const auto problems = config_problems(loaded->machine);
  for (const std::string& problem : problems) report_error({ErrorKind::input, problem, name});
  if (!problems.empty()) return bad_input;
  const auto unsourced =
      std::count_if(loaded->parameters.begin(), loaded->parameters.end(), [](const ParameterValue& p) { return p.source.empty(); });
  return print(fmt::format("{}: a good configuration, {} parameters, {} of them unsourced\n", name, loaded->parameters.size(), unsourced));
}

}  // namespace

CommandLine config_line() {
  CommandLine line({"config", "list | show MACHINE | check FILE | schema",
                    "list: the machines that come with the program. show: every parameter with unit, source and meaning. "
                    "check: whether a file is right and consistent. schema: the JSON schema of such files.",
                    "  warpmem config list\n"
                    "  warpmem config show a100-sxm4-80gb\n"
                    "  warpmem config show h200 --set l1.hit_latency=40 --json\n"
                    "  warpmem config check my-card.json\n"});
  line.options()("set", po::value<std::vector<std::string>>()->value_name("KEY=VALUE")->composing(),
                 "change one parameter; may be given again")("json", "as JSON");
  return line;
}

int config_main(const Words& words) {
  const auto values = config_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  const auto overrides = strings(*values, "set");
  const bool json = values->count("json") != 0;
  if (given.empty()) return report_usage("config does one of list, show, check and schema", "config");
  const std::string& what = given[0];
  if (what == "list" && given.size() == 1) return list(json);
  if (what == "schema" && given.size() == 1) return print(config_schema());
  if ((what == "show" || what == "check") && given.size() == 2)
    return what == "show" ? show(given[1], overrides, json) : check(given[1], overrides);
  if (what == "show" || what == "check") return report_usage("config " + what + " takes one name or file", "config");
  if (what == "list" || what == "schema") return report_usage("config " + what + " takes no name", "config");
  return report_usage("config does not know '" + what + "'" + did_you_mean(what, {"list", "show", "check", "schema"}), "config");
}

}  // namespace warpmem::cli
