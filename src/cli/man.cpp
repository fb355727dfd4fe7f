// warpmem man: the manual page, made from the tables that the program itself goes by.
#include <fmt/format.h>

#include <sstream>

#include "cli/command_line.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "warpmem/report.hpp"

namespace warpmem::cli {
namespace {

// Text as roff: no character in it means anything else, and hyphens are those that are typed.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out;
}

// Lines of running text; none begins with a dot that roff would take for a request.
std::string paragraph(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const bool as_it_stands = line.starts_with("  ");
    if (as_it_stands) out += ".br\n";
    out += (line.starts_with('.') ? "\\&" : "") + roff(line) + '\n';
    if (!as_it_stands && !lines.eof()) out += ".br\n";
  }
  return out;
}

std::string literal(const std::string& text) {
  std::istringstream lines(text);
  std::string out = ".PP\n.nf\n";
  for (std::string line; std::getline(lines, line);) out += "\\&" + roff(line) + '\n';
  return out + ".fi\n";
}

std::string option(const OptionRow& row) {
  std::string head = ".TP\n";
  if (!row.short_name.empty()) head += fmt::format("\\fB\\-{}\\fR, ", roff(row.short_name));
  head += fmt::format("\\fB\\-\\-{}\\fR", roff(row.name));
  if (!row.value.empty()) head += fmt::format(" \\fI{}\\fR", roff(row.value));
  return head + '\n' + paragraph(row.text);
}

bool is_common(const OptionRow& row) { return row.name == "help" || row.name == "verbose" || row.name == "quiet"; }

std::string section(const Command& command) {
  std::string out = fmt::format(".SS {}\n", roff(std::string(command.name)));
  if (command.line == nullptr) return out + paragraph(std::string(command.summary) + '.');
  const CommandLine line = command.line();
  const Usage& usage = line.usage();
  out += fmt::format("\\fBwarpmem {}\\fR {} [\\fIoptions\\fR]\n.PP\n", roff(usage.command), roff(usage.words)) + paragraph(usage.about);
  for (const OptionRow& row : line.table())
    if (!is_common(row)) out += option(row);
  if (!usage.examples.empty()) out += literal(usage.examples);
  return out;
}

std::string page() {
  std::string out = fmt::format(".TH WARPMEM 1 \"\" \"warpmem {}\" \"User Commands\"\n", version());
  out += ".SH NAME\nwarpmem \\- " + roff(std::string(program_summary)) + '\n';
  out += ".SH SYNOPSIS\n\\fBwarpmem\\fR \\fISUBCOMMAND\\fR ...\n.SH DESCRIPTION\n";
  out += paragraph(
      "Replays traces of warp instructions through a model of a GPU's coalescer, L1, shared memory, L2 and DRAM, counts under the "
      "names of Nsight Compute, and says what holds a kernel back. No GPU is needed. Standard output is the result, standard error "
      "everything else; a result is printed whole or not at all.");
  out += ".SH OPTIONS OF ALL SUBCOMMANDS\n";
  for (const Command& c : commands()) {
    if (c.line == nullptr) continue;
    const auto table = c.line().table();
    for (const OptionRow& row : table)
      if (is_common(row)) out += option(row);
    break;
  }
  out += ".SH SUBCOMMANDS\n";
  for (const Command& c : commands()) out += section(c);
  out += ".SH EXIT STATUS\n";
  for (const StatusMeaning& s : exit_statuses) out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", s.status, roff(s.meaning));
  out += ".SH ENVIRONMENT\n";
  constexpr std::pair<const char*, const char*> variables[] = {
      {"NO_COLOR", "No colour, whatever else is set."},
      {"FORCE_COLOR", "Colour even where standard output is no terminal; 0: none."},
      {"LC_ALL, LC_CTYPE, LANG", "Where the character set is not UTF-8, only ASCII is printed."},
      {"TERM", "dumb: no colour and no progress."}};
  for (const auto& [name, text] : variables) out += fmt::format(".TP\n\\fB{}\\fR\n{}", name, paragraph(text));
  return out;
}

}  // namespace

CommandLine man_line() {
  return CommandLine({"man", "", "Prints the manual page, for man to read. An installed warpmem has put it in its place already.",
                      "  warpmem man | man -l -\n"});
}

int man_main(const Words& words) {
  const auto values = man_line().parse(words);
  if (!values) return values.error();
  if (!strings(*values, "words").empty()) return report_usage("man takes no word: the page tells of all subcommands", "man");
  return print(page());
}

}  // namespace warpmem::cli
