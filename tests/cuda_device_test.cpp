// Device code run on the recorder's threads, launched as the rewriter writes launches; values, not accesses.
#define __CUDACC__ 1
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <catch2/catch.hpp>
#include <vector>

#include "warpmem_cuda.h"
// Above: as CUDA source is compiled.
#include "cooperative_groups.h"
#include "cooperative_groups/reduce.h"
#include "cuda_fp16.h"
#include "curand_kernel.h"

namespace cg = cooperative_groups;

namespace {

// What k<<<grid, block, shared>>>(arguments) becomes.
#define LAUNCH(kernel, geometry, ...) \
  ::warpmem::launch(                  \
      ::warpmem::Geometry geometry, #kernel, __FILE__, __LINE__, nullptr, [&](auto&... a) { kernel(a...); }, __VA_ARGS__)

template <class T>
struct Device {
  T* data = nullptr;
  explicit Device(std::size_t n) { cudaMallocManaged(&data, n * sizeof(T)); }
  ~Device() { cudaFree(data); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

[[gnu::noipa]] void indices(int* out, int base) {
  const unsigned thread = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  out[thread] = base + static_cast<int>(thread);
}
template <class T>
[[gnu::noipa]] void shuffles(T* out) {
  const T v = static_cast<T>(threadIdx.x);
  T* const o = out + threadIdx.x;
  o[0] = __shfl_sync(~0U, v, 5);
  o[32] = __shfl_up_sync(~0U, v, 1);
  o[64] = __shfl_down_sync(~0U, v, 4, 16);
  o[96] = __shfl_xor_sync(~0U, v, 8);
  o[128] = __shfl(v, 9, 8);
  o[160] = __shfl_up_sync(~0U, v, 3, 8);
}
[[gnu::noipa]] void votes(unsigned* out) {
  const unsigned lane = threadIdx.x & 31;
  unsigned* const o = out + threadIdx.x * 12;
  int all_match = 0;
  o[0] = __ballot_sync(~0U, lane % 3 == 0);
  o[1] = static_cast<unsigned>(__any_sync(~0U, lane == 31));
  o[2] = static_cast<unsigned>(__all_sync(~0U, lane < 31));
  o[3] = __match_any_sync(~0U, lane / 8);
  o[4] = __match_all_sync(~0U, 3.5, &all_match);
  o[5] = static_cast<unsigned>(all_match);
  o[6] = __reduce_add_sync(~0U, lane);
  o[7] = static_cast<unsigned>(__reduce_min_sync(~0U, -static_cast<int>(lane)));
  o[8] = __reduce_xor_sync(~0U, 1U << lane);
  o[9] = __match_all_sync(~0U, lane, &all_match);
  o[10] = __activemask();
}
[[gnu::noipa]] void atomics(int* i, unsigned* u, float* f, double* d, unsigned long long* w, half2* h) {
  warpmem_red_atomicAdd(i, 1);
  atomicMax(i + 1, static_cast<int>(threadIdx.x));
  atomicMin(i + 2, -static_cast<int>(threadIdx.x));
  atomicInc(u, 6);
  atomicDec(u + 1, 6);
  atomicOr(u + 2, 1U << threadIdx.x % 32);
  atomicAdd(f, 0.5F);
  atomicAdd(d, 0.25);
  atomicAdd(w, 1ULL << 33);
  atomicAdd(h, __floats2half2_rn(1, 2));
  if (atomicCAS(u + 3, 0U, threadIdx.x + 1) == 0U) atomicExch(i + 3, static_cast<int>(threadIdx.x));
}
[[gnu::noipa]] void barriers(int* out, int quitters) {
  if (static_cast<int>(threadIdx.x) < quitters) return;
  out[threadIdx.x] = 1;
  __syncthreads();
  const int odd = static_cast<int>(threadIdx.x) % 2;
  const int count = __syncthreads_count(odd), all = __syncthreads_and(odd), any = __syncthreads_or(odd);
  out[threadIdx.x] = count * 100 + all * 10 + any + out[threadIdx.x ^ 1] * 1000;
}
[[gnu::noipa]] void groups(int* out) {
  cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);
  int* const o = out + block.thread_rank() * 12;
  const int v = static_cast<int>(block.thread_rank());
  o[0] = cg::reduce(eight, v, cg::plus<int>());
  o[1] = cg::reduce(warp, v, cg::greater<int>());
  o[2] = eight.shfl_down(v, 1);
  o[3] = static_cast<int>(eight.ballot(v % 2));
  o[4] = cg::inclusive_scan(warp, 1);
  o[5] = cg::exclusive_scan(eight, v);
  o[6] = static_cast<int>(eight.meta_group_rank());
  const cg::thread_group four = cg::tiled_partition(block, 4);
  o[7] = static_cast<int>(four.thread_rank() * 10 + four.size());
  block.sync();
  const auto split = cg::binary_partition(warp, v % 4 == 0);
  o[8] = static_cast<int>(split.size() * 100 + split.thread_rank());
  o[9] = cg::reduce(split, v, cg::plus<int>());
  const double2 wide = eight.shfl(make_double2(v, -v), 3);
  o[10] = static_cast<int>(wide.x - wide.y);
}
[[gnu::noipa]] void grid_sum(int* values, int* out) {
  cg::grid_group grid = cg::this_grid();
  values[grid.thread_rank()] = static_cast<int>(grid.thread_rank());
  grid.sync();
  if (grid.thread_rank() != 0) return;
  int sum = 0;
  for (unsigned long long i = 0; i < grid.size(); ++i) sum += values[i];
  *out = sum;
}
[[gnu::noipa]] void nothing(int*) {}
[[gnu::noipa]] void cached(float4* v, float* f) {
  float4 a = __ldcg(v), b = __ldg(v + 1);
  __stcs(v + 2, make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
  __stwt(f, __ldcv(f + 1));
}

}  // namespace

TEST_CASE("threads of a grid know where they are") {
  const Device<int> out(2 * 3 * 64);
  LAUNCH(indices, (dim3(2, 3), dim3(8, 8)), out.data, 7);
  CHECK(cudaGetLastError() == cudaSuccess);
  for (int i = 0; i < 2 * 3 * 64; ++i) REQUIRE(out.data[i] == 7 + i);
}

TEMPLATE_TEST_CASE("shuffles take every type, and stay within their width", "", int, unsigned, float, double, long long, half) {
  const Device<TestType> out(6 * 32);
  LAUNCH(shuffles<TestType>, (1, 32), out.data);
  const auto at = [&](int row, int lane) { return static_cast<int>(static_cast<float>(out.data[32 * row + lane])); };
  for (int lane = 0; lane < 32; ++lane) {
    CHECK(at(0, lane) == 5);
    CHECK(at(1, lane) == (lane == 0 ? 0 : lane - 1));
    CHECK(at(2, lane) == (lane % 16 < 12 ? lane + 4 : lane));
    CHECK(at(3, lane) == (lane ^ 8));
    CHECK(at(4, lane) == lane / 8 * 8 + 1);
    CHECK(at(5, lane) == (lane % 8 < 3 ? lane : lane - 3));
  }
}

TEST_CASE("votes, matches and reductions see all lanes of their warp") {
  const Device<unsigned> out(64 * 12);
  LAUNCH(votes, (1, 64), out.data);
  for (unsigned thread = 0; thread < 64; ++thread) {
    const unsigned* const o = out.data + thread * 12;
    CHECK(o[0] == 0x49249249U);
    CHECK(o[1] == 1);
    CHECK(o[2] == 0);
    CHECK(o[3] == 0xffU << thread % 32 / 8 * 8);
    CHECK(o[4] == ~0U);
    CHECK(o[5] == 1);
    CHECK(o[6] == 31 * 32 / 2);
    CHECK(static_cast<int>(o[7]) == -31);
    CHECK(o[8] == ~0U);
    CHECK(o[9] == 0);
    CHECK(o[10] == ~0U);
  }
}

TEST_CASE("atomics of all threads add up") {
  const Device<int> i(4);
  const Device<unsigned> u(4);
  const Device<float> f(1);
  const Device<double> d(1);
  const Device<unsigned long long> w(1);
  const Device<half2> h(1);
  LAUNCH(atomics, (2, 64), i.data, u.data, f.data, d.data, w.data, h.data);
  CHECK(i.data[0] == 128);
  CHECK(i.data[1] == 63);
  CHECK(i.data[2] == -63);
  CHECK(u.data[0] == 128 % 7);
  CHECK(u.data[1] == 6 - 127 % 7);
  CHECK(u.data[2] == ~0U);
  CHECK(f.data[0] == 64);
  CHECK(d.data[0] == 32);
  CHECK(w.data[0] == 128ULL << 33);
  CHECK(__high2float(h.data[0]) == 256);
  CHECK(u.data[3] == static_cast<unsigned>(i.data[3]) + 1);
}

TEST_CASE("a barrier counts the threads that have not returned") {
  const Device<int> out(64);
  LAUNCH(barriers, (1, 64), out.data, 32);
  for (int i = 0; i < 32; ++i) CHECK(out.data[i] == 0);
  // Each reads its neighbour before or after it is written anew.
  CHECK(out.data[32] % 1000 == 16 * 100 + 0 + 1 - 1000);
  CHECK(out.data[63] % 1000 == 16 * 100 + 0 + 1 - 1000);
}

TEST_CASE("cooperative groups part a block and compute within each part") {
  const Device<int> out(64 * 12);
  LAUNCH(groups, (1, 64), out.data);
  for (int v = 0; v < 64; ++v) {
    const int* const o = out.data + v * 12;
    const int first = v / 8 * 8;
    CHECK(o[0] == 8 * first + 28);
    CHECK(o[1] == v / 32 * 32 + 31);
    CHECK(o[2] == (v % 8 == 7 ? v : v + 1));
    CHECK(o[3] == 0xaa);
    CHECK(o[4] == v % 32 + 1);
    CHECK(o[5] == v % 8 * first + v % 8 * (v % 8 - 1) / 2);
    CHECK(o[6] == v / 8);
    CHECK(o[7] == v % 4 * 10 + 4);
    CHECK(o[8] == (v % 4 == 0 ? 800 + v % 32 / 4 : 2400 + v % 32 - v % 32 / 4 - 1));
    int sum = 0;
    for (int k = v / 32 * 32; k < v / 32 * 32 + 32; ++k) sum += (k % 4 == 0) == (v % 4 == 0) ? k : 0;
    CHECK(o[9] == sum);
    CHECK(o[10] == 2 * (first + 3));
  }
}

TEST_CASE("kernels are launched by pointer, by type or by registration, and cooperatively") {
  const Device<int> values(128), out(1);
  int* v = values.data;
  int* o = out.data;
  int base = 5;
  void* by_index[] = {&v, &base};
  CHECK(cudaLaunchKernel(indices, dim3(2), dim3(64), by_index) == cudaSuccess);
  CHECK(values.data[127] == 132);
  CHECK(cudaLaunchKernel(reinterpret_cast<void*>(indices), dim3(2), dim3(64), by_index) == cudaErrorInvalidDeviceFunction);
  warpmem::register_kernel(indices, "indices");
  base = 6;
  CHECK(cudaLaunchKernel(reinterpret_cast<void*>(indices), dim3(2), dim3(64), by_index) == cudaSuccess);
  CHECK(values.data[127] == 133);
  void* arguments[] = {&v, &o};
  CHECK(cudaLaunchCooperativeKernel(grid_sum, dim3(1), dim3(128), arguments) == cudaSuccess);
  CHECK(*out.data == 127 * 128 / 2);
  CHECK(cudaLaunchCooperativeKernel(grid_sum, dim3(1 << 20), dim3(1024), arguments) == cudaErrorCooperativeLaunchTooLarge);
  cudaGetLastError();
}

TEST_CASE("a launch that a GPU refuses leaves its error and does nothing") {
  int* none = nullptr;
  const auto error_of = [&](const warpmem::Geometry& geometry) {
    ::warpmem::launch(
        geometry, "nothing", __FILE__, __LINE__, nullptr, [&](auto&... a) { nothing(a...); }, none);
    return cudaGetLastError();
  };
  CHECK(error_of({1, 1024}) == cudaSuccess);
  CHECK(error_of({1, 2048}) == cudaErrorInvalidConfiguration);
  CHECK(error_of({dim3(1), dim3(32, 33)}) == cudaErrorInvalidConfiguration);
  CHECK(error_of({1, dim3(1, 1, 65)}) == cudaErrorInvalidConfiguration);
  CHECK(error_of({0, 32}) == cudaErrorInvalidConfiguration);
  CHECK(error_of({dim3(1, 65536), 32}) == cudaErrorInvalidConfiguration);
  CHECK(error_of({1, 32, 48 * 1024}) == cudaSuccess);
  CHECK(error_of({1, 32, 1 << 20}) == cudaErrorInvalidValue);
}

TEST_CASE("an argument is evaluated once and copied, an array goes as a pointer") {
  const Device<int> out(32);
  int evaluated = 0;
  LAUNCH(indices, (1, 32), out.data, ++evaluated);
  CHECK(evaluated == 1);
  CHECK(out.data[31] == 32);
}

TEST_CASE("loads and stores with cache operators move the values") {
  const Device<float4> v(3);
  const Device<float> f(2);
  v.data[0] = {1, 2, 3, 4};
  v.data[1] = {10, 20, 30, 40};
  f.data[1] = 7;
  LAUNCH(cached, (1, 1), v.data, f.data);
  CHECK(v.data[2].w == 44);
  CHECK(f.data[0] == 7);
}

TEST_CASE("random numbers of device code differ by sequence and repeat by seed") {
  curandState a, b, c;
  curand_init(1, 0, 0, &a);
  curand_init(1, 1, 0, &b);
  curand_init(1, 0, 0, &c);
  CHECK(sizeof(curandState) == 48);
  CHECK(curand(&a) != curand(&b));
  curand(&c);
  CHECK(curand(&a) == curand(&c));
  double sum = 0, squares = 0;
  for (int i = 0; i < 20000; ++i) {
    const float u = curand_uniform(&a), n = curand_normal(&a);
    if (!(u > 0 && u <= 1)) FAIL();
    sum += u;
    squares += n * n;
  }
  CHECK(sum / 20000 == Approx(0.5).epsilon(0.02));
  CHECK(squares / 20000 == Approx(1).epsilon(0.05));
}
