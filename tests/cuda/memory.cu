// Memory spaces: shared of every shape, dynamic of two types, device, managed and constant variables.
#include <cstdio>

#define N 32
struct Cell { int a, b; };
typedef float Row[N];

__device__ int counter;
__device__ float table[N] = {1, 2, 3, 4};
__device__ const int squares[4] = {0, 1, 4, 9};
__managed__ int managed;
__constant__ float weights[2];
__constant__ int offset = 5;
extern __device__ int later;
extern __shared__ int at_file_scope[];

__device__ int warp_sum(int v) {
    __shared__ int sums[N];
    sums[threadIdx.x] = v;
    __syncthreads();
    int s = 0;
    for (int i = 0; i < N; i++) s += sums[i];
    __syncthreads();
    return s;
}

template <typename T> struct Shared {
    __device__ operator T *() { extern __shared__ int raw[]; return (T *)raw; }
};

template <typename T> __global__ void dynamic(T *out) {
    T *s = Shared<T>();
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[N - 1 - threadIdx.x];
}

__global__ void rows(float *out) {
    extern __shared__ float s[][N];
    s[1][threadIdx.x] = table[threadIdx.x] * weights[0] + weights[1];
    s[0][threadIdx.x] = s[1][threadIdx.x] + offset;
    __syncthreads();
    out[threadIdx.x] = s[0][threadIdx.x ^ 1];
}

__global__ void shapes(int *out) {
    __shared__ int matrix[N][N + 1], scalar, *pointer;
    __shared__ Cell cells[N];
    __shared__ volatile Row row;
    __shared__ alignas(16) char bytes[N];
    static __shared__ struct { int x; } unnamed[2];
    int t = threadIdx.x;
    matrix[t][t] = t;
    cells[t].b = t;
    row[t] = t;
    bytes[t] = t;
    if (t == 0) { scalar = 100; pointer = &matrix[0][0]; unnamed[1].x = 1000; }
    __syncthreads();
    int u = N - 1 - t;
    out[t] = matrix[u][u] + cells[u].b + (int)row[u] + bytes[u] + scalar + unnamed[1].x + *pointer + squares[t % 4];
    int total = warp_sum(1);
    atomicAdd(&counter, 1);
    if (t == 0) {
        at_file_scope[2] = 3;
        managed = total;
        later = at_file_scope[2];
    }
}

__device__ int later;

int main() {
    int *out, h[N], c, l;
    float *f, g[N], w[2] = {2, 1};
    double *d, e[N];
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&f, sizeof g);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    dynamic<<<1, N, N * sizeof(int)>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[N - 1]);
    cudaMalloc(&d, sizeof e);
    dynamic<<<1, N, N * sizeof(double)>>>(d);
    cudaMemcpy(e, d, sizeof e, cudaMemcpyDeviceToHost);
    printf("%g %g\n", e[0], e[N - 1]);
    rows<<<1, N, 2 * N * sizeof(float)>>>(f);
    cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", g[0], g[1], g[4]);
    shapes<<<1, N, 16>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&c, counter, sizeof c);
    cudaMemcpyFromSymbol(&l, later, sizeof l);
    printf("%d %d %d %d %d\n", h[0], h[N - 1], c, managed, l);
    return 0;
}
