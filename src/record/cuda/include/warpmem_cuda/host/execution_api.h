// Streams, events, launches by pointer, occupancy. Work is done when the call that asks for it returns.
#ifndef WARPMEM_CUDA_EXECUTION_API_H
#define WARPMEM_CUDA_EXECUTION_API_H

#include "../types/driver_types.h"

WARPMEM_CUDA_BEGIN
cudaError_t cudaStreamCreate(cudaStream_t* __stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* __stream, unsigned int __flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* __stream, unsigned int __flags, int __priority);
cudaError_t cudaStreamGetPriority(cudaStream_t __stream, int* __priority);
cudaError_t cudaStreamGetFlags(cudaStream_t __stream, unsigned int* __flags);
cudaError_t cudaStreamDestroy(cudaStream_t __stream);
cudaError_t cudaStreamSynchronize(cudaStream_t __stream);
cudaError_t cudaStreamQuery(cudaStream_t __stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t __stream, cudaEvent_t __event, unsigned int __flags WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t __stream, cudaStreamCallback_t __callback, void* __data, unsigned int __flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t __stream, void* __pointer, size_t __bytes WARPMEM_CUDA_DEFAULT(0),
                                     unsigned int __flags WARPMEM_CUDA_DEFAULT(cudaMemAttachSingle));
cudaError_t cudaStreamSetAttribute(cudaStream_t __stream, enum cudaStreamAttrID __which, const cudaStreamAttrValue* __value);
cudaError_t cudaLaunchHostFunc(cudaStream_t __stream, cudaHostFn_t __function, void* __data);

cudaError_t cudaEventCreate(cudaEvent_t* __event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* __event, unsigned int __flags);
cudaError_t cudaEventDestroy(cudaEvent_t __event);
cudaError_t cudaEventRecord(cudaEvent_t __event, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t __event, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0),
                                     unsigned int __flags WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t __event);
cudaError_t cudaEventQuery(cudaEvent_t __event);
// Milliseconds of this machine's time, never 0: nothing about a GPU's speed.
cudaError_t cudaEventElapsedTime(float* __milliseconds, cudaEvent_t __start, cudaEvent_t __end);

// Kernels launched by pointer must be known by their type (the templates in execution_templates.h) or registered.
cudaError_t cudaLaunchKernel(const void* __function, dim3 __grid, dim3 __block, void** __arguments, size_t __shared WARPMEM_CUDA_DEFAULT(0),
                             cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaLaunchCooperativeKernel(const void* __function, dim3 __grid, dim3 __block, void** __arguments,
                                        size_t __shared WARPMEM_CUDA_DEFAULT(0), cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaFuncSetAttribute(const void* __function, enum cudaFuncAttribute __which, int __value);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* __attributes, const void* __function);
cudaError_t cudaFuncSetCacheConfig(const void* __function, enum cudaFuncCache __config);
cudaError_t cudaFuncSetSharedMemConfig(const void* __function, enum cudaSharedMemConfig __config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* __blocks, const void* __function, int __threads, size_t __shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* __blocks, const void* __function, int __threads, size_t __shared,
                                                                   unsigned int __flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* __shared, const void* __function, int __blocks, int __threads);
WARPMEM_CUDA_END

#endif
