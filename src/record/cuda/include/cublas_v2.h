// A part of cuBLAS, for programs that only compare their own kernels with it: computed on the host, no kernel of the trace.
// Matrices are stored by columns. Other names are not modelled.
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_
#define CUBLAS_V2_H_

#include "cuda_runtime_api.h"

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3 } cublasMath_t;
typedef struct cublasContext* cublasHandle_t;

WARPMEM_CUDA_BEGIN
cublasStatus_t cublasCreate_v2(cublasHandle_t* __handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t __handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t __handle, int* __version);
cublasStatus_t cublasSetStream_v2(cublasHandle_t __handle, cudaStream_t __stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t __handle, cudaStream_t* __stream);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t __handle, cublasPointerMode_t __mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t __handle, cublasMath_t __mode);
const char* cublasGetStatusName(cublasStatus_t __status);
const char* cublasGetStatusString(cublasStatus_t __status);
cublasStatus_t cublasSetVector(int __n, int __bytes, const void* __from, int __from_step, void* __to, int __to_step);
cublasStatus_t cublasGetVector(int __n, int __bytes, const void* __from, int __from_step, void* __to, int __to_step);
cublasStatus_t cublasSetMatrix(int __rows, int __columns, int __bytes, const void* __from, int __from_rows, void* __to, int __to_rows);
cublasStatus_t cublasGetMatrix(int __rows, int __columns, int __bytes, const void* __from, int __from_rows, void* __to, int __to_rows);
#define WARPMEM_BLAS(_Letter, _T)                                                                                                          \
  cublasStatus_t cublas##_Letter##gemm_v2(cublasHandle_t __handle, cublasOperation_t __a_as, cublasOperation_t __b_as, int __m, int __n,   \
                                          int __k, const _T* __alpha, const _T* __a, int __lda, const _T* __b, int __ldb,                  \
                                          const _T* __beta, _T* __c, int __ldc);                                                           \
  cublasStatus_t cublas##_Letter##gemv_v2(cublasHandle_t __handle, cublasOperation_t __a_as, int __m, int __n, const _T* __alpha,          \
                                          const _T* __a, int __lda, const _T* __x, int __x_step, const _T* __beta, _T* __y, int __y_step); \
  cublasStatus_t cublas##_Letter##axpy_v2(cublasHandle_t __handle, int __n, const _T* __alpha, const _T* __x, int __x_step, _T* __y,       \
                                          int __y_step);                                                                                   \
  cublasStatus_t cublas##_Letter##scal_v2(cublasHandle_t __handle, int __n, const _T* __alpha, _T* __x, int __x_step);                     \
  cublasStatus_t cublas##_Letter##copy_v2(cublasHandle_t __handle, int __n, const _T* __x, int __x_step, _T* __y, int __y_step);           \
  cublasStatus_t cublas##_Letter##dot_v2(cublasHandle_t __handle, int __n, const _T* __x, int __x_step, const _T* __y, int __y_step,       \
                                         _T* __result);                                                                                    \
  cublasStatus_t cublas##_Letter##nrm2_v2(cublasHandle_t __handle, int __n, const _T* __x, int __x_step, _T* __result);                    \
  cublasStatus_t cublas##_Letter##asum_v2(cublasHandle_t __handle, int __n, const _T* __x, int __x_step, _T* __result);
WARPMEM_BLAS(S, float)
WARPMEM_BLAS(D, double)
#undef WARPMEM_BLAS
WARPMEM_CUDA_END

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetVersion cublasGetVersion_v2
#define cublasSetStream cublasSetStream_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasSgemm cublasSgemm_v2
#define cublasDgemm cublasDgemm_v2
#define cublasSgemv cublasSgemv_v2
#define cublasDgemv cublasDgemv_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasSscal cublasSscal_v2
#define cublasDscal cublasDscal_v2
#define cublasScopy cublasScopy_v2
#define cublasDcopy cublasDcopy_v2
#define cublasSdot cublasSdot_v2
#define cublasDdot cublasDdot_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasSasum cublasSasum_v2
#define cublasDasum cublasDasum_v2

#endif
