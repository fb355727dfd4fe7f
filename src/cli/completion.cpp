// warpmem completion: what a shell needs to complete commands.
#include "cli/command_line.hpp"
#include "cli/completion_model.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "units/nearest.hpp"

namespace warpmem::cli {

CommandLine completion_line() {
  return CommandLine({"completion", "bash | zsh",
                      "Prints what bash or zsh needs to complete subcommands, options, machines, sources, figures and file names. An "
                      "installed warpmem has put it in its place already.",
                      "  source <(warpmem completion bash)           in ~/.bashrc\n"
                      "  source <(warpmem completion zsh)            in ~/.zshrc, after compinit\n"});
}

int completion_main(const Words& words) {
  const auto values = completion_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  if (given.size() == 1 && given[0] == "bash") return print(bash_completion(completion_model()));
  if (given.size() == 1 && given[0] == "zsh") return print(zsh_completion(completion_model()));
  if (given.size() == 1)
    return report_usage("completion knows bash and zsh, not '" + given[0] + "'" + did_you_mean(given[0], {"bash", "zsh"}), "completion");
  return report_usage("for which shell? bash or zsh", "completion");
}

}  // namespace warpmem::cli
