// memcpy and memset of lengths that the compiler does not know.
#include <cstdio>
#include <cstring>

__global__ void shift(char *p, int n) {
    memcpy(p + n, p, n);
    std::memset(p, 7, n);
}

int main() {
    char *p;
    cudaMallocManaged(&p, 64);
    for (int i = 0; i < 64; i++) p[i] = i;
    shift<<<1, 1>>>(p, 5);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%d ", p[i]);
    printf("\n");
}
