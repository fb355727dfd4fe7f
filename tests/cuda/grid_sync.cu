// Every block reads what all blocks wrote before the grid's barrier.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums(int *parts, int *out) {
    cg::grid_group grid = cg::this_grid();
    __shared__ int mine;
    if (threadIdx.x == 0) {
        mine = blockIdx.x;
        parts[blockIdx.x] = 1 << blockIdx.x;
    }
    grid.sync();
    if (threadIdx.x == 0) {
        int sum = mine;
        for (int i = 0; i < gridDim.x; i++) sum += parts[i];
        out[blockIdx.x] = sum;
    }
    cg::sync(grid);
    if (threadIdx.x == 0 && blockIdx.x == 0) parts[0] = out[gridDim.x - 1];
}

int main() {
    int *parts, *out;
    cudaMallocManaged(&parts, 8 * sizeof(int));
    cudaMallocManaged(&out, 8 * sizeof(int));
    void *arguments[] = {&parts, &out};
    if (cudaLaunchCooperativeKernel((void *)sums, 8, 64, arguments) != cudaSuccess) return 1;
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%d ", out[i]);
    printf("%d\n", parts[0]);
}
