// Two dimensions: x should be the column, since a row's elements lie side by side.
#pragma once

// A warp's threads copy neighbours of one row.
__global__ void row_access(const float* in, float* out, unsigned rows, unsigned columns) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) out[y * columns + x] = in[y * columns + x];
}

// x taken for the row: a warp's threads copy one column, each element on a line of its own.
__global__ void column_access(const float* in, float* out, unsigned rows, unsigned columns) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < columns) out[x * columns + y] = in[x * columns + y];
}

// The matrix as an array of row pointers: the pointer is one more load, the same for the whole warp.
__global__ void row_pointers(float* const* in, float* const* out, unsigned rows, unsigned columns) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) out[y][x] = in[y][x];
}

// Row pointers, walked down a column: every thread needs another pointer and another line.
__global__ void column_pointers(float* const* in, float* const* out, unsigned rows, unsigned columns) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < rows && y < columns) out[x][y] = in[x][y];
}
