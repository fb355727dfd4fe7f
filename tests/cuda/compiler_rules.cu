// What nvcc makes of source before a GPU sees it: each kernel shows one rule, which profiles of larger programs on an H200 bear out.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define I (blockIdx.x * blockDim.x + threadIdx.x)

__device__ int count;
__constant__ float weight[2];
__shared__ float outside[64];
struct __align__(16) Padded { unsigned r, g, b; };
struct Bytes { unsigned char r, g, b, a; };

__global__ void counter(int *p) {
    atomicAdd(p, 1);
    atomicMax(&count, (int)threadIdx.x);
    atomicAdd(&p[1 + threadIdx.x % 32], 1);
}
__global__ void components(const float2 *a, float *b) { b[I] = __expf(a[I].x) + a[I].y; }
__global__ void padded(const Padded *a, Padded *b) { b[I] = a[I]; }
__global__ void bytes(const Bytes *a, Bytes *b) { b[I] = a[I]; }
// No pointer leads to a shared array: the sum stays in a register.
__global__ void in_register(const float *a, float *sum) {
    __shared__ float s[64];
    s[threadIdx.x] = outside[threadIdx.x] = a[I];
    __syncthreads();
    for (int i = 0; i < 64; i++) sum[I] += expf(s[i]) * weight[1];
}
__global__ void tiles(const int *a, int *sums) {
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    int sum = cg::reduce(tile, a[I], cg::plus<int>());
    if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
}
__global__ void wait(long long *passed) {
    clock_t begin = clock();
    while (clock() - begin < 10000) {}
    *passed = clock() - begin;
}

int main() {
    float *a, *b;
    cudaMalloc(&a, 1 << 16);
    cudaMalloc(&b, 1 << 16);
    counter<<<1, 64>>>((int *)a);
    components<<<1, 64>>>((float2 *)a, b);
    padded<<<1, 64>>>((Padded *)a, (Padded *)b);
    bytes<<<1, 64>>>((Bytes *)a, (Bytes *)b);
    in_register<<<1, 64>>>(a, b);
    int ones[128], sums[2];
    for (int &one : ones) one = 1;
    cudaMemcpy(a, ones, sizeof ones, cudaMemcpyHostToDevice);
    tiles<<<1, 128>>>((int *)a, (int *)b);
    cudaMemcpy(sums, b, sizeof sums, cudaMemcpyDeviceToHost);
    wait<<<1, 1>>>((long long *)a);
    long long passed;
    cudaMemcpy(&passed, a, sizeof passed, cudaMemcpyDeviceToHost);
    int most;
    cudaMemcpyFromSymbol(&most, count, sizeof most);
    const bool right = sums[0] == 64 && sums[1] == 64 && passed >= 10000 && passed < 20000 && most == 63;
    puts(right ? "right" : "wrong");
    return cudaDeviceSynchronize();
}
