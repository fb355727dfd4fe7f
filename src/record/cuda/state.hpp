// What the calls of the host API share.
#pragma once

#include <cstddef>

#include "cuda_runtime_api.h"
#include "record/runtime.hpp"

namespace warpmem::record {

// Keeps an error for cudaGetLastError, and hands it on.
cudaError_t keep(cudaError_t error);

// Whether device code may touch all of the range: a device, managed or pinned allocation, registered host memory, or a
// __device__ or __constant__ variable.
bool is_device_memory(const void* pointer, std::size_t bytes);
// Lets host code touch device memory while it lives.
struct DeviceOpen {
  DeviceOpen() { warpmem_device_open(); }
  ~DeviceOpen() { warpmem_device_close(); }
  DeviceOpen(const DeviceOpen&) = delete;
  DeviceOpen& operator=(const DeviceOpen&) = delete;
};
// Forgets what was registered.
void forget_registered_memory();

// The most dynamic shared memory that a launch may ask for; null: a kernel that is not known by its address.
std::size_t dynamic_shared_limit(const void* function);
// Blocks of `threads` threads and `shared` bytes of shared memory that an SM holds at once.
int resident_blocks(int threads, std::size_t shared);
void forget_function_attributes();

}  // namespace warpmem::record
