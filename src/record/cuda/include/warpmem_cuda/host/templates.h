// The calls that C++ programs make without casts: cudaMalloc(&p, n) for a float* p, symbols and kernels by name.
#ifndef WARPMEM_CUDA_TEMPLATES_H
#define WARPMEM_CUDA_TEMPLATES_H

#include "device_api.h"
#include "execution_api.h"
#include "memory_api.h"

template <class _T>
inline cudaError_t cudaMalloc(_T** __pointer, size_t __bytes) {
  return ::cudaMalloc(reinterpret_cast<void**>(__pointer), __bytes);
}
template <class _T>
inline cudaError_t cudaMallocAsync(_T** __pointer, size_t __bytes, cudaStream_t __stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(__pointer), __bytes, __stream);
}
template <class _T>
inline cudaError_t cudaMallocPitch(_T** __pointer, size_t* __pitch, size_t __width, size_t __height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(__pointer), __pitch, __width, __height);
}
template <class _T>
inline cudaError_t cudaMallocManaged(_T** __pointer, size_t __bytes, unsigned int __flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(__pointer), __bytes, __flags);
}
template <class _T>
inline cudaError_t cudaMallocHost(_T** __pointer, size_t __bytes, unsigned int __flags = 0) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(__pointer), __bytes, __flags);
}
template <class _T>
inline cudaError_t cudaHostAlloc(_T** __pointer, size_t __bytes, unsigned int __flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(__pointer), __bytes, __flags);
}
template <class _T>
inline cudaError_t cudaHostGetDevicePointer(_T** __device, void* __host, unsigned int __flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(__device), __host, __flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t* __event, unsigned int __flags) { return ::cudaEventCreateWithFlags(__event, __flags); }

// A symbol is the variable itself. A name in a string, as CUDA took until version 4, is refused by these types.
template <class _T>
inline cudaError_t cudaMemcpyToSymbol(const _T& __symbol, const void* __from, size_t __bytes, size_t __offset = 0,
                                      cudaMemcpyKind __kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(reinterpret_cast<const void*>(&__symbol), __from, __bytes, __offset, __kind);
}
template <class _T>
inline cudaError_t cudaMemcpyFromSymbol(void* __to, const _T& __symbol, size_t __bytes, size_t __offset = 0,
                                        cudaMemcpyKind __kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(__to, reinterpret_cast<const void*>(&__symbol), __bytes, __offset, __kind);
}
template <class _T>
inline cudaError_t cudaMemcpyToSymbolAsync(const _T& __symbol, const void* __from, size_t __bytes, size_t __offset = 0,
                                           cudaMemcpyKind __kind = cudaMemcpyHostToDevice, cudaStream_t __stream = 0) {
  return ::cudaMemcpyToSymbolAsync(reinterpret_cast<const void*>(&__symbol), __from, __bytes, __offset, __kind, __stream);
}
template <class _T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* __to, const _T& __symbol, size_t __bytes, size_t __offset = 0,
                                             cudaMemcpyKind __kind = cudaMemcpyDeviceToHost, cudaStream_t __stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(__to, reinterpret_cast<const void*>(&__symbol), __bytes, __offset, __kind, __stream);
}
template <class _T>
inline cudaError_t cudaGetSymbolAddress(void** __pointer, const _T& __symbol) {
  return ::cudaGetSymbolAddress(__pointer, reinterpret_cast<const void*>(&__symbol));
}
template <class _T, class _Symbol>
inline cudaError_t cudaGetSymbolAddress(_T** __pointer, const _Symbol& __symbol) {
  return ::cudaGetSymbolAddress(reinterpret_cast<void**>(__pointer), reinterpret_cast<const void*>(&__symbol));
}
template <class _T>
inline cudaError_t cudaGetSymbolSize(size_t* __bytes, const _T&) {
  *__bytes = sizeof(_T);
  return cudaSuccess;
}

template <class _T>
inline cudaError_t cudaFuncSetAttribute(_T* __function, cudaFuncAttribute __which, int __value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(__function), __which, __value);
}
template <class _T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* __attributes, _T* __function) {
  return ::cudaFuncGetAttributes(__attributes, reinterpret_cast<const void*>(__function));
}
template <class _T>
inline cudaError_t cudaFuncSetCacheConfig(_T* __function, cudaFuncCache __config) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(__function), __config);
}
template <class _T>
inline cudaError_t cudaFuncSetSharedMemConfig(_T* __function, cudaSharedMemConfig __config) {
  return ::cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(__function), __config);
}
template <class _T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* __blocks, _T* __function, int __threads, size_t __shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, reinterpret_cast<const void*>(__function), __threads, __shared);
}
template <class _T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* __blocks, _T* __function, int __threads, size_t __shared,
                                                                          unsigned int) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(__blocks, reinterpret_cast<const void*>(__function), __threads, __shared);
}
template <class _T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* __shared, _T* __function, int __blocks, int __threads) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(__shared, reinterpret_cast<const void*>(__function), __blocks, __threads);
}

// The block size that fills most of an SM's warps, the largest of those that do; and the grid that fills the card with it.
template <class _T, class _Shared>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* __grid, int* __block, _T __function, _Shared __shared_of_block,
                                                                  int __limit = 0) {
  int __sms = 0, __most = 0;
  ::cudaDeviceGetAttribute(&__sms, cudaDevAttrMultiProcessorCount, 0);
  *__grid = *__block = 0;
  for (int __threads = __limit > 0 && __limit < 1024 ? __limit : 1024; __threads > 0; __threads = (__threads - 1) / 32 * 32) {
    int __blocks = 0;
    const cudaError_t __error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(&__blocks, reinterpret_cast<const void*>(__function),
                                                                                __threads, __shared_of_block(__threads));
    if (__error != cudaSuccess) return __error;
    if (__blocks * __threads <= __most) continue;
    __most = __blocks * __threads;
    *__grid = __blocks * __sms;
    *__block = __threads;
  }
  return cudaSuccess;
}
template <class _T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* __grid, int* __block, _T __function, size_t __shared = 0, int __limit = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      __grid, __block, __function, [__shared](int) { return __shared; }, __limit);
}

#endif
