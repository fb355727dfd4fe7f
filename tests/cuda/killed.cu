// Ends by a signal that cannot be caught, with a trace under way.
#include <signal.h>

__global__ void fill(int *p) {
    p[threadIdx.x] = 1;
}

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    fill<<<1, 64>>>(p);
    return raise(SIGKILL);
}
