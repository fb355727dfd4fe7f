// CUDA source to a program that traces itself: preprocess, rewrite, compile, link.
#pragma once

#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "record/front/toolkit.hpp"
#include "warpmem/error.hpp"

namespace warpmem::front {

struct BuildOptions {
  std::vector<std::string> files;            // .cu; .cpp, .cc, .cxx: plain C++ that may call CUDA's host functions; .c; .o, .a, .so
  std::vector<std::string> include_folders;  // -I
  std::vector<std::string> definitions;      // -D: NAME or NAME=VALUE
  std::vector<std::string> link_words;       // "-lm", "-Lfolder"
  std::string standard = "c++17";            // of C++ files; the GNU dialect of it, as nvcc takes
  std::string level = "2";                   // -O
  unsigned architecture = 90;                // __CUDA_ARCH__ / 10; 0: not defined, as in nvcc's pass over host code
  bool all_cuda = false;                     // C++ files are CUDA, too
  bool relocatable = false;                  // device variables are shared between files, as with nvcc -rdc=true
};

struct BuiltProgram {
  std::filesystem::path program;
  std::vector<std::string> kernels;  // declared in the files, in order
  std::size_t launches = 0;          // places in the files that launch one
};

struct BuildFailure {
  Error error;
  std::string messages{};    // the compiler's own, to be shown before the error; may be empty
  bool interrupted = false;  // by Ctrl-C or the like: there is nothing to be said of the program
};

// Works in `folder`, with g++ (gcc for C) as PATH leads to it.
tl::expected<BuiltProgram, BuildFailure> build(const BuildOptions& options, const Toolkit& toolkit, const std::filesystem::path& folder);

}  // namespace warpmem::front
