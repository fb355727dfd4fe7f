// warpmem top: the instructions that cost the most.
#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "cli/replay.hpp"
#include "report/top.hpp"
#include "units/nearest.hpp"
#include "warpmem/config.hpp"

namespace warpmem::cli {
namespace {

using report::TopBy;

Result<TopBy> by_what(const std::string& name) {
  constexpr std::pair<const char*, TopBy> known[] = {
      {"cycles", TopBy::cycles}, {"sectors", TopBy::sectors}, {"wavefronts", TopBy::wavefronts}, {"executed", TopBy::executed}};
  std::vector<std::string_view> names;
  for (const auto& [word, by] : known) {
    if (name == word) return by;
    names.emplace_back(word);
  }
  return usage_error(fmt::format("--by takes cycles, sectors, wavefronts or executed, not '{}'{}", name, did_you_mean(name, names)));
}

}  // namespace

CommandLine top_line() {
  CommandLine line({"top", "TRACE",
                    "Lists the instructions that cost the most, over all kernels of the trace: the share of the cycles that is spent "
                    "waiting for them, how often they run, and how many sectors and wavefronts they take beyond the least possible. "
                    "Launches of one name count together.",
                    "  warpmem top trace.wmt\n"
                    "  warpmem top trace.wmt --by sectors --lines\n"
                    "  warpmem top gen:copy,elements=1048576,stride=8 --config h200\n"});
  add_machine_options(line);
  line.options()("by", po::value<std::string>()->value_name("cycles|sectors|wavefronts|executed"),
                 "what to order by (default: cycles); sectors and wavefronts are those beyond the least possible")(
      "most,n", po::value<std::string>()->value_name("N"), "how many to list (default: 10; 0: all)")(
      "lines", "take the instructions of one source line together")("json", "as JSON")(
      "threads,j", po::value<std::string>()->value_name("N"), "threads (default: 1); the result is the same for any");
  add_style_options(line);
  return line;
}

int top_main(const Words& words) {
  const auto values = top_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  if (given.size() != 1) return report_usage(given.empty() ? "no trace was named" : "one trace at a time", "top");
  const auto by = by_what(string_or(*values, "by", "cycles"));
  if (!by) return report_usage(by.error().message, "top");
  const auto most = whole_number(*values, "most", 10, 0, 1'000'000'000);
  const auto width = whole_number(*values, "width", 0, 60, 400);
  const auto threads = whole_number(*values, "threads", 1, 1, 1024);
  for (const auto* number : {&most, &width, &threads})
    if (!*number) return report_usage(number->error().message, "top");
  const auto loaded = load_config(string_or(*values, "config", default_config), strings(*values, "set"));
  if (!loaded) return report_error(loaded.error());
  const MachineConfig& machine = loaded->machine;
  report::Top top(values->count("lines") != 0);
  const ReplayOptions options{static_cast<unsigned>(*threads), true, values->count("quiet") == 0};
  const auto finished = replay(given[0], machine, options, [&](KernelResult&& kernel) { top.kernel(kernel, machine); });
  if (!finished) return report_error(finished.error(), "Nothing was simulated.");
  if (!*finished) return report_interrupted();
  const ReportContext context{machine.name, machine.digest, given[0], ""};
  if (values->count("json") != 0) return print(report::top_json(top, *by, *most, context));
  return print(report::top_text(top, *by, *most, context, output_style(values->count("ascii") != 0, static_cast<unsigned>(*width))));
}

}  // namespace warpmem::cli
