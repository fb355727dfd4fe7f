// What one SM does: shared memory by conflict, L1 by stride.
#include "hw/hw.hpp"

namespace warpmem::hw {
namespace {

constexpr unsigned shared_words = 4096;

__device__ unsigned shared_load(unsigned address) {
  unsigned value;
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(value) : "r"(address));
  return value;
}

// Each word holds its own address: a lane that loads it again and again needs one load for the next. Latency, with as
// many lanes to a bank as the stride makes.
__global__ void shared_chase(unsigned stride, unsigned steps, long long* cycles, unsigned* sink) {
  __shared__ unsigned word[shared_words];
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(word));
  for (unsigned k = threadIdx.x; k < shared_words; k += blockDim.x) word[k] = base + 4 * k;
  __syncthreads();
  unsigned at = base + 4 * (threadIdx.x * stride % shared_words);
  for (unsigned k = 0; k < 64; ++k) at = shared_load(at);
  const long long begin = clock64();
#pragma unroll 16
  for (unsigned k = 0; k < steps; ++k) at = shared_load(at);
  *static_cast<volatile unsigned*>(sink) = at;  // waits for the last value
  const long long end = clock64();
  if (threadIdx.x == 0) *cycles = end - begin;
}

// The loads are volatile, or else ptxas would make one of many.
__device__ unsigned load_words(unsigned address, const unsigned*) { return shared_load(address); }
__device__ unsigned load_words(unsigned address, const uint2*) {
  unsigned a, b;
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(address));
  return a + b;
}
__device__ unsigned load_words(unsigned address, const uint4*) {
  unsigned a, b, c, d;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address));
  return a + b + c + d;
}

// Independent loads of a T a lane, `stride` of them apart: throughput.
template <class T>
__global__ void shared_loads(unsigned stride, unsigned steps, long long* cycles, unsigned* sink) {
  constexpr unsigned count = shared_words * 4 / sizeof(T);
  __shared__ T word[count];
  for (unsigned k = threadIdx.x; k < shared_words; k += blockDim.x) reinterpret_cast<unsigned*>(word)[k] = k;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&word[(threadIdx.x % 32) * stride % count]));
  unsigned sum = 0;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 8
  for (unsigned k = 0; k < steps; ++k) sum += load_words(at, word);
  __syncthreads();
  const long long end = clock64();
  if (sum == 0xDEADBEEF) *sink = sum;
  if (threadIdx.x == 0) *cycles = end - begin;
}

// Hits in L1: warp w loads elements (lane + 32 * (w % 2)) * stride + 4 e. `zero` is 0, which the compiler cannot know: to
// it, every turn of the loop has other addresses.
template <class T>
__global__ void l1_loads(const T* in, unsigned stride, unsigned steps, unsigned zero, long long* cycles, unsigned* sink) {
  const T* at = in + (threadIdx.x % 64) * stride;
  unsigned sum = 0;
  long long begin = 0;
  for (unsigned pass = 0; pass < 2; ++pass) {  // the first one brings the lines
    __syncthreads();
    begin = clock64();
#pragma unroll 1
    for (unsigned k = 0; k < (pass == 0 ? 1 : steps); ++k) {
#pragma unroll
      for (unsigned e = 0; e < 8; ++e) {
        unsigned a, b = 0, c = 0, d = 0;
        const T* from = at + e * 4 + k * zero;
        if (sizeof(T) == 4)
          asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(a) : "l"(from));
        else if (sizeof(T) == 8)
          asm volatile("ld.global.ca.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(from));
        else
          asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(from));
        sum += a + b + c + d;
      }
    }
    __syncthreads();
  }
  const long long end = clock64();
  if (sum == 0xDEADBEEF) *sink = sum;
  if (threadIdx.x == 0) *cycles = end - begin;
}

template <class T>
void l1_of(Rows& rows, const unsigned* strides, std::size_t count) {
  const DeviceArray<long long> cycles(1);
  const DeviceArray<unsigned> sink(1);
  for (std::size_t k = 0; k < count; ++k) {
    const unsigned stride = strides[k], steps = 64;
    const DeviceArray<T> in(std::size_t{64} * stride + 64);
    l1_loads<T><<<1, 1024>>>(in.data(), stride, steps, 0, cycles.data(), sink.data());
    Run::check(cudaDeviceSynchronize());
    rows.push_back(Object()
                       .put("what", "l1_throughput")
                       .put("bytes", static_cast<unsigned>(sizeof(T)))
                       .put("stride_elements", stride)
                       .put("cycles_per_warp_load", static_cast<double>(cycles.copy()[0]) / (32.0 * 8 * steps)));
  }
}

template <class T>
void shared_of(Rows& rows) {
  const DeviceArray<long long> cycles(1);
  const DeviceArray<unsigned> sink(1);
  for (const unsigned stride : {0, 1, 2, 3, 4, 8, 16, 32, 33}) {
    constexpr unsigned steps = 256, warps = 16;
    shared_loads<T><<<1, 32 * warps>>>(stride, steps, cycles.data(), sink.data());
    Run::check(cudaDeviceSynchronize());
    rows.push_back(Object()
                       .put("what", "shared_throughput")
                       .put("bytes", static_cast<unsigned>(sizeof(T)))
                       .put("stride_elements", stride)
                       .put("warps", warps)
                       .put("cycles_per_warp_load", static_cast<double>(cycles.copy()[0]) / (steps * warps)));
  }
}

}  // namespace

void measure_shared(Rows& rows) {
  const DeviceArray<long long> cycles(1);
  const DeviceArray<unsigned> sink(1);
  for (const unsigned stride : {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 33}) {
    constexpr unsigned steps = 2048;
    shared_chase<<<1, 32>>>(stride, steps, cycles.data(), sink.data());
    Run::check(cudaDeviceSynchronize());
    rows.push_back(
        Object().put("what", "shared_latency").put("stride_words", stride).put("cycles", static_cast<double>(cycles.copy()[0]) / steps));
  }
  shared_of<unsigned>(rows);
  shared_of<uint2>(rows);
  shared_of<uint4>(rows);
}

void measure_l1(Rows& rows) {
  constexpr unsigned strides[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 28, 32, 33, 40, 48, 64, 96, 128};
  constexpr std::size_t count = sizeof strides / sizeof strides[0];
  l1_of<unsigned>(rows, strides, count);
  l1_of<uint2>(rows, strides, count);
  l1_of<uint4>(rows, strides, count - 3);
}

}  // namespace warpmem::hw
