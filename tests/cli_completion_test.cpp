// Completion and the manual page: made from the tables of options, so each knows what the program knows.
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "cli_support.hpp"

using namespace cli_test;

namespace {

bool has_program(const std::string& name) { return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0; }

// What bash offers for a line with the cursor at its end, in a folder with one file, trace.wmt.
std::set<std::string> offered(const std::string& line) {
  const TemporaryFolder folder;
  folder.write("trace.wmt", good_trace);
  const std::string script = folder.write("ask.bash", "source <('" WARPMEM_PROGRAM
                                                      "' completion bash)\n"
                                                      "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'\n"
                                                      "COMP_LINE=$1\nCOMP_POINT=${#1}\n_warpmem\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  const std::string out = (folder.path() / "out").string();
  const std::string command =
      "cd '" + folder.path().string() + "' && bash --norc ask.bash '" + line + "' >'" + out + "' 2>&1; rm -f ask.bash";
  REQUIRE(std::system(command.c_str()) == 0);
  std::set<std::string> words;
  std::istringstream in(read_file(out));
  for (std::string word; std::getline(in, word);)
    if (!word.empty()) words.insert(word);
  return words;
}

using Offer = std::set<std::string>;

std::vector<std::string> subcommands() {
  std::vector<std::string> names;
  std::istringstream in(warpmem("help").out);
  static const std::regex row("^  ([a-z]+) +[a-z].*");
  std::smatch match;
  for (std::string line; std::getline(in, line);)
    if (std::regex_match(line, match, row) && match[1] != "warpmem") names.push_back(match[1]);
  return names;
}

std::vector<std::string> options_of(const std::string& subcommand) {
  std::vector<std::string> names;
  const std::string help = warpmem(subcommand + " --help").out;
  static const std::regex option("\n  (?:-. \\[ )?--([a-z-]+)");
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) names.push_back((*at)[1]);
  return names;
}

}  // namespace

TEST_CASE("bash: subcommands, options and their values") {
  if (!has_program("bash")) return;
  CHECK(offered("warpmem ru") == Offer{"run"});
  CHECK(offered("warpmem run --fa") == Offer{"--fail-on"});
  CHECK(offered("warpmem run --config h") == Offer{"h200"});
  CHECK(offered("warpmem run -c te") == Offer{"teaching"});
  CHECK(offered("warpmem run --config=h") == Offer{"h200"});
  CHECK(offered("warpmem run --cache-control ") == Offer{"all", "none"});
  CHECK(offered("warpmem run --set l1.hit") == Offer{"l1.hit_latency="});
  CHECK(offered("warpmem run --threads ").empty());
  CHECK(offered("warpmem top --by s") == Offer{"sectors"});
  CHECK(offered("warpmem config s") == Offer{"schema", "show"});
  CHECK(offered("warpmem completion ") == Offer{"bash", "zsh"});
  CHECK(offered("warpmem help swe") == Offer{"sweep"});
  CHECK(offered("warpmem gen ran") == Offer{"random"});
}

TEST_CASE("bash: sources are completed behind their colon, files by their name, figures in a list") {
  if (!has_program("bash")) return;
  CHECK(offered("warpmem run gen:c") == Offer{"copy", "chase"});
  CHECK(offered("warpmem run --config h200 gen:rea") == Offer{"read"});
  CHECK(offered("warpmem run tra") == Offer{"trace.wmt"});
  CHECK(offered("warpmem run --json tra") == Offer{"trace.wmt"});
  CHECK(offered("warpmem run --fail-on line_eff") == Offer{"line_efficiency"});
  CHECK(offered("warpmem sweep --columns cycles,line_eff") == Offer{"cycles,line_efficiency"});
}

TEST_CASE("completion and manual page know every subcommand and every option") {
  const std::string bash = warpmem("completion bash").out;
  const std::string zsh = warpmem("completion zsh").out;
  const std::string man = warpmem("man").out;
  const auto names = subcommands();
  CHECK(names.size() >= 12);
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(has(bash, "\n    " + name + ")\n"));
    CHECK(has(zsh, "\n    " + name + ")\n"));
    CHECK(has(man, "\n.SS " + name + "\n"));
    if (name == "help" || name == "version") continue;
    const auto options = options_of(name);
    CHECK(options.size() >= 3);
    for (const std::string& option : options) {
      CAPTURE(option);
      CHECK(has(bash, "--" + option));
      CHECK(has(zsh, "--" + option));
      CHECK(has(man, "\\-\\-" + std::regex_replace(option, std::regex("-"), "\\-")));
    }
  }
}

TEST_CASE("the scripts and the page are well formed") {
  const TemporaryFolder folder;
  const auto accepted = [&](const std::string& what, const std::string& checker) {
    const std::string file = folder.write("checked", warpmem(what).out);
    const std::string said = (folder.path() / "said").string();
    CAPTURE(what);
    CHECK(std::system((checker + " '" + file + "' >/dev/null 2>'" + said + "'").c_str()) == 0);
    CHECK(read_file(said).empty());
  };
  if (has_program("bash")) accepted("completion bash", "bash -n");
  if (has_program("zsh")) accepted("completion zsh", "zsh -n");
  if (has_program("groff")) accepted("man", "groff -man -ww -Tascii");
}

TEST_CASE("completion of a shell that is not known, and words too many") {
  CHECK(warpmem("completion").status == 2);
  CHECK(has(warpmem("completion bsh").err, "did you mean 'bash'?"));
  CHECK(warpmem("man run").status == 2);
}

TEST_CASE("FORCE_COLOR=0 is no colour, and a dumb terminal gets none") {
  CHECK_FALSE(has(warpmem("run -", good_trace, "FORCE_COLOR=0").out, "\033["));
  CHECK(has(warpmem("run -", good_trace, "FORCE_COLOR=1 TERM=dumb").out, "\033["));
}

TEST_CASE("progress is for terminals: seen on one, wiped at the end, kept from pipes and from dumb ones") {
  if (!has_program("script")) return;
  const TemporaryFolder folder;
  const auto on_terminal = [&](const std::string& before, const std::string& arguments) {
    const std::string out = (folder.path() / "out").string();
    const std::string command = "script -qec \"" + before + " timeout --preserve-status -s INT 3 '" WARPMEM_PROGRAM "' " + arguments +
                                "\" /dev/null </dev/null >'" + out + "' 2>&1";
    (void)!std::system(command.c_str());
    return read_file(out);
  };
  const std::string run = on_terminal("TERM=xterm", "run gen:copy,elements=4000000000");
  CHECK(has(run, "\r\033[Kkernel 1: "));
  CHECK(has(run, "M instructions, "));
  CHECK_FALSE(has(on_terminal("TERM=dumb", "run gen:copy,elements=4000000000"), "\033[K"));
  CHECK_FALSE(has(on_terminal("TERM=xterm", "run gen:copy,elements=4000000000 --quiet"), "\033[K"));
  const std::string sweep = on_terminal("TERM=xterm", "sweep 'gen:read,elements=65536,stride={1..100000}'");
  CHECK(std::regex_search(sweep, std::regex("of 100000 points, [0-9.]+/s, [0-9]+ (h|min|s)")));
}
