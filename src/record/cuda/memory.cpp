// Allocations. The recorder's arena holds them; host memory that a program registers is listed here.
#include <cstring>
#include <map>
#include <mutex>

#include "record/cuda/state.hpp"
#include "record/runtime.hpp"

// The linker's names for the ends of the sections of __device__ and __constant__ variables, if there are any.
extern "C" {
extern const char __start_warpmem_device[] __attribute__((weak));
extern const char __stop_warpmem_device[] __attribute__((weak));
extern const char __start_warpmem_constant[] __attribute__((weak));
extern const char __stop_warpmem_constant[] __attribute__((weak));
}

namespace {

using warpmem::record::keep;

enum Kind { device = 0, managed = 1, pinned = 2 };
constexpr std::size_t row_unit = 512;  // what a pitch is rounded up to

std::mutex guard;
std::map<const char*, std::size_t> registered;  // start -> bytes

cudaError_t allocate(void** pointer, std::size_t bytes, Kind kind) {
  if (pointer == nullptr) return keep(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return kind == managed ? keep(cudaErrorInvalidValue) : cudaSuccess;
  *pointer = warpmem_device_allocate(bytes, kind);
  return *pointer == nullptr ? keep(cudaErrorMemoryAllocation) : cudaSuccess;
}

cudaError_t release(void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  return warpmem_device_free(pointer) ? cudaSuccess : keep(cudaErrorInvalidValue);
}

bool lies_in(const void* pointer, std::size_t bytes, const char* start, const char* end) {
  const char* const p = static_cast<const char*>(pointer);
  return start != nullptr && p >= start && p <= end && bytes <= static_cast<std::size_t>(end - p);
}

bool is_registered(const void* pointer, std::size_t bytes) {
  const std::lock_guard lock(guard);
  auto next = registered.upper_bound(static_cast<const char*>(pointer));
  if (next == registered.begin()) return false;
  --next;
  return lies_in(pointer, bytes, next->first, next->first + next->second);
}

}  // namespace

namespace warpmem::record {

bool is_device_memory(const void* pointer, std::size_t bytes) {
  void* start = nullptr;
  std::size_t size = 0;
  if (warpmem_device_find(pointer, &start, &size) != 0)
    return lies_in(pointer, bytes, static_cast<const char*>(start), static_cast<const char*>(start) + size);
  return lies_in(pointer, bytes, __start_warpmem_device, __stop_warpmem_device) ||
         lies_in(pointer, bytes, __start_warpmem_constant, __stop_warpmem_constant) || is_registered(pointer, bytes);
}

void forget_registered_memory() {
  const std::lock_guard lock(guard);
  registered.clear();
}

}  // namespace warpmem::record

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) { return allocate(pointer, bytes, device); }
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) { return allocate(pointer, bytes, device); }
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (pitch == nullptr) return keep(cudaErrorInvalidValue);
  *pitch = (width + row_unit - 1) / row_unit * row_unit;
  return allocate(pointer, *pitch * height, device);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (pointer == nullptr) return keep(cudaErrorInvalidValue);
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth);
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return keep(cudaErrorInvalidValue);
  return allocate(pointer, bytes, managed);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) { return allocate(pointer, bytes, pinned); }
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)) return keep(cudaErrorInvalidValue);
  return allocate(pointer, bytes, pinned);
}
cudaError_t cudaFree(void* pointer) { return release(pointer); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return release(pointer); }
cudaError_t cudaFreeHost(void* pointer) { return release(pointer); }

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  if (pointer == nullptr || bytes == 0) return keep(cudaErrorInvalidValue);
  const std::lock_guard lock(guard);
  const bool is_new = registered.emplace(static_cast<const char*>(pointer), bytes).second;
  return is_new ? cudaSuccess : keep(cudaErrorHostMemoryAlreadyRegistered);
}
cudaError_t cudaHostUnregister(void* pointer) {
  const std::lock_guard lock(guard);
  return registered.erase(static_cast<const char*>(pointer)) == 1 ? cudaSuccess : keep(cudaErrorHostMemoryNotRegistered);
}
cudaError_t cudaHostGetDevicePointer(void** out, void* host, unsigned) {
  if (out == nullptr || !warpmem::record::is_device_memory(host, 1)) return keep(cudaErrorInvalidValue);
  *out = host;
  return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  if (flags == nullptr || warpmem_device_find(host, nullptr, nullptr) != pinned + 1) return keep(cudaErrorInvalidValue);
  *flags = cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  if (free == nullptr || total == nullptr) return keep(cudaErrorInvalidValue);
  *total = warpmem_device()->memory;
  const size_t used = warpmem_device_bytes_in_use();
  *free = used < *total ? *total - used : 0;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* out, const void* pointer) {
  if (out == nullptr) return keep(cudaErrorInvalidValue);
  std::memset(out, 0, sizeof *out);
  void* const p = const_cast<void*>(pointer);
  const int found = warpmem_device_find(pointer, nullptr, nullptr);
  if (found == 0 && !warpmem::record::is_device_memory(pointer, 1)) {
    out->device = cudaInvalidDeviceId;
    out->hostPointer = p;
    return cudaSuccess;
  }
  const bool of_host = found == pinned + 1 || (found == 0 && is_registered(pointer, 1));
  out->type = out->memoryType = of_host ? cudaMemoryTypeHost : found == managed + 1 ? cudaMemoryTypeManaged : cudaMemoryTypeDevice;
  out->isManaged = found == managed + 1;
  out->devicePointer = p;
  out->hostPointer = of_host || found == managed + 1 ? p : nullptr;
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int where, cudaStream_t) {
  if (where != 0 && where != cudaCpuDeviceId) return keep(cudaErrorInvalidDevice);
  if (warpmem_device_find(pointer, nullptr, nullptr) != managed + 1 || !warpmem::record::is_device_memory(pointer, bytes))
    return keep(cudaErrorInvalidValue);
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise, int where) {
  return cudaMemPrefetchAsync(pointer, bytes, where, nullptr);
}

}  // extern "C"
