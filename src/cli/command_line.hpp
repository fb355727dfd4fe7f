// The command line of one subcommand: options, words without a name, --help, and errors that suggest.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "cli/commands.hpp"
#include "warpmem/error.hpp"

namespace warpmem::cli {

namespace po = boost::program_options;

struct Usage {
  std::string command;   // "run"
  std::string words;     // "TRACE": what stands beside the options
  std::string about;     // what it does, a paragraph
  std::string examples;  // lines of "command   what it shows"
};

// One option as the tables of completion and the manual page show it.
struct OptionRow {
  std::string name;        // without dashes
  std::string short_name;  // one letter, or empty
  std::string value;       // "FILE", "all|none"; empty: it takes none
  std::string text;
  bool repeatable = false;
};

class CommandLine {
 public:
  // Adds --help, --verbose and --quiet.
  explicit CommandLine(Usage usage);
  po::options_description_easy_init options() { return options_.add_options(); }
  // The values, with words under "words" (vector<string>) and loudness already set; or the exit status when help
  // was printed or the command line was wrong.
  tl::expected<po::variables_map, int> parse(const Words& words);

  const Usage& usage() const { return usage_; }
  std::vector<OptionRow> table() const;

 private:
  int help() const;
  Usage usage_;
  po::options_description options_;
};

// Options that several subcommands have. The names of values are what completion goes by: MACHINE, FILE, KEY=VALUE, ...
// --config and --set; `several`: --config may be given again, and both are lists of strings.
void add_machine_options(CommandLine& line, bool several = false);
void add_style_options(CommandLine& line);  // --ascii, --width

std::vector<std::string> strings(const po::variables_map& values, const char* option);  // empty when not given
std::string string_or(const po::variables_map& values, const char* option, const std::string& otherwise);
// A decimal whole number from least to most; the error names the option.
Result<std::uint64_t> whole_number(const po::variables_map& values, const char* option, std::uint64_t otherwise, std::uint64_t least,
                                   std::uint64_t most);

}  // namespace warpmem::cli
