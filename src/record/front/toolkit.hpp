// What tracing needs beside the program itself: the CUDA headers and the libraries that a traced program is linked with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::front {

struct Toolkit {
  std::filesystem::path root;          // holds cuda/include/ and runtime.hpp
  std::vector<std::string> libraries;  // for the linker, in order
  std::filesystem::path headers() const { return root / "cuda" / "include"; }
};

// Looked for in $WARPMEM_RECORD_DIR, beside the program as installed, where `cmake --install` put it, and in the build tree.
// An input error when it is nowhere whole: says where it was looked for.
Result<Toolkit> find_toolkit();

}  // namespace warpmem::front
