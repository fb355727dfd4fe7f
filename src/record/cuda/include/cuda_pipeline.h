// The primitives of asynchronous copies: done at once. The bypass of registers that newer cards have is not modelled.
#ifndef WARPMEM_CUDA_PIPELINE_H
#define WARPMEM_CUDA_PIPELINE_H
#include "cuda_runtime.h"
#ifdef __CUDACC__
WARPMEM_CUDA_INLINE void __pipeline_memcpy_async(void* __to, const void* __from, size_t __bytes, size_t __zeros = 0) {
  if (__bytes == 16 && __zeros == 0)
    *static_cast<uint4*>(__to) = *static_cast<const uint4*>(__from);
  else if (__bytes == 8 && __zeros == 0)
    *static_cast<uint2*>(__to) = *static_cast<const uint2*>(__from);
  else if (__bytes == 4 && __zeros == 0)
    *static_cast<warpmem_word4*>(__to) = *static_cast<const warpmem_word4*>(__from);
  else {
    warpmem_memcpy(__to, __from, __bytes - __zeros);
    warpmem_memset(static_cast<char*>(__to) + (__bytes - __zeros), 0, __zeros);
  }
}
WARPMEM_CUDA_INLINE void __pipeline_commit() {}
WARPMEM_CUDA_INLINE void __pipeline_wait_prior(size_t) {}
#endif
#endif
