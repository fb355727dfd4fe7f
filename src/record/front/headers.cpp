#include "record/front/headers.hpp"

#include <array>
#include <charconv>
#include <fstream>
#include <regex>

namespace warpmem::front {
namespace {

struct Library {
  std::string_view prefix;  // of the header's name
  std::string_view message;
};

constexpr std::array<Library, 22> libraries{{
    {"thrust/", "Thrust is not modelled: write the step as a kernel, or take it out"},
    {"cub/", "CUB is not modelled: write the step as a kernel, or take it out"},
    {"cublas", "cuBLAS is not modelled: call a kernel of your own instead"},
    {"cufft", "cuFFT is not modelled: call a kernel of your own instead"},
    {"cusparse", "cuSPARSE is not modelled: call a kernel of your own instead"},
    {"cusolver", "cuSOLVER is not modelled: call a kernel of your own instead"},
    {"curand", "cuRAND is not modelled: make the random numbers on the host or in the kernel"},
    {"cudnn", "cuDNN is not modelled: call a kernel of your own instead"},
    {"cutlass/", "CUTLASS is not modelled: it needs instructions that have no C++ form"},
    {"cute/", "CuTe is not modelled: it needs instructions that have no C++ form"},
    {"mma.h", "matrix instructions (wmma) are not modelled: trace the kernel's version without them"},
    {"cuda/", "libcu++ is not modelled: use CUDA's built-in functions"},
    {"cuda.h", "the driver API is not modelled: use the runtime API (cuda_runtime.h)"},
    {"nvrtc", "compiling at run time is not modelled: put the kernel into the source"},
    {"nvml", "NVML is not modelled: take the calls out"},
    {"npp", "NPP is not modelled: call a kernel of your own instead"},
    {"mpi", "MPI is not modelled: trace one process's version"},
    {"nccl", "NCCL is not modelled: trace one GPU's version"},
    {"nvshmem", "NVSHMEM is not modelled: trace one GPU's version"},
    {"GL/", "OpenGL is not modelled: trace the program's version without a window"},
    {"cuda_gl_interop", "OpenGL is not modelled: trace the program's version without a window"},
    {"opencv", "OpenCV's headers are not installed: install them, or trace a version without them"},
}};

std::string line_of(const std::string& file, std::size_t number) {
  std::ifstream in(file);
  std::string line;
  for (std::size_t i = 0; i < number; ++i)
    if (!std::getline(in, line)) return {};
  return line;
}

}  // namespace

std::optional<Error> refused_header(std::string_view messages) {
  static const std::regex missing(R"(([^\n]*?):(\d+):(\d+): fatal error: ([^\n:]+): No such file or directory)");
  const std::string text(messages);
  std::smatch found;
  if (!std::regex_search(text, found, missing)) return std::nullopt;
  const std::string header = found[4];
  for (const Library& library : libraries) {
    if (!header.starts_with(library.prefix)) continue;
    Error error{ErrorKind::input, std::string(library.message), found[1], std::stoull(found[2]), 0};
    error.excerpt = line_of(error.file, error.line);
    const std::size_t at = error.excerpt.find(header);
    error.column = error.excerpt_column = at == error.excerpt.npos ? std::stoull(found[3]) : at + 1;
    return error;
  }
  return std::nullopt;
}

}  // namespace warpmem::front
