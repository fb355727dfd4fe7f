#include <cuda_runtime.h>
#include <vector>
float umin(float a, float b) {
    int devices = 0;
    std::vector<float> both{a, b};
    int blockIdx = cudaGetDeviceCount(&devices) == cudaSuccess ? 0 : 1;
    return devices == 1 && both[blockIdx] < b ? a : b;
}
