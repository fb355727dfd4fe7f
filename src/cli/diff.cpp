// warpmem diff: what differs between two reports or two traces.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "cli/replay.hpp"
#include "report/diff.hpp"
#include "warpmem/config.hpp"

namespace warpmem::cli {
namespace {

// No trace begins with a brace or a bracket: what does is meant as a report, be it one or not.
bool is_json(const std::string& file) {
  if (file == "-" || file.starts_with("gen:") || file.starts_with("kernel:")) return false;
  std::ifstream in(file, std::ios::binary);
  char first = 0;
  return in >> first && (first == '{' || first == '[');
}

struct Side {
  std::string name;    // a report or a trace
  std::string config;  // for a trace
};

// Nothing: interrupted.
Result<std::optional<report::DiffedRun>> run_of(const Side& side, const std::vector<std::string>& overrides, const ReplayOptions& options) {
  if (is_json(side.name)) {
    std::ifstream in(side.name, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    auto run = report::read_report(text.str(), side.name);
    if (!run) return tl::make_unexpected(run.error());
    return *std::move(run);
  }
  const auto loaded = load_config(side.config, overrides);
  if (!loaded) return tl::make_unexpected(loaded.error());
  report::DiffedRun run{side.name, loaded->machine.name, {}};
  const auto finished = replay(side.name, loaded->machine, options,
                               [&](KernelResult&& kernel) { run.kernels.push_back(report::diffed(kernel, loaded->machine)); });
  if (!finished) return tl::make_unexpected(finished.error());
  if (!*finished) return std::optional<report::DiffedRun>();
  return std::optional(std::move(run));
}

}  // namespace

CommandLine diff_line() {
  CommandLine line({"diff", "A B",
                    "Compares two JSON reports, two traces, or one of each: a verdict, then cycles, time and what differs most of the "
                    "figures that say how a run went; --all: every figure that differs. Traces are run for it. With --config given twice, "
                    "the first machine is A's and "
                    "the second B's; then one trace is enough.",
                    "  warpmem diff before.json after.json\n"
                    "  warpmem diff gen:copy,stride=1 gen:copy,stride=2\n"
                    "  warpmem diff trace.wmt --config a100-sxm4-80gb --config h200\n"
                    "  warpmem diff before.json trace.wmt --json\n"});
  add_machine_options(line, true);
  line.options()("all", "every figure that differs")("json", "every figure that differs, as JSON")(
      "threads,j", po::value<std::string>()->value_name("N"), "threads (default: 1); the result is the same for any");
  add_style_options(line);
  return line;
}

int diff_main(const Words& words) {
  const auto values = diff_line().parse(words);
  if (!values) return values.error();
  auto given = strings(*values, "words");
  auto configs = strings(*values, "config");
  if (configs.empty()) configs.emplace_back(default_config);
  if (configs.size() > 2) return report_usage("--config is given once for both, or once for each of the two", "diff");
  if (given.size() == 1 && configs.size() == 2) given.push_back(given[0]);
  if (given.size() != 2) return report_usage("diff takes two reports or traces, or one trace and --config twice", "diff");
  if (given[0] == "-" && given[1] == "-") return report_usage("standard input can be read once: name a file for one side", "diff");
  const auto width = whole_number(*values, "width", 0, 60, 400);
  const auto threads = whole_number(*values, "threads", 1, 1, 1024);
  for (const auto* number : {&width, &threads})
    if (!*number) return report_usage(number->error().message, "diff");

  const ReplayOptions options{static_cast<unsigned>(*threads), true, values->count("quiet") == 0};
  report::DiffedRun runs[2];
  for (std::size_t i = 0; i < 2; ++i) {
    auto run = run_of({given[i], configs.size() == 2 ? configs[i] : configs[0]}, strings(*values, "set"), options);
    if (!run) return report_error(run.error(), "Nothing was compared.");
    if (!*run) return report_interrupted();
    runs[i] = **std::move(run);
  }
  const report::RunDiff diff = report::diff_runs(runs[0], runs[1]);
  if (values->count("json") != 0) return print(report::diff_json(diff));
  const TextStyle style = output_style(values->count("ascii") != 0, static_cast<unsigned>(*width));
  return print(report::diff_text(diff, style, {values->count("verbose") != 0, values->count("all") != 0}));
}

}  // namespace warpmem::cli
