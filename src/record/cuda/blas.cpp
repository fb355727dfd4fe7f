// The part of cuBLAS that programs compare themselves with.
#include <cmath>
#include <cstring>
#include <vector>

#include "cublas_v2.h"
#include "record/cuda/state.hpp"

struct cublasContext {
  cudaStream_t stream = nullptr;
};

namespace {

using warpmem::record::DeviceOpen;

std::ptrdiff_t place(int row, int column, int rows) { return row + static_cast<std::ptrdiff_t>(column) * rows; }
// The i-th of n elements: a negative step walks backwards from the end.
std::ptrdiff_t element(int i, int n, int step) {
  return step >= 0 ? static_cast<std::ptrdiff_t>(i) * step : static_cast<std::ptrdiff_t>(i - n + 1) * step;
}

template <class T>
T at(const T* a, cublasOperation_t as, int row, int column, int rows) {
  return as == CUBLAS_OP_N ? a[place(row, column, rows)] : a[place(column, row, rows)];
}

template <class T>
cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t a_as, cublasOperation_t b_as, int m, int n, int k, const T* alpha, const T* a,
                    int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || k < 0 || alpha == nullptr || beta == nullptr || ldc < m) return CUBLAS_STATUS_INVALID_VALUE;
  if (lda < (a_as == CUBLAS_OP_N ? m : k) || ldb < (b_as == CUBLAS_OP_N ? k : n)) return CUBLAS_STATUS_INVALID_VALUE;
  const DeviceOpen open;
  std::vector<T> column(static_cast<std::size_t>(m));
  for (int j = 0; j < n; ++j) {
    std::fill(column.begin(), column.end(), T{});
    for (int l = 0; l < k; ++l) {
      const T factor = at(b, b_as, l, j, ldb);
      for (int i = 0; i < m; ++i) column[static_cast<std::size_t>(i)] += at(a, a_as, i, l, lda) * factor;
    }
    for (int i = 0; i < m; ++i) {
      T& out = c[place(i, j, ldc)];
      out = *alpha * column[static_cast<std::size_t>(i)] + (*beta == 0 ? T{} : *beta * out);
    }
  }
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t a_as, int m, int n, const T* alpha, const T* a, int lda, const T* x,
                    int x_step, const T* beta, T* y, int y_step) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (m < 0 || n < 0 || lda < m || x_step == 0 || y_step == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const DeviceOpen open;
  const int rows = a_as == CUBLAS_OP_N ? m : n, columns = a_as == CUBLAS_OP_N ? n : m;
  for (int i = 0; i < rows; ++i) {
    T sum{};
    for (int j = 0; j < columns; ++j) sum += at(a, a_as, i, j, lda) * x[element(j, columns, x_step)];
    T& out = y[element(i, rows, y_step)];
    out = *alpha * sum + (*beta == 0 ? T{} : *beta * out);
  }
  return CUBLAS_STATUS_SUCCESS;
}

template <class F>
cublasStatus_t each(cublasHandle_t handle, int n, F&& f) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  const DeviceOpen open;
  for (int i = 0; i < n; ++i) f(i);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t copy_matrix(int rows, int columns, int bytes, const void* from, int from_rows, void* to, int to_rows, cudaMemcpyKind kind) {
  if (rows < 0 || columns < 0 || bytes <= 0 || from_rows <= 0 || to_rows <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  const auto size = static_cast<std::size_t>(bytes);
  const cudaError_t error = cudaMemcpy2D(to, static_cast<std::size_t>(to_rows) * size, from, static_cast<std::size_t>(from_rows) * size,
                                         static_cast<std::size_t>(rows) * size, static_cast<std::size_t>(columns), kind);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  if (handle == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int* version) {
  *version = 120400;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
  *stream = handle->stream;
  return CUBLAS_STATUS_SUCCESS;
}
// Host and device pointers are both read here.
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t, cublasPointerMode_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define WARPMEM_CASE(name) \
  case name:               \
    return #name;
    WARPMEM_CASE(CUBLAS_STATUS_SUCCESS)
    WARPMEM_CASE(CUBLAS_STATUS_NOT_INITIALIZED)
    WARPMEM_CASE(CUBLAS_STATUS_ALLOC_FAILED)
    WARPMEM_CASE(CUBLAS_STATUS_INVALID_VALUE)
    WARPMEM_CASE(CUBLAS_STATUS_ARCH_MISMATCH)
    WARPMEM_CASE(CUBLAS_STATUS_MAPPING_ERROR)
    WARPMEM_CASE(CUBLAS_STATUS_EXECUTION_FAILED)
    WARPMEM_CASE(CUBLAS_STATUS_INTERNAL_ERROR)
    WARPMEM_CASE(CUBLAS_STATUS_NOT_SUPPORTED)
    WARPMEM_CASE(CUBLAS_STATUS_LICENSE_ERROR)
#undef WARPMEM_CASE
  }
  return "unknown status";
}
const char* cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* from, int from_rows, void* to, int to_rows) {
  return copy_matrix(rows, columns, bytes, from, from_rows, to, to_rows, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* from, int from_rows, void* to, int to_rows) {
  return copy_matrix(rows, columns, bytes, from, from_rows, to, to_rows, cudaMemcpyDeviceToHost);
}
// A vector with steps is the first row of a matrix.
cublasStatus_t cublasSetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step) {
  return copy_matrix(1, n, bytes, from, from_step, to, to_step, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* from, int from_step, void* to, int to_step) {
  return copy_matrix(1, n, bytes, from, from_step, to, to_step, cudaMemcpyDeviceToHost);
}

#define WARPMEM_BLAS(letter, T)                                                                                                            \
  cublasStatus_t cublas##letter##gemm_v2(cublasHandle_t handle, cublasOperation_t a_as, cublasOperation_t b_as, int m, int n, int k,       \
                                         const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {         \
    return gemm(handle, a_as, b_as, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                                         \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##gemv_v2(cublasHandle_t handle, cublasOperation_t a_as, int m, int n, const T* alpha, const T* a, int lda, \
                                         const T* x, int x_step, const T* beta, T* y, int y_step) {                                        \
    return gemv(handle, a_as, m, n, alpha, a, lda, x, x_step, beta, y, y_step);                                                            \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##axpy_v2(cublasHandle_t handle, int n, const T* alpha, const T* x, int x_step, T* y, int y_step) {         \
    return each(handle, n, [&](int i) { y[element(i, n, y_step)] += *alpha * x[element(i, n, x_step)]; });                                 \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##scal_v2(cublasHandle_t handle, int n, const T* alpha, T* x, int x_step) {                                 \
    return each(handle, n, [&](int i) { x[element(i, n, x_step)] *= *alpha; });                                                            \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##copy_v2(cublasHandle_t handle, int n, const T* x, int x_step, T* y, int y_step) {                         \
    return each(handle, n, [&](int i) { y[element(i, n, y_step)] = x[element(i, n, x_step)]; });                                           \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##dot_v2(cublasHandle_t handle, int n, const T* x, int x_step, const T* y, int y_step, T* result) {         \
    const DeviceOpen open;                                                                                                                 \
    double sum = 0;                                                                                                                        \
    const cublasStatus_t status = each(handle, n, [&](int i) { sum += double{x[element(i, n, x_step)]} * y[element(i, n, y_step)]; });     \
    if (status == CUBLAS_STATUS_SUCCESS) *result = static_cast<T>(sum);                                                                    \
    return status;                                                                                                                         \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##nrm2_v2(cublasHandle_t handle, int n, const T* x, int x_step, T* result) {                                \
    const DeviceOpen open;                                                                                                                 \
    double sum = 0;                                                                                                                        \
    const cublasStatus_t status = each(handle, n, [&](int i) { sum = std::hypot(sum, double{x[element(i, n, x_step)]}); });                \
    if (status == CUBLAS_STATUS_SUCCESS) *result = static_cast<T>(sum);                                                                    \
    return status;                                                                                                                         \
  }                                                                                                                                        \
  cublasStatus_t cublas##letter##asum_v2(cublasHandle_t handle, int n, const T* x, int x_step, T* result) {                                \
    const DeviceOpen open;                                                                                                                 \
    double sum = 0;                                                                                                                        \
    const cublasStatus_t status = each(handle, n, [&](int i) { sum += std::fabs(double{x[element(i, n, x_step)]}); });                     \
    if (status == CUBLAS_STATUS_SUCCESS) *result = static_cast<T>(sum);                                                                    \
    return status;                                                                                                                         \
  }
WARPMEM_BLAS(S, float)
WARPMEM_BLAS(D, double)
#undef WARPMEM_BLAS

}  // extern "C"
