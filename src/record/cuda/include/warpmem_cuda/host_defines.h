// CUDA's keywords. Where CUDA source is compiled (__CUDACC__) those that mark functions and variables are left to the
// rewriter, which must see them; a plain host file sees them as nothing.
#ifndef WARPMEM_CUDA_HOST_DEFINES_H
#define WARPMEM_CUDA_HOST_DEFINES_H

#define __align__(__bytes) __attribute__((aligned(__bytes)))
#define __builtin_align__(__bytes) __align__(__bytes)
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define __CUDA_HOSTDEVICE__
#define __specialization_static static

#ifndef __CUDACC__
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif

// What our own functions are made of: inlined everywhere, so that an access inside them is an access of the caller.
#define WARPMEM_CUDA_INLINE static __inline__ __attribute__((always_inline, unused))
#ifdef __cplusplus
#define WARPMEM_CUDA_TEMPLATE inline __attribute__((always_inline))
#define WARPMEM_CUDA_DEFAULT(...) = __VA_ARGS__
#define WARPMEM_CUDA_BEGIN extern "C" {
#define WARPMEM_CUDA_END }
#else
#define WARPMEM_CUDA_DEFAULT(...)
#define WARPMEM_CUDA_BEGIN
#define WARPMEM_CUDA_END
#endif

#endif
