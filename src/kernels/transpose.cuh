// out[x][y] = in[y][x] of an n x n matrix, n a multiple of 32, in blocks of 32 x 8 threads.
#pragma once

// Reads rows, writes columns: each store of a warp touches 32 lines.
__global__ void transpose_naive(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 8 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}

// Reads columns, writes rows: now each load touches 32 lines, but L1 keeps their sectors for the next rows.
__global__ void transpose_naive_gather(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x;
  const unsigned y = blockIdx.y * 8 + threadIdx.y;
  out[y * n + x] = in[x * n + y];
}

// Through shared memory, so that loads and stores both go along rows. Rows of 32 + PAD words: without padding the
// columns of the tile lie in one bank.
template <int PAD>
__global__ void transpose_tile(const float* in, float* out, unsigned n) {
  __shared__ float tile[32][32 + PAD];
  unsigned x = blockIdx.x * 32 + threadIdx.x;
  unsigned y = blockIdx.y * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (unsigned j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
