// The kernels' own text, as kept in the program.
#pragma once

#include <string>
#include <string_view>

#include "warpmem/kernels.hpp"

namespace warpmem::kernels {

// A file of src/kernels/ that holds device code: "transpose.cuh"; "" when there is none of that name.
std::string_view file_text(std::string_view file);

struct Excerpt {
  unsigned first_line = 0;  // of the file, from 1; 0 when the function is not found
  std::string_view text;    // whole lines, the last one's end included
};

// A function with the comment above it.
Excerpt excerpt(const Kernel& kernel);

}  // namespace warpmem::kernels
