// The driver API is not modelled: a call is refused where it stands. Programs that use the runtime API alone often include
// this header for its version and types.
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include "cuda_runtime_api.h"

#define CUDA_VERSION 12040
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

#ifdef __cplusplus
#define WARPMEM_ANY_ARGUMENTS (...)
#else
#define WARPMEM_ANY_ARGUMENTS ()
#endif
#define WARPMEM_DRIVER_CALL(__name) \
  CUresult __name WARPMEM_ANY_ARGUMENTS __attribute__((error("the driver API is not modelled: use the runtime API (cuda_runtime.h)")));
WARPMEM_CUDA_BEGIN
WARPMEM_DRIVER_CALL(cuInit)
WARPMEM_DRIVER_CALL(cuDriverGetVersion)
WARPMEM_DRIVER_CALL(cuDeviceGet)
WARPMEM_DRIVER_CALL(cuDeviceGetCount)
WARPMEM_DRIVER_CALL(cuDeviceGetName)
WARPMEM_DRIVER_CALL(cuDeviceGetAttribute)
WARPMEM_DRIVER_CALL(cuDeviceTotalMem)
WARPMEM_DRIVER_CALL(cuCtxCreate)
WARPMEM_DRIVER_CALL(cuCtxDestroy)
WARPMEM_DRIVER_CALL(cuCtxGetCurrent)
WARPMEM_DRIVER_CALL(cuCtxSetCurrent)
WARPMEM_DRIVER_CALL(cuCtxSynchronize)
WARPMEM_DRIVER_CALL(cuDevicePrimaryCtxRetain)
WARPMEM_DRIVER_CALL(cuModuleLoad)
WARPMEM_DRIVER_CALL(cuModuleLoadData)
WARPMEM_DRIVER_CALL(cuModuleGetFunction)
WARPMEM_DRIVER_CALL(cuModuleUnload)
WARPMEM_DRIVER_CALL(cuMemAlloc)
WARPMEM_DRIVER_CALL(cuMemFree)
WARPMEM_DRIVER_CALL(cuMemcpyHtoD)
WARPMEM_DRIVER_CALL(cuMemcpyDtoH)
WARPMEM_DRIVER_CALL(cuMemCreate)
WARPMEM_DRIVER_CALL(cuMemMap)
WARPMEM_DRIVER_CALL(cuLaunchKernel)
WARPMEM_DRIVER_CALL(cuGetErrorName)
WARPMEM_DRIVER_CALL(cuGetErrorString)
WARPMEM_DRIVER_CALL(cuTensorMapEncodeTiled)
WARPMEM_CUDA_END
#undef WARPMEM_DRIVER_CALL
#undef WARPMEM_ANY_ARGUMENTS

#endif
