// One number from many: what threads say to each other goes through global memory, shared memory or registers.
#pragma once

// Every thread adds to one word: all additions meet in one slice of L2.
__global__ void sum_atomic(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

// A tree in shared memory whose step doubles: neighbours work 2, 4, 8 ... words apart, so banks collide more and more.
__global__ void sum_strided(const int* in, int* out, unsigned n) {
  __shared__ int part[1024];
  const unsigned tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  part[tx] = i < n ? in[i] : 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    const unsigned at = 2 * step * tx;
    if (at < blockDim.x) part[at] += part[at + step];
    __syncthreads();
  }
  if (tx == 0) out[blockIdx.x] = part[0];
}

// The same tree folded in halves: neighbours work on neighbours, no banks collide.
__global__ void sum_halved(const int* in, int* out, unsigned n) {
  __shared__ int part[1024];
  const unsigned tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  part[tx] = i < n ? in[i] : 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (tx < half) part[tx] += part[tx + half];
    __syncthreads();
  }
  if (tx == 0) out[blockIdx.x] = part[0];
}

// A warp sums in registers, by shuffles; shared memory sees one word a warp.
__global__ void sum_shuffled(const int* in, int* out, unsigned n) {
  __shared__ int part[32];
  const unsigned tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
  int sum = i < n ? __ldg(in + i) : 0;
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, half);
  if (tx % 32 == 0) part[tx / 32] = sum;
  __syncthreads();
  if (tx >= 32) return;
  sum = tx < blockDim.x / 32 ? part[tx] : 0;
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, half);
  if (tx == 0) out[blockIdx.x] = sum;
}
