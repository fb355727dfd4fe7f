// Probes of the memory subsystem of one GPU. Each section answers one question; h200-probes.sh runs them all, under the
// profiler where counters are wanted. A kernel whose name begins with p_ is meant to be profiled: for each launch of one,
// in launch order, the program prints one JSON line that says what the launch was. The other kernels time themselves.
// Build: nvcc -arch=sm_90 -O2 -std=c++17. Use: h200-probes SECTION [< input], sections as in main().
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#define CK(x)                                                                              \
  do {                                                                                     \
    cudaError_t e = (x);                                                                   \
    if (e != cudaSuccess) {                                                                \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));      \
      std::exit(2);                                                                        \
    }                                                                                      \
  } while (0)

using u32 = unsigned;
using u64 = unsigned long long;
constexpr size_t kMiB = size_t{1} << 20;

static char* device_bytes(size_t n, int fill = 0) {
  char* p = nullptr;
  CK(cudaMalloc(&p, n));
  CK(cudaMemset(p, fill, n));
  return p;
}

static int sm_count() {
  int n = 0;
  CK(cudaDeviceGetAttribute(&n, cudaDevAttrMultiProcessorCount, 0));
  return n;
}

static float event_ms(const std::function<void()>& launch) {
  cudaEvent_t a, b;
  CK(cudaEventCreate(&a));
  CK(cudaEventCreate(&b));
  CK(cudaEventRecord(a));
  launch();
  CK(cudaEventRecord(b));
  CK(cudaEventSynchronize(b));
  CK(cudaGetLastError());
  float ms = 0;
  CK(cudaEventElapsedTime(&ms, a, b));
  return ms;
}

__device__ u32 sm_id() {
  u32 s;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
  return s;
}

// ---- bandwidth: one 4-byte element a thread, cold caches ------------------------------------------------------------
__global__ void p_copy(const u32* a, u32* b) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  b[i] = a[i];
}
__global__ void p_read(const u32* a, u32* b) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const u32 v = a[i];
  if (v == 0xdeadbeefu) b[0] = v;
}
__global__ void p_write(u32* b) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  b[i] = static_cast<u32>(i);
}
__global__ void p_write_strided(u32* b, int stride) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  b[i * stride] = static_cast<u32>(i);
}

static void bandwidth() {
  u32* a = reinterpret_cast<u32*>(device_bytes(512 * kMiB, 1));
  u32* b = reinterpret_cast<u32*>(device_bytes(512 * kMiB));
  auto say = [](const char* what, size_t mib, int stride) {
    std::printf("{\"kernel\":\"%s\",\"MiB\":%zu,\"stride_words\":%d}\n", what, mib, stride);
  };
  for (size_t mib : {4, 8, 16, 32, 64, 128, 256, 512}) {
    say("copy", mib, 1);
    p_copy<<<static_cast<u32>(mib * kMiB / 1024), 256>>>(a, b);
  }
  for (size_t mib : {16, 64, 512}) {
    say("read", mib, 1);
    p_read<<<static_cast<u32>(mib * kMiB / 1024), 256>>>(a, b);
    say("write", mib, 1);
    p_write<<<static_cast<u32>(mib * kMiB / 1024), 256>>>(b);
  }
  for (int stride : {2, 8, 16, 32}) {
    say("write_strided", 512, stride);
    p_write_strided<<<static_cast<u32>(512 * kMiB / 1024 / stride), 256>>>(b, stride);
  }
  CK(cudaDeviceSynchronize());
}

// ---- block turnover -------------------------------------------------------------------------------------------------
enum Work { kEmpty, kStore, kLoadStore };
template <int WORK>
__device__ void little_work(u32* a) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (WORK == kStore) a[i] = 1;
  if (WORK == kLoadStore) a[i] = a[i] + 1;
}
template <int WORK>
__global__ void p_turnover(u32* a) {
  little_work<WORK>(a);
}
// The same, and thread 0 leaves its start and end on the SM's clock, and the SM. Times of the other threads are not seen.
template <int WORK>
__global__ void turnover_times(u32* a, u64* times) {
  const u64 start = clock64();
  little_work<WORK>(a);
  if (threadIdx.x == 0) {
    u64* t = times + size_t{blockIdx.x} * 3;
    t[0] = start;
    t[2] = sm_id();
    t[1] = clock64();
  }
}

template <int WORK>
static void turnover_of(const char* name, u32* a, u64* times) {
  const int sms = sm_count();
  constexpr int kBlockFillsSm = 200 * 1024;
  CK(cudaFuncSetAttribute(p_turnover<WORK>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBlockFillsSm));
  CK(cudaFuncSetAttribute(turnover_times<WORK>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBlockFillsSm));
  for (int threads : {32, 256, 1024})
    for (int shared : {kBlockFillsSm, 0})
      for (int per_sm : {1, 4, 64}) {
        const int blocks = sms * per_sm;
        float ms = 1e9f;
        for (int k = 0; k < 3; ++k) ms = std::min(ms, event_ms([&] { turnover_times<WORK><<<blocks, threads, shared>>>(a, times); }));
        std::vector<u64> t(size_t(blocks) * 3);
        CK(cudaMemcpy(t.data(), times, t.size() * 8, cudaMemcpyDeviceToHost));
        // Gaps between consecutive blocks of an SM mean something only where blocks cannot overlap.
        std::map<u64, std::vector<std::pair<u64, u64>>> by_sm;
        for (int b = 0; b < blocks; ++b) by_sm[t[3 * b + 2]].push_back({t[3 * b], t[3 * b + 1]});
        std::vector<long long> gaps, lives, spans;
        for (auto& [sm, v] : by_sm) {
          std::sort(v.begin(), v.end());
          for (size_t k = 0; k < v.size(); ++k) {
            lives.push_back(static_cast<long long>(v[k].second - v[k].first));
            if (k) gaps.push_back(static_cast<long long>(v[k].first - v[k - 1].second));
            if (k) spans.push_back(static_cast<long long>(v[k].first - v[k - 1].first));
          }
        }
        auto mid = [](std::vector<long long> v, double q) {
          if (v.empty()) return -1LL;
          std::sort(v.begin(), v.end());
          return v[static_cast<size_t>(q * static_cast<double>(v.size() - 1))];
        };
        const std::string what = std::string("\"work\":\"") + name + "\",\"threads\":" + std::to_string(threads) +
                                 ",\"shared_bytes\":" + std::to_string(shared) + ",\"blocks\":" + std::to_string(blocks);
        std::fprintf(stderr, "{%s,\"event_us\":%.2f,\"gap_p10\":%lld,\"gap_median\":%lld,\"gap_p90\":%lld,\"start_to_start_median\":%lld,"
                     "\"life_median\":%lld}\n", what.c_str(), ms * 1e3, mid(gaps, .1), mid(gaps, .5), mid(gaps, .9), mid(spans, .5), mid(lives, .5));
        std::printf("{%s}\n", what.c_str());
        p_turnover<WORK><<<blocks, threads, shared>>>(a);
      }
  CK(cudaDeviceSynchronize());
}

static void turnover() {
  u32* a = reinterpret_cast<u32*>(device_bytes(64 * kMiB));
  u64* times = reinterpret_cast<u64*>(device_bytes(size_t(sm_count()) * 64 * 24));
  turnover_of<kEmpty>("empty", a, times);
  turnover_of<kStore>("store", a, times);
  turnover_of<kLoadStore>("load_store", a, times);
}

// ---- L2 capacity: the grid reads a footprint four times past L1 -----------------------------------------------------
// shift 0: a line is read by the same SM in each pass; otherwise pass p is shifted by p * shift threads.
__global__ void p_sweep(const uint4* a, size_t n, int passes, u32 shift, u32* out) {
  const u32 total = gridDim.x * blockDim.x;
  u32 acc = 0;
  for (int p = 0; p < passes; ++p)
    for (size_t i = (blockIdx.x * blockDim.x + threadIdx.x + p * shift) % total; i < n; i += total) {
      const uint4 v = __ldcg(a + i);
      acc ^= v.x ^ v.y ^ v.z ^ v.w;
    }
  if (acc == 0xdeadbeefu) *out = acc;
}

static void l2_capacity() {
  const uint4* a = reinterpret_cast<uint4*>(device_bytes(128 * kMiB, 1));
  u32* out = reinterpret_cast<u32*>(device_bytes(256));
  for (u32 shift : {0u, 1024u * 37u})
    for (size_t mib : {8, 16, 20, 24, 28, 32, 36, 40, 44, 48, 50, 52, 54, 56, 60, 64, 72}) {
      std::printf("{\"MiB\":%zu,\"passes\":4,\"shift_threads\":%u,\"blocks\":264,\"threads\":1024}\n", mib, shift);
      p_sweep<<<264, 1024>>>(a, mib * kMiB / 16, 4, shift, out);
    }
  CK(cudaDeviceSynchronize());
}

// ---- one SM: what it keeps in flight --------------------------------------------------------------------------------
template <int BYTES, bool CACHE_IN_L1>
__device__ u32 load(const char* p) {
  u32 x, y, z, w;
  if constexpr (BYTES == 4 && CACHE_IN_L1) asm volatile("ld.global.ca.u32 %0,[%1];" : "=r"(x) : "l"(p));
  if constexpr (BYTES == 4 && !CACHE_IN_L1) asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(x) : "l"(p));
  if constexpr (BYTES == 16 && CACHE_IN_L1) asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p));
  if constexpr (BYTES == 16 && !CACHE_IN_L1) asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p));
  if constexpr (BYTES == 16) x ^= y ^ z ^ w;
  return x;
}

// Many blocks are launched; the first names its SM, and only `wanted` blocks of that SM, all resident at once, do the work.
template <int BYTES, int UNROLL, bool CACHE_IN_L1>
__global__ void one_sm(const char* base, u32 iterations, u32 lane_stride, int warm, u32 wanted, u32* control, u64* times, u32* out) {
  __shared__ u32 slot;
  if (threadIdx.x == 0) {
    const u32 me = sm_id() + 1, first = atomicCAS(&control[0], 0u, me);
    slot = (first == 0 || first == me) ? atomicAdd(&control[1], 1u) : ~0u;
  }
  __syncthreads();
  if (slot >= wanted) return;
  const u32 warps = wanted * (blockDim.x / 32), warp = slot * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  const u32 chunk = 32 * lane_stride;
  u32 acc = 0;
  u64 start = 0;
  for (int pass = warm ? 0 : 1; pass < 2; ++pass) {
    if (threadIdx.x == 0) {
      atomicAdd(&control[2 + pass], 1u);
      for (u32 spins = 0; spins < 100000 && *reinterpret_cast<volatile u32*>(&control[2 + pass]) < wanted; ++spins) {
      }
    }
    __syncthreads();
    start = clock64();
    const char* p = base + size_t{warp} * UNROLL * chunk + lane * lane_stride;
#pragma unroll 1
    for (u32 i = 0; i < iterations; ++i, p += size_t{warps} * UNROLL * chunk) {
      u32 v[UNROLL];
#pragma unroll
      for (int u = 0; u < UNROLL; ++u) v[u] = load<BYTES, CACHE_IN_L1>(p + u * chunk);
#pragma unroll
      for (int u = 0; u < UNROLL; ++u) acc ^= v[u];
    }
    if (acc == 0xdeadbeefu) *out = acc;
  }
  const u64 end = clock64();
  if (lane == 0) times[2 * warp] = start, times[2 * warp + 1] = end;
}

template <int BYTES, int UNROLL, bool CACHE_IN_L1>
static void one_sm_rows(const char* memory, size_t memory_bytes, u32 lane_stride, bool warm, u32* control, u64* times, u32* out) {
  static size_t window = 0;
  for (u32 warps : {1, 2, 4, 8, 16, 32, 64}) {
    const u32 wanted = warps == 64 ? 2 : 1, chunk = 32 * lane_stride;
    const size_t footprint = 16 * kMiB;
    const u32 iterations = static_cast<u32>(footprint / (size_t{warps} * UNROLL * chunk));
    window = (window + footprint) % memory_bytes;
    CK(cudaMemset(control, 0, 64));
    CK(cudaMemset(times, 0, 64 * 16));
    one_sm<BYTES, UNROLL, CACHE_IN_L1>
        <<<sm_count() * 16, 32 * warps / wanted>>>(memory + window, iterations, lane_stride, warm, wanted, control, times, out);
    CK(cudaDeviceSynchronize());
    u64 t[128], first = ~0ull, last = 0;
    u32 c[16];
    CK(cudaMemcpy(t, times, sizeof t, cudaMemcpyDeviceToHost));
    CK(cudaMemcpy(c, control, sizeof c, cudaMemcpyDeviceToHost));
    for (u32 w = 0; w < warps; ++w) first = std::min(first, t[2 * w]), last = std::max(last, t[2 * w + 1]);
    const double cycles = static_cast<double>(last - first), n = double(iterations) * warps * UNROLL;
    std::printf("{\"from\":\"%s\",\"op\":\"%s\",\"lane_bytes\":%d,\"lane_stride\":%u,\"unroll\":%d,\"warps\":%u,\"blocks_met\":%u,\"cycles\":%.0f,"
                "\"warp_loads\":%.0f,\"cycles_per_round\":%.1f,\"bytes_per_cycle\":%.2f,\"loads_per_cycle\":%.4f}\n",
                warm ? "l2" : "dram", CACHE_IN_L1 ? "ld.ca" : "ld.cg", BYTES, lane_stride, UNROLL, warps, c[3], cycles, n,
                cycles / iterations, n * 32 * BYTES / cycles, n / cycles);
  }
}

static void in_flight() {
  const size_t memory_bytes = 2048 * kMiB;
  const char* memory = device_bytes(memory_bytes, 1);
  u32* control = reinterpret_cast<u32*>(device_bytes(256));
  u64* times = reinterpret_cast<u64*>(device_bytes(64 * 16));
  u32* out = reinterpret_cast<u32*>(device_bytes(256));
  for (bool warm : {true, false}) {
#define ROWS(B, U, S)                                                             \
  one_sm_rows<B, U, false>(memory, memory_bytes, S, warm, control, times, out);   \
  one_sm_rows<B, U, true>(memory, memory_bytes, S, warm, control, times, out);
#define ALL_UNROLLS(B, S) ROWS(B, 1, S) ROWS(B, 2, S) ROWS(B, 4, S) ROWS(B, 8, S)
    ALL_UNROLLS(4, 4)
    ALL_UNROLLS(16, 16)
    ALL_UNROLLS(4, 32)
    ALL_UNROLLS(4, 128)
  }
}

// ---- one warp instruction with given lane offsets -------------------------------------------------------------------
// Input: one pattern a line, "id op mask(hex) 32 byte offsets".
#define ACCESS_OPS(X)                                                                                                          \
  X(st1, g, "st.global.u8 [%0],%2;") X(st2, g, "st.global.u16 [%0],%5;")                                                       \
  X(st4, g, "st.global.u32 [%0],%2;") X(st8, g, "st.global.u64 [%0],%3;") X(st16, g, "st.global.v4.u32 [%0],{%2,%2,%2,%2};")   \
  X(red4, g, "red.global.add.u32 [%0],%2;") X(red8, g, "red.global.add.u64 [%0],%3;")                                          \
  X(redmin4, g, "red.global.min.u32 [%0],%2;") X(redf4, g, "red.global.add.f32 [%0],%4;")                                      \
  X(ssst4, s, "st.shared.u32 [%1],%2;") X(sred4, s, "red.shared.add.u32 [%1],%2;") X(sredmin4, s, "red.shared.min.u32 [%1],%2;") \
  X(sred8, s, "red.shared.add.u64 [%1],%3;") X(sredf4, s, "red.shared.add.f32 [%1],%4;")
#define RETURNING_OPS(X)                                                                                                   \
  X(atom4, g, u32, "atom.global.add.u32 %0,[%1],%3;") X(atom8, g, u64, "atom.global.add.u64 %0,[%1],%4;")                  \
  X(exch4, g, u32, "atom.global.exch.b32 %0,[%1],%3;") X(exch8, g, u64, "atom.global.exch.b64 %0,[%1],%4;")                \
  X(cas4, g, u32, "atom.global.cas.b32 %0,[%1],0,%3;") X(cas8, g, u64, "atom.global.cas.b64 %0,[%1],0,%4;")                \
  X(satom4, s, u32, "atom.shared.add.u32 %0,[%2],%3;") X(smin4, s, u32, "atom.shared.min.u32 %0,[%2],%3;")                 \
  X(sexch4, s, u32, "atom.shared.exch.b32 %0,[%2],%3;") X(scas4, s, u32, "atom.shared.cas.b32 %0,[%2],0,%3;")              \
  X(satom8, s, u64, "atom.shared.add.u64 %0,[%2],%4;") X(sexch8, s, u64, "atom.shared.exch.b64 %0,[%2],%4;")               \
  X(scas8, s, u64, "atom.shared.cas.b64 %0,[%2],0,%4;")

#define PREAMBLE                                                                              \
  extern __shared__ __align__(16) char shared[];                                              \
  const int offset = offsets[threadIdx.x];                                                    \
  const u32 one = seed;                                                                       \
  const u64 wide = seed;                                                                      \
  const u32 in_shared = static_cast<u32>(__cvta_generic_to_shared(shared)) + offset;          \
  char* at = base + offset;                                                                   \
  if (!((mask >> threadIdx.x) & 1u)) return;
#define ACCESS_KERNEL(NAME, SPACE, TEXT)                                                              \
  __global__ void p_##NAME(char* base, const int* offsets, u32 mask, u32 seed) {                      \
    PREAMBLE                                                                                          \
    const float f = __uint_as_float(seed);                                                            \
    const unsigned short narrow = static_cast<unsigned short>(seed);                                  \
    asm volatile(TEXT ::"l"(at), "r"(in_shared), "r"(one), "l"(wide), "f"(f), "h"(narrow) : "memory"); \
  }
#define RETURNING_KERNEL(NAME, SPACE, TYPE, TEXT)                                                                          \
  __global__ void p_##NAME(char* base, const int* offsets, u32 mask, u32 seed) {                                           \
    PREAMBLE                                                                                                               \
    TYPE old;                                                                                                              \
    asm volatile(TEXT : "=" RETURNED_##TYPE(old) : "l"(at), "r"(in_shared), "r"(one), "l"(wide) : "memory");               \
    if (old == 0xdeadbeefu) *reinterpret_cast<volatile u32*>(base) = 1;                                                    \
  }
#define RETURNED_u32 "r"
#define RETURNED_u64 "l"
ACCESS_OPS(ACCESS_KERNEL)
RETURNING_OPS(RETURNING_KERNEL)

static void patterns() {
  using Kernel = void (*)(char*, const int*, u32, u32);
#define NAMED(NAME, ...) {#NAME, p_##NAME},
  const std::map<std::string, Kernel> kernels = {ACCESS_OPS(NAMED) RETURNING_OPS(NAMED)};
  const size_t bytes = 16 * kMiB;
  char* base = device_bytes(bytes);
  std::vector<int> offsets;
  std::vector<std::pair<Kernel, u32>> launches;
  std::string text;
  while (std::getline(std::cin, text)) {
    std::istringstream in(text);
    std::string id, op, mask;
    in >> id >> op >> mask;
    const auto k = kernels.find(op);
    if (k == kernels.end()) std::fprintf(stderr, "no operation '%s'\n", op.c_str()), std::exit(2);
    launches.push_back({k->second, static_cast<u32>(std::stoul(mask, nullptr, 16))});
    std::string list;
    for (int lane = 0, v; lane < 32; ++lane) {
      if (!(in >> v) || v < 0 || size_t(v) + 16 > (op[0] == 's' && op[1] != 't' ? 48 * 1024 : bytes)) std::exit(3);
      offsets.push_back(v);
      list += (lane ? "," : "") + std::to_string(v);
    }
    std::printf("{\"id\":\"%s\",\"op\":\"%s\",\"mask\":\"%s\",\"base\":\"%p\",\"offsets\":[%s]}\n", id.c_str(), op.c_str(), mask.c_str(),
                static_cast<void*>(base), list.c_str());
  }
  int* table = reinterpret_cast<int*>(device_bytes(offsets.size() * 4 + 128));
  CK(cudaMemcpy(table, offsets.data(), offsets.size() * 4, cudaMemcpyHostToDevice));
  for (size_t i = 0; i < launches.size(); ++i) launches[i].first<<<1, 32, 48 * 1024>>>(base, table + 32 * i, launches[i].second, 1);
  CK(cudaDeviceSynchronize());
}

// ---- what one warp's sequence of accesses leaves in L1 --------------------------------------------------------------
// Input: one sequence a line, "id step;step;..." with step = op,mask(hex),offset,lane stride. Each load's value is waited
// for before the next step; "pair" and "pair2" issue two loads (of the same addresses, or 64 B apart) without waiting.
struct Step {
  int op;
  u32 mask;
  int offset, stride;
};
struct Steps {
  int n;
  Step step[12];
};
static const char* const kStepNames[] = {"ld.ca", "ld.cg", "ld.cs", "ld.cv", "ld.lu", "ld.nc", "ld.volatile", "ld.relaxed", "ld.u8", "st", "st.cg",
                                         "st.cs", "st.wt", "st.u8", "red", "atom", "fence", "wait", "pair", "pair2"};

__global__ void p_sequence(char* base, const __grid_constant__ Steps s, u32 zero) {
  u32 acc = 0;
#pragma unroll 1
  for (int i = 0; i < s.n; ++i) {
    const Step t = s.step[i];
    char* p = base + t.offset + static_cast<int>(threadIdx.x) * t.stride + (acc & zero);
    u32 v = 0, w = 0;
    if ((t.mask >> threadIdx.x) & 1u) {
      switch (t.op) {
#define LD(N, TEXT) case N: asm volatile(TEXT : "=r"(v) : "l"(p) : "memory"); break;
#define ST(N, TEXT) case N: asm volatile(TEXT ::"l"(p), "r"(zero) : "memory"); break;
        LD(0, "ld.global.ca.u32 %0,[%1];") LD(1, "ld.global.cg.u32 %0,[%1];") LD(2, "ld.global.cs.u32 %0,[%1];")
        LD(3, "ld.global.cv.u32 %0,[%1];") LD(4, "ld.global.lu.u32 %0,[%1];") LD(5, "ld.global.nc.u32 %0,[%1];")
        LD(6, "ld.volatile.global.u32 %0,[%1];") LD(7, "ld.relaxed.gpu.global.u32 %0,[%1];") LD(8, "ld.global.u8 %0,[%1];")
        ST(9, "st.global.u32 [%0],%1;") ST(10, "st.global.cg.u32 [%0],%1;") ST(11, "st.global.cs.u32 [%0],%1;")
        ST(12, "st.global.wt.u32 [%0],%1;") ST(13, "st.global.u8 [%0],%1;") ST(14, "red.global.add.u32 [%0],%1;")
        case 15: asm volatile("atom.global.add.u32 %0,[%1],%2;" : "=r"(v) : "l"(p), "r"(zero) : "memory"); break;
        case 16: __threadfence(); break;
        case 17: for (long long end = clock64() + 4000; clock64() < end;) {} break;
        case 18: asm volatile("ld.global.ca.u32 %0,[%2];ld.global.ca.u32 %1,[%2];" : "=r"(v), "=r"(w) : "l"(p) : "memory"); break;
        case 19: asm volatile("ld.global.ca.u32 %0,[%2];ld.global.ca.u32 %1,[%2+64];" : "=r"(v), "=r"(w) : "l"(p) : "memory"); break;
      }
    }
    acc ^= v ^ w;
  }
  if (acc == 0xdeadbeefu) *base = 1;
}

static void sequences() {
  char* base = device_bytes(kMiB);
  std::string text;
  while (std::getline(std::cin, text)) {
    std::istringstream in(text);
    std::string id, step;
    in >> id;
    Steps s{};
    while (std::getline(in, step, ';') && s.n < 12) {
      char op[32];
      Step& t = s.step[s.n++];
      if (std::sscanf(step.c_str(), " %31[^,],%x,%d,%d", op, &t.mask, &t.offset, &t.stride) != 4) std::exit(3);
      t.op = -1;
      for (int k = 0; k < 20; ++k)
        if (!std::strcmp(op, kStepNames[k])) t.op = k;
      if (t.op < 0) std::exit(3);
    }
    std::printf("{\"id\":\"%s\",\"steps\":\"%s\"}\n", id.c_str(), text.substr(text.find(' ') + 1).c_str());
    p_sequence<<<1, 32>>>(base, s, 0);
    CK(cudaDeviceSynchronize());
  }
}

// ---- dependent grid-stride loops, one block an SM -------------------------------------------------------------------
template <bool COPY>
__global__ void stride_loop(const u32* a, u32* b, u32 n, u64* times) {
  const u32 step = gridDim.x * blockDim.x;
  u32 acc = 0;
  const u64 start = clock64();
#pragma unroll 1
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    if (COPY) b[i] = a[i];
    else acc += a[i];
  }
  if (!COPY && acc == 0xdeadbeefu) *b = acc;
  const u64 end = clock64();
  if (threadIdx.x == 0) times[blockIdx.x] = end - start;
}

static void stride_loops() {
  const u32 n = 16 << 20;
  u32* a = reinterpret_cast<u32*>(device_bytes(1024 * kMiB, 1));
  u32* b = reinterpret_cast<u32*>(device_bytes(1024 * kMiB));
  u64* times = reinterpret_cast<u64*>(device_bytes(4096));
  const u32 sms = static_cast<u32>(sm_count());
  for (bool copy : {true, false})
    for (u32 threads : {32, 64, 128, 256, 512, 1024})
      for (u32 run = 0; run < 3; ++run) {
        const u32* from = a + size_t{run} * n * 4;
        const float ms = event_ms([&] {
          if (copy) stride_loop<true><<<sms, threads>>>(from, b + size_t{run} * n * 4, n, times);
          else stride_loop<false><<<sms, threads>>>(from, b, n, times);
        });
        std::vector<u64> t(sms);
        CK(cudaMemcpy(t.data(), times, sms * 8, cudaMemcpyDeviceToHost));
        double sum = 0;
        for (u64 v : t) sum += static_cast<double>(v);
        std::printf("{\"loop\":\"%s\",\"blocks\":%u,\"threads\":%u,\"run\":%u,\"MiB\":64,\"event_us\":%.2f,\"cycles_per_iteration\":%.2f}\n",
                    copy ? "copy" : "read", sms, threads, run, ms * 1e3, sum / sms / (double(n) / (sms * threads)));
      }
}

static void device() {
  cudaDeviceProp p{};
  CK(cudaGetDeviceProperties(&p, 0));
  std::printf("{\"gpu\":\"%s\",\"sms\":%d,\"l2_bytes\":%d,\"shared_per_sm\":%zu,\"compute\":\"%d.%d\"}\n", p.name, p.multiProcessorCount, p.l2CacheSize,
              p.sharedMemPerMultiprocessor, p.major, p.minor);
}

int main(int argc, char** argv) {
  const std::map<std::string, void (*)()> sections = {{"device", device},       {"bandwidth", bandwidth}, {"turnover", turnover},
                                                      {"l2_capacity", l2_capacity}, {"in_flight", in_flight}, {"patterns", patterns},
                                                      {"sequences", sequences}, {"stride_loops", stride_loops}};
  const auto s = argc > 1 ? sections.find(argv[1]) : sections.end();
  if (s == sections.end()) {
    for (const auto& [name, f] : sections) std::fprintf(stderr, "%s\n", name.c_str());
    return 1;
  }
  s->second();
  return 0;
}
