// warpmem: the table of subcommands, help and version.
#include <spdlog/spdlog.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "report/layout.hpp"
#include "units/nearest.hpp"
#include "warpmem/report.hpp"

namespace warpmem::cli {
namespace {

int help_main(const Words& words);
int version_main(const Words&) { return print("warpmem " + std::string(version()) + "\n"); }

constexpr Command table[] = {
    {"run", "replay a trace and say what held each kernel back", run_main, run_line},
    {"explain", "one access, lane by lane: lines, sectors, banks, wavefronts", explain_main, explain_line},
    {"advise", "what to change in a program, found and tried", advise_main, advise_line},
    {"top", "the instructions and source lines that cost the most", top_main, top_line},
    {"diff", "what differs between two reports or two traces", diff_main, diff_line},
    {"sweep", "run every combination of keys, parameters and machines", sweep_main, sweep_line},
    {"trace", "compile CUDA source for the CPU, run it and record its accesses", trace_main, trace_line},
    {"gen", "write a made-up trace to a file", gen_main, gen_line},
    {"check", "read a trace to its end and sum it up", check_main, check_line},
#ifdef WARPMEM_KERNELS
    {"kernels", "the CUDA kernels that come with the program, and their source", kernels_main, kernels_line},
    {"lesson", "lessons that ask before they show, and a quiz", lesson_main, lesson_line},
#endif
    {"lab", "the interactive page, as one file that works offline", lab_main, lab_line},
    {"config", "list, show and check machine descriptions", config_main, config_line},
    {"completion", "completion of commands for bash and zsh", completion_main, completion_line},
    {"man", "the manual page", man_main, man_line},
    {"help", "this page, or that of a subcommand", help_main},
    {"version", "the program's version", version_main},
};

const Command* find(const std::string& name) {
  for (const Command& c : table)
    if (c.name == name) return &c;
  return nullptr;
}

int unknown_command(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Command& c : table) known.push_back(c.name);
  return report_usage("there is no subcommand '" + name + "'" + did_you_mean(name, known));
}

std::string overview() {
  std::string text = "usage: warpmem SUBCOMMAND ...\n\n" + report::wrap("warpmem " + std::string(program_summary) + '.', 79) + "\n\n";
  for (const Command& c : table) text += "  " + std::string(c.name) + std::string(12 - c.name.size(), ' ') + std::string(c.summary) + "\n";
  text +=
      "\nTry:\n"
      "  warpmem explain 'ld.global.b32 0x1004+4'\n"
      "  warpmem run gen:copy,elements=1048576\n"
      "  warpmem help run\n\n";
  std::string statuses = "Exit status:";
  for (const StatusMeaning& s : exit_statuses) statuses += (s.status == done ? " " : "; ") + std::to_string(s.status) + ' ' + s.meaning;
  return text + report::wrap(statuses + '.', 79) + '\n';
}

int help_main(const Words& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") return print(overview());
  const Command* c = find(words[0]);
  if (c == nullptr) return unknown_command(words[0]);
  return c->main == version_main ? print("usage: warpmem version\n") : c->main({"--help"});
}

int dispatch(const Words& words) {
  if (words.empty()) return report_usage("no subcommand was given. Try: warpmem run gen:copy,elements=1048576");
  if (words[0] == "--help" || words[0] == "-h") return print(overview());
  if (words[0] == "--version" || words[0] == "-V") return version_main({});
  const Command* c = find(words[0]);
  if (c == nullptr) return unknown_command(words[0]);
  return c->main(Words(words.begin() + 1, words.end()));
}

}  // namespace

std::span<const Command> commands() { return table; }

}  // namespace warpmem::cli

int main(int argc, char** argv) {
  using namespace warpmem::cli;
  std::signal(SIGPIPE, SIG_IGN);
  try {
    start_logging();
    return dispatch(Words(argv + 1, argv + (argc > 0 ? argc : 1)));
  } catch (const std::bad_alloc&) {
    spdlog::error("warpmem: out of memory; there is no result.");
  } catch (const std::exception& e) {
    spdlog::error("warpmem: internal error: {}", e.what());
  }
  return internal_error;
}
