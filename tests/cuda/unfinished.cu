__global__ void k(int *p) {
    p[threadIdx.x] = undeclared;
}
int main() { k<<<1, 32>>>(0); }
