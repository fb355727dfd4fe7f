// Launches: what CUDA refuses is refused with its error; the runtime does the rest.
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

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

struct Refusal {
  cudaError_t error = cudaSuccess;
  std::string why;  // a sentence without end
};

std::string text_of(const unsigned sides[3]) {
  return "(" + std::to_string(sides[0]) + "," + std::to_string(sides[1]) + "," + std::to_string(sides[2]) + ")";
}

// What is wrong with the sizes; "" nothing.
std::string misfit(const unsigned grid[3], const unsigned block[3]) {
  constexpr std::uint64_t most_threads = 1024;
  // No side is above 2^32, so two of them cannot pass 64 bits; a third is only multiplied where they are small.
  const std::uint64_t area = std::uint64_t{block[0]} * block[1], threads = area > most_threads ? area : area * block[2];
  if (threads == 0) return "its block " + text_of(block) + " has no threads";
  if (block[0] > most_threads || block[1] > most_threads || block[2] > 64 || threads > most_threads)
    return "its block " + text_of(block) + " is too large: 1024 threads are the most, and (1024,1024,64) to a side";
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0) return "its grid " + text_of(grid) + " has no blocks";
  if (grid[0] > 0x7fffffffU || grid[1] > 65535 || grid[2] > 65535)
    return "its grid " + text_of(grid) + " is too large: (2147483647,65535,65535) are the most to a side";
  return {};
}

Refusal check(const unsigned grid[3], const unsigned block[3], std::size_t shared, bool cooperative, const void* function) {
  if (std::string wrong = misfit(grid, block); !wrong.empty()) return {cudaErrorInvalidConfiguration, std::move(wrong)};
  if (const std::size_t most = warpmem::record::dynamic_shared_limit(function); shared > most) {
    const std::size_t largest = warpmem_device()->shared_per_block_optin;
    return {cudaErrorInvalidValue, "it asks for " + std::to_string(shared) + " bytes of dynamic shared memory, where " +
                                       std::to_string(most) + " are the most" +
                                       (shared <= largest ? " until cudaFuncSetAttribute allows for more" : "")};
  }
  if (cooperative) {
    const int threads = static_cast<int>(block[0] * block[1] * block[2]);
    const std::uint64_t room =
        static_cast<std::uint64_t>(warpmem::record::resident_blocks(threads, shared)) * static_cast<std::uint64_t>(warpmem_device()->sms);
    const std::uint64_t blocks = std::uint64_t{grid[0]} * grid[1] * grid[2];
    if (blocks > room)
      return {cudaErrorCooperativeLaunchTooLarge, "all blocks of a cooperative launch must be on the GPU at once, and of its " +
                                                      std::to_string(blocks) + " only " + std::to_string(room) + " fit"};
  }
  return {};
}

cudaError_t refuse(const Refusal& refusal, const char* name, const char* file, int line, const void* function) {
  const std::string why = refusal.why + " (" + cudaGetErrorName(refusal.error) + ")";
  warpmem_launch_refused(name, file, line, function, why.c_str());
  return keep(refusal.error);
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
  if (const Refusal refusal = check(grid, block, shared, cooperative != 0, function); refusal.error != cudaSuccess)
    return refuse(refusal, name, file, line, function);
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
  if (known == kernels().end())
    return refuse({cudaErrorInvalidDeviceFunction, "what cudaLaunchKernel was given is no kernel of this program"}, "", "", 0, function);
  ByAddress call{function, arguments};
  const unsigned g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  return warpmem_cuda_launch(g, b, shared, stream, cooperative, known->second.name.c_str(), "", 0, function, known->second.thread, &call);
}

}  // namespace
