// What can be typed, gathered from the tables that the program itself goes by.
#pragma once

#include <string>
#include <vector>

namespace warpmem::cli {

// What may stand at some place of the command line.
struct Completed {
  std::vector<std::string> words;  // these
  bool files = false;
  bool machines = false, sources = false, generators = false, keys = false, figures = false, kernels = false;
};

struct CompletedOption {
  std::string name, short_name;  // "config", "c"; the latter may be empty
  std::string value;             // "MACHINE"; empty: it takes none
  std::string text;
  bool repeatable = false;
  Completed values;
};
struct CompletedCommand {
  std::string name, summary;
  std::vector<CompletedOption> options;
  Completed words;  // beside the options
};
struct CompletionModel {
  std::vector<CompletedCommand> commands;
  std::vector<std::string> machines, generators, kernels, keys, figures;
  std::vector<std::string> sources() const;  // "gen:NAME" and "kernel:NAME"
};
CompletionModel completion_model();

std::string bash_completion(const CompletionModel& model);
std::string zsh_completion(const CompletionModel& model);

}  // namespace warpmem::cli
