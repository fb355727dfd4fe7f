// warpmem sweep: every combination of what braces stand for, as a table, as data, as a chart.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/gate_status.hpp"
#include "cli/output.hpp"
#include "cli/replay.hpp"
#include "cli/sweep_run.hpp"
#include "report/chart.hpp"
#include "report/layout.hpp"

namespace warpmem::cli {
namespace {

constexpr const char* nothing_shown = "There is no result.";

// "default", names of figures and headings, separated by commas.
Result<std::vector<std::size_t>> columns_of(const std::vector<std::string>& lists, const report::SweepTable& table) {
  std::vector<std::size_t> columns;
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      const std::string name = list.substr(begin, end - begin);
      begin = end + 1;
      if (name == "default") {
        const auto usual = report::default_columns(table);
        columns.insert(columns.end(), usual.begin(), usual.end());
        continue;
      }
      const auto found = report::find_figure(table.figures, name);
      if (!found) return usage_error("--columns: " + found.error().message);
      columns.push_back(*found);
    }
  }
  return columns;
}

std::string list_of_figures() {
  std::string out;
  for (const report::Figure& f : report::all_figures()) {
    std::string line = f.heading == f.name ? f.name : report::left(f.name, 36) + "  " + f.heading;
    out += line + '\n';
  }
  return out;
}

// Each point as the command that runs it alone.
std::string list_of_points(const SweepPlan& plan) {
  std::string out;
  for (const SweepPoint& p : plan.points) {
    out += "warpmem run " + report::shell_word(p.trace);
    for (const std::string& word : report::config_words(p.config)) out += ' ' + report::shell_word(word);
    for (const std::string& set : p.set) out += " --set " + report::shell_word(set);
    out += '\n';
  }
  return out;
}

report::SweepTable table_of(const SweepPlan& plan, SweepResult&& result) {
  report::SweepTable table;
  table.keys = plan.keys;
  table.figures = report::all_figures();
  table.rows = std::move(result.rows);
  if (result.several_kernels) {
    table.keys.emplace_back("kernel");
    for (report::SweepRow& row : table.rows) row.keys.push_back(row.kernel);
  }
  return table;
}

int show(const po::variables_map& values, const report::SweepTable& table, bool all_figures) {
  if (values.count("svg") != 0) {
    const auto chart = report::sweep_chart(table, string_or(values, "x", ""), string_or(values, "y", ""));
    if (!chart) return report_error(chart.error(), nothing_shown);
    if (chart->curves.size() > 6) spdlog::warn("warpmem: {} curves, of which no more than six look different", chart->curves.size());
    Spool picture;
    picture << report::chart_picture(*chart);
    const std::string file = string_or(values, "svg", "");
    if (file == "-") return picture.print();
    if (const auto saved = picture.save(file); !saved) return report_error(saved.error());
  }
  if (values.count("json") != 0) return print(report::sweep_json(table, all_figures));
  if (values.count("csv") != 0) return print(report::sweep_csv(table));
  const auto width = whole_number(values, "width", 0, 60, 400);
  return print(report::sweep_text(table, output_style(values.count("ascii") != 0, width ? static_cast<unsigned>(*width) : 0)));
}

// What can be seen to be wrong before anything runs.
Result<SweepOptions> options_of(const po::variables_map& values) {
  SweepOptions options;
  const auto threads = whole_number(values, "threads", 1, 1, 1024);
  if (!threads) return tl::make_unexpected(threads.error());
  options.threads = static_cast<unsigned>(*threads);
  if (const auto width = whole_number(values, "width", 0, 60, 400); !width) return tl::make_unexpected(width.error());
  const std::string caches = string_or(values, "cache-control", "all");
  if (caches != "all" && caches != "none") return usage_error(fmt::format("--cache-control takes 'all' or 'none', not '{}'", caches));
  options.flush_caches = caches == "all";
  options.progress = values.count("quiet") == 0;
  for (const std::string& text : strings(values, "fail-on")) {
    auto gate = report::parse_gate(text);
    if (!gate) return tl::make_unexpected(gate.error());
    options.gates.push_back(*std::move(gate));
  }
  if (values.count("csv") != 0 && values.count("json") != 0) return usage_error("--csv and --json both go to standard output: choose one");
  if (string_or(values, "svg", "") == "-" && values.count("csv") + values.count("json") != 0)
    return usage_error("--svg - takes standard output for itself: leave out --csv and --json, or name a file for the chart");
  report::SweepTable empty;
  empty.figures = report::all_figures();
  if (const auto columns = columns_of(strings(values, "columns"), empty); !columns) return tl::make_unexpected(columns.error());
  if (const std::string y = string_or(values, "y", ""); !y.empty())
    if (const auto found = report::find_figure(empty.figures, y); !found) return usage_error("--y: " + found.error().message);
  return options;
}

}  // namespace

CommandLine sweep_line() {
  CommandLine line({"sweep", "TRACE ...",
                    "Runs every combination of what braces stand for, and shows a line for each. Braces may stand in any key of a "
                    "gen: or kernel: source, in file names, in --config and in the values of --set:\n"
                    "  {1,2,8}        these\n"
                    "  {1..64}        each number from 1 to 64; {1..64..8} every eighth\n"
                    "  {1..1024*2}    doubled each time; numbers may end in Ki, Mi, Gi, K, M, G\n"
                    "Quote them, or the shell takes them apart itself. Columns are any figures of the JSON report, or 'default'; "
                    "a column's heading is a name for it too.",
                    "  warpmem sweep 'gen:read,elements=1048576,stride={1..64}'\n"
                    "  warpmem sweep 'gen:copy,bytes={1,2,4,8,16}' --config '{a100-sxm4-80gb,h200}'\n"
                    "  warpmem sweep 'gen:chase,footprint={16Ki..64Mi*2}' --svg latency.svg\n"
                    "  warpmem sweep gen:copy --set 'dram.channels={40,80}' --csv\n"
                    "  warpmem sweep 'gen:read,elements=32,stride={1,2,4,8,32}' \\\n"
                    "    --columns 'lines/request,line_bytes,line_efficiency,default'\n"});
  add_machine_options(line, true);
  line.options()("columns", po::value<std::vector<std::string>>()->value_name("FIGURE,...")->composing(), "what to show of each point")(
      "figures", "list what can be shown, and stop")("list", "print the points as 'warpmem run' commands, and stop")(
      "csv", "as CSV, numbers in full")("json", "as JSON, every figure unless --columns says which")(
      "svg", po::value<std::string>()->value_name("FILE"), "draw a chart; '-': to standard output, instead of the table")(
      "x", po::value<std::string>()->value_name("KEY"), "what the chart is over (default: the key with the most numbers)")(
      "y", po::value<std::string>()->value_name("FIGURE"), "what the chart shows (default: GB/s, latency or cycles)")(
      "fail-on", po::value<std::vector<std::string>>()->value_name("CONDITION")->composing(),
      "status 1 when '[kernel~NAME:] FIGURE > NUMBER' holds at any point")("threads,j", po::value<std::string>()->value_name("N"),
                                                                           "points at a time (default: 1); the result is the same for any")(
      "cache-control", po::value<std::string>()->value_name("all|none"),
      "all: caches start cold for each kernel (default); none: they stay warm");
  add_style_options(line);
  return line;
}

int sweep_main(const Words& words) {
  const auto values = sweep_line().parse(words);
  if (!values) return values.error();
  if (values->count("figures") != 0) return print(list_of_figures());
  const auto traces = strings(*values, "words");
  if (traces.empty()) return report_usage("what is to be swept? For instance: warpmem sweep 'gen:read,stride={1..32}'", "sweep");
  const auto options = options_of(*values);
  if (!options) return report_usage(options.error().message, "sweep");
  auto configs = strings(*values, "config");
  if (configs.empty()) configs.emplace_back(default_config);
  const auto plan = plan_sweep(traces, configs, strings(*values, "set"));
  if (!plan) return report_usage(plan.error().message, "sweep");
  if (values->count("list") != 0) return print(list_of_points(*plan));
  const std::string file = string_or(*values, "svg", "");
  for (const auto& point : plan->points)
    if (const auto spared = outputs_spare(point.trace, {{"--svg", file}}); !spared) return report_usage(spared.error().message, "sweep");
  if (!file.empty() && file != "-")
    if (const auto fine = can_write(file); !fine) return report_error(fine.error(), nothing_shown);

  auto result = run_sweep(*plan, *options);
  if (!result) return report_error(result.error(), nothing_shown);
  if (result->interrupted) return report_interrupted();
  const report::Gates gates = result->gates;
  report::SweepTable table = table_of(*plan, std::move(*result));
  const bool chosen = values->count("columns") != 0;
  table.columns = chosen ? *columns_of(strings(*values, "columns"), table) : report::default_columns(table);
  const int shown = show(*values, table, !chosen);
  return shown != done ? shown : gate_status(gates);
}

}  // namespace warpmem::cli
