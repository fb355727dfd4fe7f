// A part of cuRAND's host API, for programs that fill their input with it: other numbers than a GPU's, of the same kind.
#ifndef CURAND_H_
#define CURAND_H_

#include "cuda_runtime_api.h"

typedef enum {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201
} curandRngType_t;
typedef struct curandGenerator_st* curandGenerator_t;

WARPMEM_CUDA_BEGIN
curandStatus_t curandCreateGenerator(curandGenerator_t* __generator, curandRngType_t __kind);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* __generator, curandRngType_t __kind);
curandStatus_t curandDestroyGenerator(curandGenerator_t __generator);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t __generator, unsigned long long __seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t __generator, unsigned long long __offset);
curandStatus_t curandSetStream(curandGenerator_t __generator, cudaStream_t __stream);
curandStatus_t curandGenerate(curandGenerator_t __generator, unsigned int* __out, size_t __n);
curandStatus_t curandGenerateUniform(curandGenerator_t __generator, float* __out, size_t __n);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t __generator, double* __out, size_t __n);
curandStatus_t curandGenerateNormal(curandGenerator_t __generator, float* __out, size_t __n, float __mean, float __deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t __generator, double* __out, size_t __n, double __mean, double __deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t __generator, float* __out, size_t __n, float __mean, float __deviation);
curandStatus_t curandGeneratePoisson(curandGenerator_t __generator, unsigned int* __out, size_t __n, double __lambda);
WARPMEM_CUDA_END

#endif
