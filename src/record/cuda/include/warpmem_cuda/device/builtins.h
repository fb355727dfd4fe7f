// threadIdx, blockIdx, blockDim, gridDim, warpSize: constants to the compiler, so that a read is free and may be kept. They
// are variables, not macros: `int blockIdx = 1;` in a host function hides them as it does with nvcc.
#ifndef WARPMEM_CUDA_BUILTINS_H
#define WARPMEM_CUDA_BUILTINS_H

#include "../runtime.h"
#include "../types/vector_functions.h"

// dim3 has constructors, for which g++ reads a constant anew each time, as an access to memory.
struct warpmem_extent {
  unsigned int x, y, z;
  constexpr operator dim3() const { return dim3(x, y, z); }
};

extern const uint3 threadIdx __asm__("warpmem_threadIdx");
extern const uint3 blockIdx __asm__("warpmem_blockIdx");
extern const warpmem_extent blockDim __asm__("warpmem_blockDim");
extern const warpmem_extent gridDim __asm__("warpmem_gridDim");
static constexpr int warpSize = 32;

// The thread's place in its block, x first, and its lane.
WARPMEM_CUDA_INLINE unsigned int warpmem_thread_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
WARPMEM_CUDA_INLINE unsigned int warpmem_lane_id() { return warpmem_thread_rank() & 31u; }

#endif
