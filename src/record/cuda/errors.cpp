#include "record/cuda/state.hpp"

namespace warpmem::record {
namespace {
thread_local cudaError_t last = cudaSuccess;
}
cudaError_t keep(cudaError_t error) {
  if (error != cudaSuccess) last = error;
  return error;
}
}  // namespace warpmem::record

using warpmem::record::last;

extern "C" {

cudaError_t cudaGetLastError(void) {
  const cudaError_t error = last;
  last = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError(void) { return last; }

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define WARPMEM_CASE(name, value, text) \
  case name:                            \
    return #name;
    WARPMEM_CUDA_ERRORS(WARPMEM_CASE)
#undef WARPMEM_CASE
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define WARPMEM_CASE(name, value, text) \
  case name:                            \
    return text;
    WARPMEM_CUDA_ERRORS(WARPMEM_CASE)
#undef WARPMEM_CASE
  }
  return "unrecognized error code";
}

}  // extern "C"
