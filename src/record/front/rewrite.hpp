// CUDA's extensions to C++ written anew in C++ that g++ takes: kernels, launches, memory spaces, attributes. What the new
// text calls is declared by src/record/cuda/ and defined by src/record/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::front {

struct RewriteOptions {
  std::string own_headers;   // folder whose headers are the tool's: passed over. "": none
  bool relocatable = false;  // as nvcc -rdc=true: a __device__ variable that is not static is one for all files
};

struct Rewritten {
  std::string text;                  // lines as in the input
  std::vector<std::string> kernels;  // names of the kernels declared, each once, in order
  std::size_t launches = 0;          // places in the text that launch one
};

// `text` is the output of `g++ -E`. A construct that is not modelled is an input error at the user's file, line and column.
Result<Rewritten> rewrite(std::string_view text, const RewriteOptions& options = {});

}  // namespace warpmem::front
