#include "kernels.cuh"
static __global__ void scale(float *p) { p[threadIdx.x] *= 2; }
__global__ void fill(float *p, float value) { p[threadIdx.x] = value; }
void twice(float *p) { scale<<<1, SIZE>>>(p); }
