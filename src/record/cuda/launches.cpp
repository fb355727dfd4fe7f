// Launches: what CUDA refuses is refused with its error; the runtime does the rest.
#include <cstdint>
#include <string>
#include <unordered_map>

#include "record/cuda/state.hpp"
#include "record/runtime.hpp"

namespace {

using warpmem::record::keep;

struct Registered {
  std::string name;
  void (*thread)(void*);
};
// Filled before main() by static objects, so it must be made on first use.
std::unordered_map<const void*, Registered>& kernels() {
  static std::unordered_map<const void*, Registered> known;
  return known;
}

bool fits(const unsigned grid[3], const unsigned block[3]) {
  constexpr std::uint64_t most_threads = 1024;
  const std::uint64_t threads = std::uint64_t{block[0]} * block[1] * block[2];
  if (block[0] > most_threads || block[1] > most_threads || block[2] > 64 || threads == 0 || threads > most_threads) return false;
  return grid[0] > 0 && grid[1] > 0 && grid[2] > 0 && grid[0] <= 0x7fffffffu && grid[1] <= 65535 && grid[2] <= 65535;
}

cudaError_t check(const unsigned grid[3], const unsigned block[3], std::size_t shared, bool cooperative, const void* function) {
  if (!fits(grid, block)) return cudaErrorInvalidConfiguration;
  if (shared > warpmem::record::dynamic_shared_limit(function)) return cudaErrorInvalidValue;
  if (cooperative) {
    const int threads = static_cast<int>(block[0] * block[1] * block[2]);
    const std::uint64_t room =
        static_cast<std::uint64_t>(warpmem::record::resident_blocks(threads, shared)) * static_cast<std::uint64_t>(warpmem_device()->sms);
    if (std::uint64_t{grid[0]} * grid[1] * grid[2] > room) return cudaErrorCooperativeLaunchTooLarge;
  }
  return cudaSuccess;
}

// What the headers' Unpacked is: a kernel and the array of pointers to its arguments.
struct ByAddress {
  const void* kernel;
  void** arguments;
};

cudaError_t launch_by_address(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared, cudaStream_t stream,
                              int cooperative);

}  // namespace

extern "C" {

cudaError_t warpmem_cuda_launch(const unsigned grid[3], const unsigned block[3], size_t shared, cudaStream_t, int cooperative,
                                const char* name, const char* file, int line, const void* function, void (*thread)(void*), void* context) {
  if (const cudaError_t error = check(grid, block, shared, cooperative != 0, function); error != cudaSuccess) return keep(error);
  if (cooperative) warpmem_next_launch_is_cooperative();
  return keep(static_cast<cudaError_t>(warpmem_launch(grid, block, shared, name, file, line, function, thread, context)));
}

void warpmem_cuda_register_kernel(const void* function, const char* name, void (*thread)(void*)) { kernels()[function] = {name, thread}; }

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream) {
  return launch_by_address(function, grid, block, arguments, shared, stream, 0);
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream) {
  return launch_by_address(function, grid, block, arguments, shared, stream, 1);
}

}  // extern "C"

namespace {

cudaError_t launch_by_address(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared, cudaStream_t stream,
                              int cooperative) {
  const auto known = kernels().find(function);
  if (known == kernels().end()) return keep(cudaErrorInvalidDeviceFunction);
  ByAddress call{function, arguments};
  const unsigned g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  return warpmem_cuda_launch(g, b, shared, stream, cooperative, known->second.name.c_str(), "", 0, function, known->second.thread, &call);
}

}  // namespace
