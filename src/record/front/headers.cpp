#include "record/front/headers.hpp"

#include <array>
#include <charconv>

#include "record/front/source_line.hpp"

namespace warpmem::front {
namespace {

struct Library {
  std::string_view prefix;  // of the header's name
  std::string_view message;
};

constexpr std::array<Library, 21> libraries{{
    {"thrust/", "Thrust is not modelled: write the step as a kernel, or take it out"},
    {"cub/", "CUB is not modelled: write the step as a kernel, or take it out"},
    {"cublas", "of cuBLAS only cublas_v2.h is there, and of that what programs check themselves with: call a kernel of your own instead"},
    {"cufft", "cuFFT is not modelled: call a kernel of your own instead"},
    {"cusparse", "cuSPARSE is not modelled: call a kernel of your own instead"},
    {"cusolver", "cuSOLVER is not modelled: call a kernel of your own instead"},
    {"curand", "of cuRAND only curand.h and curand_kernel.h are there: make the random numbers with those"},
    {"cudnn", "cuDNN is not modelled: call a kernel of your own instead"},
    {"cutlass/", "CUTLASS is not modelled: it needs instructions that have no C++ form"},
    {"cute/", "CuTe is not modelled: it needs instructions that have no C++ form"},
    {"mma.h", "matrix instructions (wmma) are not modelled: trace the kernel's version without them"},
    {"cuda/", "libcu++ is not modelled: use CUDA's built-in functions"},
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

// What stands before the last colon, and the number behind it; 0 where none does.
std::pair<std::string_view, std::uint64_t> split_number(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return {text, 0};
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  return {text.substr(0, colon), problem == std::errc{} && end == text.data() + text.size() ? number : 0};
}

}  // namespace

std::optional<Error> refused_header(std::string_view messages) {
  // "a.cu:2:10: fatal error: thrust/sort.h: No such file or directory"
  constexpr std::string_view fatal = ": fatal error: ", missing = ": No such file or directory";
  const std::size_t at = messages.find(fatal);
  if (at == messages.npos) return std::nullopt;
  const std::size_t begin = messages.rfind('\n', at) + 1;  // npos + 1 is 0
  const std::string_view rest = messages.substr(at + fatal.size());
  const std::size_t end = rest.find(missing);
  if (end == rest.npos || rest.find('\n') < end) return std::nullopt;
  const std::string_view header = rest.substr(0, end);
  const auto [with_line, column] = split_number(messages.substr(begin, at - begin));
  const auto [file, line] = split_number(with_line);
  for (const Library& library : libraries) {
    if (!header.starts_with(library.prefix)) continue;
    Error error{ErrorKind::input, std::string(library.message), std::string(file), line, 0};
    error.excerpt = source_line(error.file, error.line);
    const std::size_t named = error.excerpt.find(header);
    error.column = error.excerpt_column = named == error.excerpt.npos ? column : named + 1;
    return error;
  }
  return std::nullopt;
}

}  // namespace warpmem::front
