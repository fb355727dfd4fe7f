// Errors, devices, limits and attributes of functions.
#ifndef WARPMEM_CUDA_DEVICE_API_H
#define WARPMEM_CUDA_DEVICE_API_H

#include "../types/device_properties.h"

WARPMEM_CUDA_BEGIN
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char* cudaGetErrorName(cudaError_t __error);
const char* cudaGetErrorString(cudaError_t __error);

cudaError_t cudaGetDeviceCount(int* __count);
cudaError_t cudaGetDevice(int* __device);
cudaError_t cudaSetDevice(int __device);
cudaError_t cudaInitDevice(int __device, unsigned int __device_flags, unsigned int __flags);
cudaError_t cudaSetValidDevices(int* __devices, int __count);
cudaError_t cudaChooseDevice(int* __device, const struct cudaDeviceProp* __wanted);
cudaError_t cudaSetDeviceFlags(unsigned int __flags);
cudaError_t cudaGetDeviceFlags(unsigned int* __flags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* __properties, int __device);
cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp* __properties, int __device);
cudaError_t cudaDeviceGetAttribute(int* __value, enum cudaDeviceAttr __which, int __device);
cudaError_t cudaDeviceGetPCIBusId(char* __id, int __length, int __device);
cudaError_t cudaDeviceGetByPCIBusId(int* __device, const char* __id);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache __config);
cudaError_t cudaDeviceGetLimit(size_t* __value, enum cudaLimit __limit);
cudaError_t cudaDeviceSetLimit(enum cudaLimit __limit, size_t __value);
cudaError_t cudaThreadSetLimit(enum cudaLimit __limit, size_t __value);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* __config);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache __config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* __config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig __config);
cudaError_t cudaDeviceGetStreamPriorityRange(int* __least, int* __greatest);
cudaError_t cudaDeviceCanAccessPeer(int* __can, int __device, int __peer);
cudaError_t cudaDeviceEnablePeerAccess(int __peer, unsigned int __flags);
cudaError_t cudaDeviceDisablePeerAccess(int __peer);
cudaError_t cudaDriverGetVersion(int* __version);
cudaError_t cudaRuntimeGetVersion(int* __version);
cudaError_t cudaCtxResetPersistingL2Cache(void);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
WARPMEM_CUDA_END

#endif
