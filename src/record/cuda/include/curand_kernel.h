// Random numbers in device code: other numbers than a GPU's, from states of the same size and with the same accesses.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"
#include "warpmem_cuda/random/generators.h"

#endif
