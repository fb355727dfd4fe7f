// Shared memory: 32 banks of one word. Blocks of 32 x 8 threads, so ty is the same throughout a warp.
#pragma once

// Word tx * stride + shift of row ty, in rows of WIDTH words. Stride 1: a word in each bank. Stride s: as many lanes to a
// bank as s has factors of two, up to 32. Stride 0: all lanes on one word, a broadcast. Padding changes only where the row
// begins, so it mends no stride along a row.
template <int WIDTH>
__global__ void banks_row(const float* in, float* out, unsigned stride, unsigned shift) {
  __shared__ float s_data[64 * WIDTH];
  const unsigned tx = threadIdx.x, ty = threadIdx.y, thread = ty * 32 + tx;
#pragma unroll 1
  for (unsigned k = thread; k < 64 * WIDTH; k += 256) s_data[k] = in[k];
  __syncthreads();
  out[blockIdx.x * 256 + thread] = s_data[ty * WIDTH + tx * stride + shift];
}

// Down a column, [tx][ty]: all in one bank where rows are 32 words wide, all in different ones where they are 33.
template <int WIDTH>
__global__ void banks_column(const float* in, float* out) {
  __shared__ float s_data[32 * WIDTH];
  const unsigned tx = threadIdx.x, ty = threadIdx.y, thread = ty * 32 + tx;
#pragma unroll 1
  for (unsigned k = thread; k < 32 * WIDTH; k += 256) s_data[k] = in[k];
  __syncthreads();
  out[blockIdx.x * 256 + thread] = s_data[tx * WIDTH + ty];
}

// 16 bytes a lane: a warp's 512 bytes take four passes whatever the order, a quarter of the warp each.
__global__ void banks_float4(const float4* in, float4* out, unsigned stride) {
  __shared__ float4 s_data[1024];
  const unsigned tx = threadIdx.x, ty = threadIdx.y, thread = ty * 32 + tx;
#pragma unroll 1
  for (unsigned k = thread; k < 1024; k += 256) s_data[k] = in[k];
  __syncthreads();
  out[blockIdx.x * 256 + thread] = s_data[ty + tx * stride];
}

// Counting with atomics in shared memory: lanes on the same word take their turns.
__global__ void banks_atomic(const unsigned* in, unsigned* out, unsigned bins) {
  __shared__ unsigned count[1024];
  const unsigned thread = threadIdx.y * 32 + threadIdx.x;
#pragma unroll 1
  for (unsigned k = thread; k < 1024; k += 256) count[k] = 0;
  __syncthreads();
  atomicAdd(&count[in[blockIdx.x * 256 + thread] % bins], 1u);
  __syncthreads();
#pragma unroll 1
  for (unsigned k = thread; k < bins; k += 256) out[blockIdx.x * bins + k] = count[k];
}
