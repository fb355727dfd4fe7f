// Attributes of kernels, and how many blocks of one an SM holds.
#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "record/cuda/state.hpp"
#include "record/runtime.hpp"

namespace {

using warpmem::record::keep;

// g++ says nothing of a GPU's registers: what most kernels stay under, and no limit at 2,048 threads an SM.
constexpr int registers_guess = 32;
constexpr std::size_t shared_unit = 128;

struct Attributes {
  std::size_t dynamic_shared = 0;  // 0: not set
  int carveout = cudaSharedmemCarveoutDefault;
};
std::mutex guard;
std::unordered_map<const void*, Attributes> functions;
std::size_t most_dynamic_shared = 0;  // asked for by any

cudaError_t set_carveout(const void* function, int percent) {
  const std::lock_guard lock(guard);
  functions[function].carveout = percent;
  warpmem_set_carveout(function, percent);
  return cudaSuccess;
}

}  // namespace

namespace warpmem::record {

std::size_t dynamic_shared_limit(const void* function) {
  const std::lock_guard lock(guard);
  const auto found = functions.find(function);
  const std::size_t asked = function == nullptr ? most_dynamic_shared : found == functions.end() ? 0 : found->second.dynamic_shared;
  return std::max(asked, warpmem_device()->shared_per_block);
}

int resident_blocks(int threads, std::size_t shared) {
  const warpmem_device_figures& card = *warpmem_device();
  const int warps = (threads + 31) / 32;
  int blocks = std::min(card.blocks_per_sm, card.warps_per_sm / warps);
  blocks = std::min(blocks, card.registers_per_sm / (registers_guess * 32 * warps));
  const std::size_t each = (shared + shared_unit - 1) / shared_unit * shared_unit + card.shared_reserved;
  if (each > 0) blocks = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(blocks), card.shared_per_sm / each));
  return blocks;
}

void forget_function_attributes() {
  const std::lock_guard lock(guard);
  for (const auto& [function, attributes] : functions)
    if (attributes.carveout != cudaSharedmemCarveoutDefault) warpmem_set_carveout(function, cudaSharedmemCarveoutDefault);
  functions.clear();
  most_dynamic_shared = 0;
}

}  // namespace warpmem::record

extern "C" {

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (function == nullptr) return keep(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (value < 0 || static_cast<std::size_t>(value) > warpmem_device()->shared_per_block_optin) return keep(cudaErrorInvalidValue);
    const std::lock_guard lock(guard);
    functions[function].dynamic_shared = static_cast<std::size_t>(value);
    most_dynamic_shared = std::max(most_dynamic_shared, static_cast<std::size_t>(value));
    return cudaSuccess;
  }
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
    return value < cudaSharedmemCarveoutDefault || value > 100 ? keep(cudaErrorInvalidValue) : set_carveout(function, value);
  return keep(cudaErrorNotSupported);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* out, const void* function) {
  if (out == nullptr) return keep(cudaErrorInvalidValue);
  if (function == nullptr) return keep(cudaErrorInvalidDeviceFunction);
  const warpmem_device_figures& card = *warpmem_device();
  *out = {};
  out->maxThreadsPerBlock = 1024;
  out->numRegs = registers_guess;
  out->ptxVersion = out->binaryVersion = card.major * 10 + card.minor;
  out->maxDynamicSharedSizeBytes = static_cast<int>(warpmem::record::dynamic_shared_limit(function));
  const std::lock_guard lock(guard);
  const auto found = functions.find(function);
  out->preferredShmemCarveout = found == functions.end() ? cudaSharedmemCarveoutDefault : found->second.carveout;
  return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
  if (function == nullptr) return keep(cudaErrorInvalidDeviceFunction);
  switch (config) {
    case cudaFuncCachePreferShared:
      return set_carveout(function, cudaSharedmemCarveoutMaxShared);
    case cudaFuncCachePreferL1:
      return set_carveout(function, cudaSharedmemCarveoutMaxL1);
    case cudaFuncCachePreferEqual:
      return set_carveout(function, 50);
    case cudaFuncCachePreferNone:
      return set_carveout(function, cudaSharedmemCarveoutDefault);
  }
  return keep(cudaErrorInvalidValue);
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return function == nullptr ? keep(cudaErrorInvalidDeviceFunction) : cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads, size_t shared) {
  if (function == nullptr) return keep(cudaErrorInvalidDeviceFunction);
  if (blocks == nullptr || threads <= 0) return keep(cudaErrorInvalidValue);
  *blocks = threads > 1024 || shared > warpmem_device()->shared_per_block_optin ? 0 : warpmem::record::resident_blocks(threads, shared);
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int threads, size_t shared,
                                                                   unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* shared, const void* function, int blocks, int threads) {
  if (function == nullptr) return keep(cudaErrorInvalidDeviceFunction);
  if (shared == nullptr || blocks <= 0 || threads <= 0) return keep(cudaErrorInvalidValue);
  const warpmem_device_figures& card = *warpmem_device();
  const std::size_t each = card.shared_per_sm / static_cast<std::size_t>(blocks) / shared_unit * shared_unit;
  *shared = std::min(each > card.shared_reserved ? each - card.shared_reserved : 0, card.shared_per_block_optin);
  return cudaSuccess;
}

}  // extern "C"
