// C = A B: A is M x K, B is K x N, C is M x N, each row after row. Inner loops are not unrolled, so that on every machine
// each turn makes its own loads, as written; unrolled, nvcc would fetch several k at once.
#pragma once

// Every product fetches its two factors from global memory.
__global__ void matmul_naive(const float* A, const float* B, float* C, int M, int N, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < K; k++) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

// x taken for the row: the loads of A and the store of C go down columns.
__global__ void matmul_naive_columns(const float* A, const float* B, float* C, int M, int N, int K) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < M && col < N) {
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < K; k++) sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}

// T x T tiles of A and B pass through shared memory: each element is fetched once a tile instead of once a product.
template <int T, int PAD>
__global__ void matmul_tile(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T][T + PAD];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
#pragma unroll 1
  for (int p = 0; p < (K + T - 1) / T; p++) {
    const int a_col = p * T + tx, b_row = p * T + ty;
    const float a = row < M && a_col < K ? A[row * K + a_col] : 0.0f;
    const float b = b_row < K && col < N ? B[b_row * N + col] : 0.0f;
    As[ty][tx] = a;
    Bs[ty][tx] = b;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < T; k++) sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

// The same tiles, but x walks the rows of As in the products: a column of banks, unless the rows are padded.
template <int T, int PAD>
__global__ void matmul_column_walk(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[T][T + PAD];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int a_row = blockIdx.y * T + ty, b_col = blockIdx.x * T + tx;
  float sum = 0.0f;
#pragma unroll 1
  for (int p = 0; p < (K + T - 1) / T; p++) {
    const int a_col = p * T + tx, b_row = p * T + ty;
    const float a = a_row < M && a_col < K ? A[a_row * K + a_col] : 0.0f;
    const float b = b_row < K && b_col < N ? B[b_row * N + b_col] : 0.0f;
    As[ty][tx] = a;
    Bs[ty][tx] = b;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < T; k++) sum += As[tx][k] * Bs[k][ty];
    __syncthreads();
  }
  const int row = blockIdx.y * T + tx, col = blockIdx.x * T + ty;
  if (row < M && col < N) C[row * N + col] = sum;
}

// Two sets of tiles: the next one is fetched straight into shared memory before the products of this one, so one barrier
// a tile is enough. The stores to shared memory still wait for the loads.
template <int T>
__global__ void matmul_prefetch(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[2][T][T + 1];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  As[0][ty][tx] = row < M && tx < K ? A[row * K + tx] : 0.0f;
  Bs[0][ty][tx] = ty < K && col < N ? B[ty * N + col] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  int current = 0, next = 1;
#pragma unroll 1
  for (int p = 0; p < (K + T - 1) / T; p++) {
    if (p + 1 < (K + T - 1) / T) {
      const int a_col = (p + 1) * T + tx, b_row = (p + 1) * T + ty;
      As[next][ty][tx] = row < M && a_col < K ? A[row * K + a_col] : 0.0f;
      Bs[next][ty][tx] = b_row < K && col < N ? B[b_row * N + col] : 0.0f;
    }
#pragma unroll 1
    for (int k = 0; k < T; k++) sum += As[current][ty][k] * Bs[current][k][tx];
    __syncthreads();
    current ^= 1;
    next ^= 1;
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

// The next tile waits in registers while this one is used, and goes to the other buffer afterwards: the products run
// while the loads are under way.
template <int T>
__global__ void matmul_double_buffered(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[2][T][T + 1];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  const int tiles = (K + T - 1) / T;
  As[0][ty][tx] = row < M && tx < K ? A[row * K + tx] : 0.0f;
  Bs[0][ty][tx] = ty < K && col < N ? B[ty * N + col] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
#pragma unroll 1
  for (int p = 0; p < tiles; p++) {
    const int now = p & 1;
    float a = 0.0f, b = 0.0f;
    if (p + 1 < tiles) {
      const int a_col = (p + 1) * T + tx, b_row = (p + 1) * T + ty;
      if (row < M && a_col < K) a = A[row * K + a_col];
      if (b_row < K && col < N) b = B[b_row * N + col];
    }
#pragma unroll 1
    for (int k = 0; k < T; k++) sum += As[now][ty][k] * Bs[now][k][tx];
    if (p + 1 < tiles) {
      As[now ^ 1][ty][tx] = a;
      Bs[now ^ 1][ty][tx] = b;
    }
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
