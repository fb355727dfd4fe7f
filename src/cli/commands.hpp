// The subcommands. Each takes the words after its name and returns the exit status.
#pragma once

#include <string>
#include <vector>

namespace warpmem::cli {

using Words = std::vector<std::string>;

int run_main(const Words& words);
int explain_main(const Words& words);
int gen_main(const Words& words);
int check_main(const Words& words);
int config_main(const Words& words);

}  // namespace warpmem::cli
