// One thread an element, in one dimension: what the order of the addresses costs.
#pragma once

// Thread i reads element i: the 32 floats of a warp fill one line of 128 bytes.
__global__ void aligned(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// Reading starts `offset` elements late: a warp's 128 bytes lie on two lines and five sectors.
__global__ void misaligned(const float* in, float* out, unsigned n, unsigned offset) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + offset];
}

// Neighbours read `stride` elements apart: of every sector fetched, one float in `stride` is used.
__global__ void strided(const float* in, float* out, unsigned n, unsigned stride) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

// Backwards: the same lines and sectors as forwards, since only the set of addresses counts.
__global__ void reversed(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[n - 1 - i];
}

// Everyone reads the same element: one sector serves the whole warp.
__global__ void broadcast(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[0];
}

// A gather: the index is read in order, the element it names lies anywhere.
__global__ void random_gather(const unsigned* index, const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

// 8 bytes a thread: half the instructions for the same bytes.
__global__ void copy_float2(const float2* in, float2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// 16 bytes a thread: a warp's load covers 512 bytes in one instruction.
__global__ void copy_float4(const float4* in, float4* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
