// Memory: allocation, copies, hints. Sizes and pitches are bytes. Everything is done when the call returns, the calls named
// Async too.
#ifndef WARPMEM_CUDA_MEMORY_API_H
#define WARPMEM_CUDA_MEMORY_API_H

#include "../types/driver_types.h"

WARPMEM_CUDA_BEGIN
cudaError_t cudaMalloc(void** __pointer, size_t __bytes);
cudaError_t cudaMallocAsync(void** __pointer, size_t __bytes, cudaStream_t __stream);
cudaError_t cudaMallocPitch(void** __pointer, size_t* __pitch, size_t __width, size_t __height);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr* __pointer, struct cudaExtent __extent);
cudaError_t cudaMallocManaged(void** __pointer, size_t __bytes, unsigned int __flags WARPMEM_CUDA_DEFAULT(cudaMemAttachGlobal));
cudaError_t cudaMallocHost(void** __pointer, size_t __bytes);
cudaError_t cudaHostAlloc(void** __pointer, size_t __bytes, unsigned int __flags);
cudaError_t cudaFree(void* __pointer);
cudaError_t cudaFreeAsync(void* __pointer, cudaStream_t __stream);
cudaError_t cudaFreeHost(void* __pointer);
cudaError_t cudaHostRegister(void* __pointer, size_t __bytes, unsigned int __flags);
cudaError_t cudaHostUnregister(void* __pointer);
cudaError_t cudaHostGetDevicePointer(void** __device, void* __host, unsigned int __flags);
cudaError_t cudaHostGetFlags(unsigned int* __flags, void* __host);
cudaError_t cudaMemGetInfo(size_t* __free, size_t* __total);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* __attributes, const void* __pointer);

cudaError_t cudaMemcpy(void* __to, const void* __from, size_t __bytes, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyAsync(void* __to, const void* __from, size_t __bytes, enum cudaMemcpyKind __kind,
                            cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void* __to, int __to_device, const void* __from, int __from_device, size_t __bytes);
cudaError_t cudaMemcpyPeerAsync(void* __to, int __to_device, const void* __from, int __from_device, size_t __bytes,
                                cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemcpy2D(void* __to, size_t __to_pitch, const void* __from, size_t __from_pitch, size_t __width, size_t __height,
                         enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DAsync(void* __to, size_t __to_pitch, const void* __from, size_t __from_pitch, size_t __width, size_t __height,
                              enum cudaMemcpyKind __kind, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* __parameters);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* __parameters, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemset(void* __pointer, int __value, size_t __bytes);
cudaError_t cudaMemsetAsync(void* __pointer, int __value, size_t __bytes, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemset2D(void* __pointer, size_t __pitch, int __value, size_t __width, size_t __height);
cudaError_t cudaMemset2DAsync(void* __pointer, size_t __pitch, int __value, size_t __width, size_t __height,
                              cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr __pointer, int __value, struct cudaExtent __extent);
cudaError_t cudaMemcpyToSymbol(const void* __symbol, const void* __from, size_t __bytes, size_t __offset WARPMEM_CUDA_DEFAULT(0),
                               enum cudaMemcpyKind __kind WARPMEM_CUDA_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void* __to, const void* __symbol, size_t __bytes, size_t __offset WARPMEM_CUDA_DEFAULT(0),
                                 enum cudaMemcpyKind __kind WARPMEM_CUDA_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void* __symbol, const void* __from, size_t __bytes, size_t __offset, enum cudaMemcpyKind __kind,
                                    cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void* __to, const void* __symbol, size_t __bytes, size_t __offset, enum cudaMemcpyKind __kind,
                                      cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void** __pointer, const void* __symbol);
cudaError_t cudaGetSymbolSize(size_t* __bytes, const void* __symbol);
cudaError_t cudaMemPrefetchAsync(const void* __pointer, size_t __bytes, int __device, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemAdvise(const void* __pointer, size_t __bytes, enum cudaMemoryAdvise __advice, int __device);
WARPMEM_CUDA_END

#ifdef __cplusplus
static inline cudaError_t cudaMemPrefetchAsync(const void* __pointer, size_t __bytes, cudaMemLocation __where, unsigned int,
                                               cudaStream_t __stream = 0) {
  return cudaMemPrefetchAsync(__pointer, __bytes, __where.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : __where.id, __stream);
}
static inline cudaError_t cudaMemAdvise(const void* __pointer, size_t __bytes, cudaMemoryAdvise __advice, cudaMemLocation __where) {
  return cudaMemAdvise(__pointer, __bytes, __advice, __where.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : __where.id);
}
#endif

WARPMEM_CUDA_INLINE struct cudaExtent make_cudaExtent(size_t __width, size_t __height, size_t __depth) {
  struct cudaExtent __e = {__width, __height, __depth};
  return __e;
}
WARPMEM_CUDA_INLINE struct cudaPos make_cudaPos(size_t __x, size_t __y, size_t __z) {
  struct cudaPos __p = {__x, __y, __z};
  return __p;
}
WARPMEM_CUDA_INLINE struct cudaPitchedPtr make_cudaPitchedPtr(void* __pointer, size_t __pitch, size_t __width, size_t __height) {
  struct cudaPitchedPtr __p = {__pointer, __pitch, __width, __height};
  return __p;
}

#endif
