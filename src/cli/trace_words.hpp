// The command line of `warpmem trace`, which takes much of nvcc's.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace warpmem::cli {

struct TraceWords {
  Words own;              // for the command line's parser
  Words link;             // -lm, -Lfolder
  Words program;          // after `--`: the traced program's
  Words without_meaning;  // options of nvcc that change nothing here
};

// -std=c++14, -arch=sm_80 and -x cu become this program's options; what only a GPU's compiler needs (-lineinfo, -gencode, ...)
// is set aside.
// `-c MACHINE` is this program's --config; before a source file or another option it is nvcc's -c, which changes nothing here.
TraceWords trace_words(const Words& words);

// A file's name that no command line takes for an option.
std::string as_operand(const std::string& file);

}  // namespace warpmem::cli
