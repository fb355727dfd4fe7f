// Sections in_flight and sm_sets: what one SM, and chosen SMs together, draw from L2 and DRAM.
#pragma once
#include "h200-probes-common.cuh"

// ---- one SM: what it keeps in flight --------------------------------------------------------------------------------
template <int BYTES, bool CACHE_IN_L1>
__device__ u32 load(const char* p) {
  u32 x, y, z, w;
  if constexpr (BYTES == 4 && CACHE_IN_L1) asm volatile("ld.global.u32 %0,[%1];" : "=r"(x) : "l"(p));
  if constexpr (BYTES == 4 && !CACHE_IN_L1) asm volatile("ld.global.cg.u32 %0,[%1];" : "=r"(x) : "l"(p));
  if constexpr (BYTES == 16 && CACHE_IN_L1)
    asm volatile("ld.global.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p));
  if constexpr (BYTES == 16 && !CACHE_IN_L1)
    asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3},[%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(p));
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
      __syncwarp();  // all loads are issued before the first is used
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
    std::printf(
        "{\"from\":\"%s\",\"op\":\"%s\",\"lane_bytes\":%d,\"lane_stride\":%u,\"unroll\":%d,\"warps\":%u,\"blocks_met\":%u,\"cycles\":%.0f,"
        "\"warp_loads\":%.0f,\"cycles_per_round\":%.1f,\"bytes_per_cycle\":%.2f,\"loads_per_cycle\":%.4f}\n",
        warm ? "l2" : "dram", CACHE_IN_L1 ? "ld" : "ld.cg", BYTES, lane_stride, UNROLL, warps, c[3], cycles, n, cycles / iterations,
        n * 32 * BYTES / cycles, n / cycles);
  }
}

static void in_flight() {
  const size_t memory_bytes = 2048 * kMiB;
  const char* memory = device_bytes(memory_bytes, 1);
  u32* control = reinterpret_cast<u32*>(device_bytes(256));
  u64* times = reinterpret_cast<u64*>(device_bytes(64 * 16));
  u32* out = reinterpret_cast<u32*>(device_bytes(256));
  for (bool warm : {true, false}) {
#define ROWS(B, U, S)                                                           \
  one_sm_rows<B, U, false>(memory, memory_bytes, S, warm, control, times, out); \
  one_sm_rows<B, U, true>(memory, memory_bytes, S, warm, control, times, out);
#define ALL_UNROLLS(B, S) ROWS(B, 1, S) ROWS(B, 2, S) ROWS(B, 4, S)
    ALL_UNROLLS(4, 4)
    ALL_UNROLLS(16, 16)
    ALL_UNROLLS(4, 32)
    ALL_UNROLLS(4, 128)
  }
}

// ---- L2 bandwidth of chosen SMs: one block on each, every block reads the same 16 MiB twice, times the second ---------
struct SmSet {
  u32 bits[8];
};
__global__ void __launch_bounds__(1024, 1)
    some_sms(const char* base, size_t bytes, SmSet set, u32 wanted, u32* control, u64* times, u32* out) {
  const u32 sm = sm_id();
  if (!(set.bits[sm / 32] >> sm % 32 & 1u)) return;
  u32 acc = 0;
  u64 start = 0;
  for (int pass = 0; pass < 2; ++pass) {
    if (threadIdx.x == 0) {
      atomicAdd(&control[pass], 1u);
      for (u32 spins = 0; spins < 1000000 && *reinterpret_cast<volatile u32*>(&control[pass]) < wanted; ++spins) {
      }
    }
    __syncthreads();
    start = clock64();
    const size_t from = size_t{sm} * 131072 * 13 % bytes;
#pragma unroll 1
    for (size_t i = 0; i < bytes; i += 65536) {
      const char* p = base + (from + i) % bytes + threadIdx.x * 16;
      u32 v[4];
#pragma unroll
      for (int u = 0; u < 4; ++u) v[u] = load<16, false>(p + u * 16384);
#pragma unroll
      for (int u = 0; u < 4; ++u) acc ^= v[u];
    }
    if (acc == 0xdeadbeefu) *out = acc;
    __syncthreads();
  }
  if (threadIdx.x == 0) times[sm] = clock64() - start;
}

static void sm_sets() {
  const size_t bytes = 16 * kMiB;
  const char* base = device_bytes(bytes, 1);
  u32* control = reinterpret_cast<u32*>(device_bytes(256));
  u64* times = reinterpret_cast<u64*>(device_bytes(256 * 8));
  const int sms = sm_count(), fills = 200 * 1024;
  CK(cudaFuncSetAttribute(some_sms, cudaFuncAttributeMaxDynamicSharedMemorySize, fills));
  auto measure = [&](const std::vector<int>& chosen, const std::string& name) {
    SmSet set{};
    for (int s : chosen) set.bits[s / 32] |= 1u << s % 32;
    CK(cudaMemset(control, 0, 256));
    CK(cudaMemset(times, 0, 256 * 8));
    some_sms<<<sms, 1024, fills>>>(base, bytes, set, static_cast<u32>(chosen.size()), control, times, control + 32);
    CK(cudaDeviceSynchronize());
    std::vector<u64> t(256);
    CK(cudaMemcpy(t.data(), times, 256 * 8, cudaMemcpyDeviceToHost));
    double rate = 0;
    for (int s : chosen) rate += t[s] ? static_cast<double>(bytes) / static_cast<double>(t[s]) : 0;
    std::printf("{\"set\":\"%s\",\"sms\":%zu,\"bytes_per_cycle_per_sm\":%.2f,\"bytes_per_cycle\":%.1f}\n", name.c_str(), chosen.size(),
                rate / static_cast<double>(chosen.size()), rate);
  };
  for (int other = 1; other < sms; ++other) measure({0, other}, "0+" + std::to_string(other));
  for (int n : {1, 2, 4, 6, 8, 12, 16, 18, 24, 32, 48, 66, 96, 132}) {
    std::vector<int> first, spread;
    for (int k = 0; k < n && k < sms; ++k) first.push_back(k), spread.push_back(k * sms / n);
    measure(first, "first");
    measure(spread, "spread");
  }
}
