// The host API as C has it.
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#include "warpmem_cuda/host/device_api.h"
#include "warpmem_cuda/host/execution_api.h"
#include "warpmem_cuda/host/memory_api.h"
#include "warpmem_cuda/host/texture_api.h"
#define CUDART_VERSION_MAJOR 12
#define __CUDART_API_VERSION CUDART_VERSION
#endif
