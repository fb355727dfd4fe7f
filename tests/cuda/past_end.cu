// One thread writes past the end.
__global__ void shift(int *p) {
    int i = threadIdx.x;
    p[i + 1] = i;
}

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    shift<<<1, 64>>>(p);
    return cudaDeviceSynchronize();
}
