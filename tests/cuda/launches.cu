// Launches in the ways people write them. Each adds one to a counter of its own; all must have run once.
#include <cstdio>
#include <vector>

__global__ void by_name(int *p, int i);
template <typename T> __global__ void deduced(T *p, T i) { p[i] += 1; }
template <typename T, int N> __global__ void __launch_bounds__(32) given(T *p) { p[N] += 1; }
template <int N, typename T> __global__ void half_given(T *p) { p[N] += 1; }
__launch_bounds__(64, 1) __global__ void bounds_first(int *p) { if (threadIdx.x == 0) p[4] += 1; }
void __global__ void_first(int *p, const float *unused) { p[5] += unused == 0; }
extern "C" __global__ void c_name(int *p) { p[6] += 1; }
namespace inner {
__global__ void k(int *p, long i) { p[i] += 1; }
__global__ void k(int *p) { p[8] += 1; }
}
struct Pair { int *p; int i; };
__global__ void by_value(Pair pair) { pair.p[pair.i] += 1; }
static __global__ void grid(int *p) { if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x == 0) p[10] = gridDim.z * blockDim.x; }
typedef void (*Kernel)(int *, int);
#define LAUNCH(kernel, ...) do { kernel<<<1, 1>>>(__VA_ARGS__); cudaDeviceSynchronize(); } while (0)
template <class F> void run(F f, int *p, int i) { f<<<1, 1>>>(p, i); }
template <int N> struct Runner {
    int *p;
    void go() { given<int, N><<<1, 1>>>(p); }
};

int main() {
    int *p;
    const int n = 20;
    cudaMallocManaged(&p, n * sizeof(int));
    cudaMemset(p, 0, n * sizeof(int));
    int i = 0;
    by_name<<<1, 1>>>(p, i++);                 // 0: evaluated once
    deduced<<<dim3(1), dim3(1, 1)>>>(p, i);    // 1
    given<int, (3 > 2) ? 2 : 0>
        <<<1,
           1>>>(
            p);                                // 2
    half_given<3><<<1, 1, 0>>>(p);             // 3
    bounds_first<<<1, 64, 16, 0>>>(p);         // 4
    void_first << <1, 1 >> > (p, NULL);        // 5
    c_name<<<i, i>>>(p);                       // 6
    if (i == 1) inner::k<<<1, 1>>>(p, 7); else by_name<<<1, 1>>>(p, 19);  // 7
    ::inner::k<<<i << 0, 2 >> 1>>>(p);         // 8
    Pair pair = {p, 9};
    by_value<<<1, 1>>>(pair);                  // 9
    grid<<<dim3(2, 2, 2), 4>>>(p);             // 10
    Kernel table[2] = {by_name, deduced<int>};
    table[1]<<<1, 1>>>(p, 11);                 // 11
    Kernel variable = by_name;
    if (variable == by_name && table[0] == variable) variable<<<1, 1>>>(p, 12);  // 12
    (*table[0])<<<1, 1>>>(p, 13);              // 13
    LAUNCH(by_name, p, 14);                    // 14
    run(by_name, p, 15);                       // 15
    Runner<16>{p}.go();                        // 16
    void *arguments[] = {&p, &i};
    i = 17;
    cudaLaunchKernel((void *)by_name, dim3(1), dim3(1), arguments, 0, 0);  // 17
    const void *address = (const void *)c_name;
    void *one[] = {&p};
    cudaLaunchKernel(address, 1, 1, one, 0, 0);  // 6 again
    cudaDeviceSynchronize();
    for (int k = 0; k < n; k++) printf("%d%c", p[k], k + 1 < n ? ' ' : '\n');
    const char *text = "by_name<<<1, 1>>>(p, 18)";  // <<< in a string and in a comment
    return text[7] == '<' ? 0 : 1;
}

__global__ void by_name(int *p, int i) { p[i] += 1; }
