// The same bytes again: what a cache saves, and when it cannot.
#pragma once

// The grid reads a footprint of n elements `passes` times, past L1: whether L2 holds it decides.
__global__ void l2_reuse(const float* in, float* out, unsigned n, unsigned passes) {
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned p = 0; p < passes; p++) {
#pragma unroll 1
    for (unsigned i = first; i < n; i += threads) sum += __ldcg(in + i);
  }
  out[first] = sum;
}

// Each block reads a piece of n elements of its own `passes` times: whether the SM's L1 holds it decides, and L1 is what
// shared memory leaves.
__global__ void l1_reuse(const float* in, float* out, unsigned n, unsigned passes) {
  const float* piece = in + blockIdx.x * n;
  float sum = 0.0f;
#pragma unroll 1
  for (unsigned p = 0; p < passes; p++) {
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) sum += piece[i];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
