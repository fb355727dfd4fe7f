// warpmem run: a trace through a machine, and the report.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/gate_status.hpp"
#include "cli/open.hpp"
#include "cli/output.hpp"
#include "cli/picture_files.hpp"
#include "cli/progress.hpp"
#include "cli/replay.hpp"
#include "cli/tried_advice.hpp"
#include "report/advice.hpp"
#include "report/gate.hpp"
#include "warpmem/machine.hpp"
#include "warpmem/report.hpp"

namespace warpmem::cli {
namespace {

constexpr const char* nothing_simulated = "Nothing was simulated.";

struct Settings {
  std::string trace, config, json, svg, html, timeline;
  std::vector<std::string> overrides;
  std::vector<report::Gate> gates;
  RunOptions run;
  TextStyle style;
  bool every_kernel = false;  // in full
  bool progress = true;
  bool advise = false;
};

Result<Settings> settings_of(const po::variables_map& values) {
  Settings s;
  const auto words = strings(values, "words");
  if (words.empty())
    return usage_error("no trace was named. Give a file, '-' for standard input, or a source such as gen:copy,elements=1048576");
  if (words.size() > 1) return usage_error(fmt::format("one trace at a time: '{}' is one too many", words[1]));
  s.trace = words[0];
  s.config = string_or(values, "config", default_config);
  s.json = string_or(values, "json", "");
  s.svg = string_or(values, "svg", "");
  s.html = string_or(values, "html", "");
  s.timeline = string_or(values, "timeline", "");
  if (!s.timeline.empty()) s.run.timeline.spans_per_unit = 20000;
  if (const auto apart = outputs_apart({{"--json", s.json}, {"--html", s.html}, {"--timeline", s.timeline}}); !apart)
    return tl::make_unexpected(apart.error());
  if (const auto spared = outputs_spare(s.trace, {{"--json", s.json}, {"--html", s.html}, {"--timeline", s.timeline}, {"--svg", s.svg}});
      !spared)
    return tl::make_unexpected(spared.error());
  if (s.timeline == "-") return usage_error("--timeline does not go to standard output: name a file");
  s.overrides = strings(values, "set");
  const auto threads = whole_number(values, "threads", 1, 1, 1024);
  if (!threads) return tl::make_unexpected(threads.error());
  s.run.threads = static_cast<unsigned>(*threads);
  const auto window = whole_number(values, "window", 0, 1, 1U << 30);
  if (!window) return tl::make_unexpected(window.error());
  s.run.window_cycles = *window;
  const auto width = whole_number(values, "width", 0, 60, 400);
  if (!width) return tl::make_unexpected(width.error());
  s.style = output_style(values.count("ascii") != 0, static_cast<unsigned>(*width));
  const std::string caches = string_or(values, "cache-control", "all");
  if (caches != "all" && caches != "none")
    return usage_error(
        fmt::format("--cache-control takes 'all' (caches start cold for each kernel) or 'none' (they stay warm), not '{}'", caches));
  s.run.flush_caches = caches == "all";
  for (const std::string& text : strings(values, "fail-on")) {
    auto gate = report::parse_gate(text);
    if (!gate) return tl::make_unexpected(gate.error());
    s.gates.push_back(*std::move(gate));
  }
  s.advise = values.count("advise") != 0;
  if (s.advise && s.trace == "-") return usage_error("--advise reads the trace several times, and standard input can be read once");
  s.every_kernel = values.count("verbose") != 0;
  s.progress = values.count("quiet") == 0;
  return s;
}

// What goes to files could be written there, as far as can be told before the work.
Result<bool> can_save(const Settings& s) {
  for (const std::string& file : {s.json, s.html, s.timeline})
    if (!file.empty() && file != "-")
      if (auto fine = can_write(file); !fine) return fine;
  return s.svg.empty() ? Result<bool>(true) : can_fill(s.svg);
}

int simulate_and_report(const Settings& s) {
  const auto loaded = load_config(s.config, s.overrides);
  if (!loaded) return report_error(loaded.error(), nothing_simulated);
  const MachineConfig& machine = loaded->machine;
  const bool json_to_stdout = s.json == "-";
  const bool html_to_stdout = s.html == "-";
  if (const auto fine = can_save(s); !fine) return report_error(fine.error(), nothing_simulated);
  auto trace = open_named(s.trace);
  if (!trace) return report_error(trace.error(), nothing_simulated);
  spdlog::info("warpmem: {} on {}", (*trace)->name(), machine.name);

  report::FirstAccesses firsts(**trace, true);
  WatchedTrace watched(firsts);
  ReportContext context{machine.name, machine.digest, (*trace)->name(), ""};
  Spool text, json, html, timeline;
  std::optional<JsonReport> json_report;
  if (!s.json.empty()) json_report.emplace(json, machine);
  std::optional<HtmlReport> html_report;
  if (!s.html.empty()) html_report.emplace(html, machine, context);
  std::optional<TimelineJson> timeline_json;
  if (!s.timeline.empty()) timeline_json.emplace(timeline, machine);
  std::optional<RunPictures> pictures;
  if (!s.svg.empty()) pictures.emplace(s.svg, machine);
  RunReport report(text, machine, context, s.style, s.every_kernel);

  report::Gates gates(s.gates);
  catch_interrupts();
  Result<RunResult> result;
  {
    Progress progress(watched, s.progress);
    RunOptions options = s.run;
    options.progress = [&progress](std::uint64_t instructions) {
      progress.update(instructions);
      return !stop_wanted();
    };
    result = simulate(watched, machine, options, [&](KernelResult&& kernel) {
      if (!json_to_stdout && !html_to_stdout) report.kernel(kernel, firsts.samples());
      if (json_report) json_report->kernel(kernel, firsts.samples());
      if (html_report) html_report->kernel(kernel, firsts.samples());
      if (timeline_json) timeline_json->kernel(kernel);
      if (pictures) pictures->kernel(kernel, firsts.samples());
      gates.kernel(kernel, machine);
    });
  }
  if (stop_wanted() || (result && result->interrupted)) return report_interrupted();
  if (!result) {
    Error error = result.error();
    if (error.file.empty() && error.kind == ErrorKind::input) error.file = s.trace;
    return report_error(error, nothing_simulated);
  }
  context.trace_digest = (*trace)->digest();
  std::vector<advise::Advice> advice;
  if (s.advise) {
    auto tried = tried_advice(s.trace, machine, s.run.threads, s.progress);
    if (!tried) return report_error(tried.error());
    if (stop_wanted()) return report_interrupted();
    advice = *std::move(tried);
  }
  if (json_report) json_report->finish(context, s.advise ? report::advice_array(advice, machine) : "");
  if (!s.json.empty() && !json_to_stdout)
    if (const auto saved = json.save(s.json); !saved) return report_error(saved.error());
  if (html_report) html_report->finish(context.trace_digest);
  if (!s.html.empty() && !html_to_stdout)
    if (const auto saved = html.save(s.html); !saved) return report_error(saved.error());
  if (timeline_json) {
    timeline_json->finish();
    if (const auto saved = timeline.save(s.timeline); !saved) return report_error(saved.error());
  }
  if (pictures)
    if (const auto saved = pictures->save(); !saved) return report_error(saved.error());
  if (!json_to_stdout && !html_to_stdout) {
    report.finish();
    for (const advise::Advice& a : advice) text << '\n' << report::advice_text(a, machine, context, s.style, false, false);
  }
  const int printed = (json_to_stdout ? json : html_to_stdout ? html : text).print();
  return printed != done ? printed : gate_status(gates);
}

}  // namespace

CommandLine run_line() {
  CommandLine line({"run", "TRACE",
                    "Replays a trace through the modelled memory system and says what held each kernel back. "
                    "Several kernels give a table with a line each; --verbose gives every one in full.\n"
                    "TRACE is a file of any known format, '-' for standard input, or gen:NAME,key=value,...\n"
                    "--fail-on makes a gate of a figure: the report is printed all the same, and the status is 1 when the "
                    "condition holds for any kernel. FIGURE is any number of the JSON report ('warpmem sweep --figures' lists "
                    "them), the comparison one of < <= > >= == !=, and kernel~NAME: keeps it to kernels whose name holds NAME.",
                    "  warpmem run gen:copy,elements=1048576\n"
                    "  warpmem run --config h200 trace.wmt --json report.json\n"
                    "  warpmem run gen:read,elements=1048576,stride=8 --set l1.hit_latency=40\n"
                    "  warpmem run trace.wmt --fail-on 'sectors_per_request_global_ld > 8'\n"
                    "  warpmem run trace.wmt --fail-on 'kernel~transpose: efficiency < 50 %'\n"
                    "  warpmem run trace.wmt --html report.html --svg pictures/\n"
                    "  warpmem run trace.wmt --json - | jq '.kernels[].cycles'\n"});
  add_machine_options(line);
  line.options()("advise", "find what to change and try it, as 'warpmem advise' does")(
      "json", po::value<std::string>()->value_name("FILE"), "write the report as JSON too; '-': to standard output, instead of the text")(
      "html", po::value<std::string>()->value_name("FILE"),
      "write one self-contained page too, with pictures and the source; '-' as above")("svg", po::value<std::string>()->value_name("DIR"),
                                                                                       "write the pictures too, into this folder")(
      "timeline", po::value<std::string>()->value_name("FILE"),
      "write what happened when in the first SMs, L2 slices and DRAM banks, for ui.perfetto.dev or chrome://tracing")(
      "fail-on", po::value<std::vector<std::string>>()->value_name("CONDITION")->composing(),
      "status 1 when '[kernel~NAME:] FIGURE > NUMBER' holds; may be given again")("threads,j", po::value<std::string>()->value_name("N"),
                                                                                  "threads (default: 1); the result is the same for any")(
      "window", po::value<std::string>()->value_name("CYCLES"), "cycles that SMs run ahead alone; the result is the same for any")(
      "cache-control", po::value<std::string>()->value_name("all|none"),
      "all: caches start cold for each kernel (default); none: they stay warm");
  add_style_options(line);
  return line;
}

int run_main(const Words& words) {
  const auto values = run_line().parse(words);
  if (!values) return values.error();
  const auto settings = settings_of(*values);
  if (!settings) return report_usage(settings.error().message, "run");
  return simulate_and_report(*settings);
}

}  // namespace warpmem::cli
