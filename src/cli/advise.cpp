// warpmem advise: what to change, tried.
#include "warpmem/advise.hpp"

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/open.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/replay.hpp"
#include "cli/status_line.hpp"
#include "cli/tried_advice.hpp"
#include "report/advice.hpp"

namespace warpmem::cli {

Result<std::vector<advise::Advice>> tried_advice(const std::string& trace, const MachineConfig& machine, unsigned threads, bool progress) {
  if (trace == "-")
    return usage_error("advice reads the trace several times, and standard input can be read once: save it to a file and name that");
  catch_interrupts();
  StatusLine line(progress);
  advise::Options options;
  options.threads = threads;
  std::uint64_t before = 0, last = 0;
  options.progress = [&](std::uint64_t instructions) {
    // Counted anew in each simulation.
    if (instructions < last) before += last;
    last = instructions;
    if (line.due()) line.show(fmt::format("advise: {} M warp instructions simulated", (before + instructions) / 1'000'000));
    return !stop_wanted();
  };
  auto all = advise::advise([&trace] { return open_named(trace); }, machine, options);
  if (!all && all.error().file.empty() && all.error().kind == ErrorKind::input) all.error().file = trace;
  return all;
}

CommandLine advise_line() {
  CommandLine line({"advise", "TRACE",
                    "Says what to change in a program, and tries it: findings with their source lines, and for each the changes that "
                    "its addresses call for, made to the trace and simulated again on the same machine. Of a trace of many kernels "
                    "the costliest four are looked at.",
                    "  warpmem advise traces/transpose-shared.wmt\n"
                    "  warpmem advise kernel:transpose-naive,n=1024 --config h200\n"
                    "  warpmem advise trace.wmt --json | jq '.kernels[].trials[0]'\n"});
  add_machine_options(line);
  line.options()("all", "noise, and what was tried in vain, too")("json", "as JSON")(
      "threads,j", po::value<std::string>()->value_name("N"), "threads (default: 1); the result is the same for any");
  add_style_options(line);
  return line;
}

int advise_main(const Words& words) {
  const auto values = advise_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  if (given.size() != 1) return report_usage(given.empty() ? "no trace was named" : "one trace at a time", "advise");
  const auto width = whole_number(*values, "width", 0, 60, 400);
  const auto threads = whole_number(*values, "threads", 1, 1, 1024);
  for (const auto* number : {&width, &threads})
    if (!*number) return report_usage(number->error().message, "advise");
  const auto loaded = load_config(string_or(*values, "config", default_config), strings(*values, "set"));
  if (!loaded) return report_error(loaded.error());
  const MachineConfig& machine = loaded->machine;
  const auto advice = tried_advice(given[0], machine, static_cast<unsigned>(*threads), values->count("quiet") == 0);
  if (!advice) return report_error(advice.error(), "Nothing was simulated.");
  if (stop_wanted()) return report_interrupted();
  const ReportContext context{machine.name, machine.digest, given[0], ""};
  if (values->count("json") != 0) return print(report::advice_json(*advice, machine, context));
  const TextStyle style = output_style(values->count("ascii") != 0, static_cast<unsigned>(*width));
  std::string text;
  for (const advise::Advice& a : *advice)
    text += (text.empty() ? "" : "\n") + report::advice_text(a, machine, context, style, values->count("all") != 0);
  return print(text.empty() ? "The trace holds no kernel.\n" : text);
}

}  // namespace warpmem::cli
