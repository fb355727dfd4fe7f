// warpmem explain: one access, lane by lane.
#include <fmt/format.h>

#include "cli/access_source.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "cli/picture_files.hpp"
#include "warpmem/config.hpp"
#include "warpmem/report.hpp"

namespace warpmem::cli {
namespace {

std::string texts(const std::vector<NamedAccess>& accesses, const MachineConfig& machine, const TextStyle& style, bool named) {
  std::string out;
  for (const NamedAccess& a : accesses) {
    if (!out.empty()) out += '\n';
    if (named) out += style.colour ? "\033[1m" + a.name + "\033[0m\n" : a.name + '\n';
    out += explain_text(a.access.record, a.access.addresses, machine, style);
  }
  return out;
}

// One access is an object, several an array of them.
std::string jsons(const std::vector<NamedAccess>& accesses, const MachineConfig& machine) {
  if (accesses.size() == 1) return explain_json(accesses[0].access.record, accesses[0].access.addresses, machine) + '\n';
  std::string out = "[\n";
  for (std::size_t i = 0; i < accesses.size(); ++i)
    out += explain_json(accesses[i].access.record, accesses[i].access.addresses, machine) + (i + 1 < accesses.size() ? ",\n" : "\n");
  return out + "]\n";
}

// 0, or the exit status of what went wrong. To standard output goes one picture.
int draw(const std::string& where, const std::vector<NamedAccess>& accesses, const MachineConfig& machine) {
  if (names_folder(where)) {
    const auto saved = save_pictures(where, pictures_of(accesses, machine));
    return saved ? int{done} : report_error(saved.error());
  }
  const auto picture = one_picture(accesses, machine);
  if (!picture) return report_usage(picture.error().message, "explain");
  if (where == "-") return print(picture->svg);
  Spool file;
  file << picture->svg;
  const auto saved = file.save(where);
  return saved ? int{done} : report_error(saved.error());
}

}  // namespace

CommandLine explain_line() {
  CommandLine line({"explain", "ACCESS ... | TRACE [--at PLACE] | FILE:LINE | -",
                    "Draws one warp instruction: which lanes fall into which lines and sectors, or banks; what it costs; "
                    "the least possible; and the change that gets there. ACCESS is written as in a text trace.\n"
                    "'-' reads 1 to 32 addresses, or lines of a text trace, from standard input.",
                    "  warpmem explain 'ld.global.b32 0x1004+4'\n"
                    "  warpmem explain 'ld.shared.b32 0+128' 'ld.shared.b32 0+132'\n"
                    "  warpmem explain 'st.global.b64 0x1000+64 @0000ffff'\n"
                    "  warpmem explain trace.wmt:17\n"
                    "  warpmem explain 'ld.shared.b32 0+128' --svg banks.svg\n"
                    "  warpmem explain gen:read,elements=4096,stride=8\n"
                    "  seq 0 256 8191 | warpmem explain - --op ld.shared.b32\n"});
  line.options()("at", po::value<std::string>()->value_name("PLACE"),
                 "the instruction at this source line, pc (0x...), trace line, or of this operation")(
      "op", po::value<std::string>()->value_name("OP"), "what bare addresses are (default: ld.global.b32)");
  add_machine_options(line);
  line.options()("json", "as JSON")(
      "svg", po::value<std::string>()->value_name("FILE|DIR"),
      "write pictures too: one into a file, all into a folder (DIR/); '-': to standard output, instead of the text");
  add_style_options(line);
  return line;
}

int explain_main(const Words& words) {
  const auto values = explain_line().parse(words);
  if (!values) return values.error();
  AccessQuery query;
  query.words = strings(*values, "words");
  if (query.words.empty())
    return report_usage("what is to be explained? For instance: warpmem explain 'ld.global.b32 0x1004+4'", "explain");
  query.at = string_or(*values, "at", "");
  query.op = string_or(*values, "op", query.op);
  // TRACE, or TRACE:LINE.
  const std::string& first = query.words.front();
  for (const std::string& trace : {first, first.substr(0, first.rfind(':'))})
    if (const auto spared = outputs_spare(trace, {{"--svg", string_or(*values, "svg", "")}}); !spared)
      return report_usage(spared.error().message, "explain");
  if (string_or(*values, "svg", "") == "-" && values->count("json") != 0)
    return report_usage("--svg - and --json both go to standard output: name a file for the picture", "explain");
  const auto width = whole_number(*values, "width", 0, 60, 400);
  if (!width) return report_usage(width.error().message, "explain");
  const auto loaded = load_config(string_or(*values, "config", default_config), strings(*values, "set"));
  if (!loaded) return report_error(loaded.error());
  const auto accesses = find_accesses(query);
  if (!accesses) return report_error(accesses.error());
  if (const std::string where = string_or(*values, "svg", ""); !where.empty())
    if (const int status = draw(where, *accesses, loaded->machine); status != done || where == "-") return status;
  if (values->count("json") != 0) return print(jsons(*accesses, loaded->machine));
  const TextStyle style = output_style(values->count("ascii") != 0, static_cast<unsigned>(*width));
  const bool named = accesses->size() > 1 || accesses->front().name != fmt::format("{}", fmt::join(query.words, " "));
  return print(texts(*accesses, loaded->machine, style, named));
}

}  // namespace warpmem::cli
