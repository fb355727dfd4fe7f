// The subcommands. Each takes the words after its name and returns the exit status; NAME_line() is its command line, from
// which help, completion and the manual page are made.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpmem::cli {

class CommandLine;
using Words = std::vector<std::string>;

int run_main(const Words& words);
CommandLine run_line();
int explain_main(const Words& words);
CommandLine explain_line();
int sweep_main(const Words& words);
CommandLine sweep_line();
int advise_main(const Words& words);
CommandLine advise_line();
int top_main(const Words& words);
CommandLine top_line();
int diff_main(const Words& words);
CommandLine diff_line();
int trace_main(const Words& words);
CommandLine trace_line();
int gen_main(const Words& words);
CommandLine gen_line();
int check_main(const Words& words);
CommandLine check_line();
int kernels_main(const Words& words);
CommandLine kernels_line();
int lesson_main(const Words& words);
CommandLine lesson_line();
int lab_main(const Words& words);
CommandLine lab_line();
int config_main(const Words& words);
CommandLine config_line();
int completion_main(const Words& words);
CommandLine completion_line();
int man_main(const Words& words);
CommandLine man_line();

// What the program does, for the overview and the manual page.
inline constexpr std::string_view program_summary = "shows what a GPU's memory system does with a program's addresses, and why";

struct Command {
  std::string_view name;
  std::string_view summary;  // one line of the overview
  int (*main)(const Words& words);
  CommandLine (*line)() = nullptr;  // null: it takes no options
};
std::span<const Command> commands();  // the table in main.cpp

}  // namespace warpmem::cli
