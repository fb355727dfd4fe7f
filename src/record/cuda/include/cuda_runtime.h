// CUDA for C++: the host API and, where CUDA source is compiled, what device code calls.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "warpmem_cuda/types/vector_functions.h"

#ifdef __cplusplus
#include "warpmem_cuda/host/templates.h"
#include "warpmem_cuda/host/texture_templates.h"
#endif

#if defined(__CUDACC__) && defined(__cplusplus)
#include "warpmem_cuda/device/atomics.h"
#include "warpmem_cuda/device/builtins.h"
#include "warpmem_cuda/device/cache_hints.h"
#include "warpmem_cuda/device/conversions.h"
#include "warpmem_cuda/device/integers.h"
#include "warpmem_cuda/device/math.h"
#include "warpmem_cuda/device/minmax.h"
#include "warpmem_cuda/device/miscellany.h"
#include "warpmem_cuda/device/rounding.h"
#include "warpmem_cuda/device/shuffle.h"
#include "warpmem_cuda/device/synchronise.h"
#include "warpmem_cuda/device/texture.h"
#include "warpmem_cuda/device/vote.h"
#include "warpmem_cuda/device/whole.h"
#include "warpmem_cuda/host/launch.h"
#endif

#endif
