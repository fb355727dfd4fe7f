// Small launches of patterns whose counts are known by heart, and that an H200 was seen to count so at larger sizes.
#define I (blockIdx.x * blockDim.x + threadIdx.x)
struct Point { float x, y, z; };

__global__ void copy4(const float4 *a, float4 *b) { b[I] = a[I]; }
__global__ void offset1(const float *a, float *b) { b[I] = a[I + 1]; }
template <int PAD> __global__ void transpose(const float *a, float *b, int n) {
    __shared__ float t[32][32 + PAD];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) b[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void members(const Point *p, float *out) { out[I] = p[I].x + p[I].y + p[I].z; }
__global__ void product(const float *a, const float *b, float *c, int n) {
    int row = threadIdx.y, col = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
__global__ void histogram(const unsigned *a, unsigned *bins) { atomicAdd(&bins[a[I] & 7], 1); }

int main() {
    float *a, *b, *c;
    cudaMalloc(&a, 1 << 16);
    cudaMalloc(&b, 1 << 16);
    cudaMalloc(&c, 1 << 16);
    copy4<<<4, 256>>>((float4 *)a, (float4 *)b);
    offset1<<<4, 256>>>(a, b);
    transpose<0><<<dim3(2, 2), dim3(32, 8)>>>(a, b, 64);
    transpose<1><<<dim3(2, 2), dim3(32, 8)>>>(a, b, 64);
    members<<<4, 256>>>((Point *)a, b);
    product<<<1, dim3(32, 32)>>>(a, b, c, 32);
    histogram<<<1, 64>>>((unsigned *)a, (unsigned *)b);
    return cudaDeviceSynchronize();
}
