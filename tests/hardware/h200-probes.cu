// Probes of the memory subsystem of one GPU. Each section answers one question; h200-probes.sh runs them all, under the
// profiler where counters are wanted. A kernel whose name begins with p_ is meant to be profiled: for each launch of one,
// in launch order, the program prints one JSON line that says what the launch was. The other kernels time themselves.
// Build: nvcc -arch=sm_90 -O2 -std=c++17. Use: h200-probes SECTION [< input], sections as in main().
#include "h200-probes-common.cuh"
#include "h200-probes-l1.cuh"
#include "h200-probes-sm.cuh"

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
        std::fprintf(stderr,
                     "{%s,\"event_us\":%.2f,\"gap_p10\":%lld,\"gap_median\":%lld,\"gap_p90\":%lld,\"start_to_start_median\":%lld,"
                     "\"life_median\":%lld}\n",
                     what.c_str(), ms * 1e3, mid(gaps, .1), mid(gaps, .5), mid(gaps, .9), mid(spans, .5), mid(lives, .5));
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

// ---- dependent grid-stride loops, one block an SM -------------------------------------------------------------------
template <bool COPY>
__global__ void stride_loop(const u32* a, u32* b, u32 n, u64* times) {
  const u32 step = gridDim.x * blockDim.x;
  u32 acc = 0;
  const u64 start = clock64();
#pragma unroll 1
  for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    if (COPY)
      b[i] = a[i];
    else
      acc += a[i];
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
          if (copy)
            stride_loop<true><<<sms, threads>>>(from, b + size_t{run} * n * 4, n, times);
          else
            stride_loop<false><<<sms, threads>>>(from, b, n, times);
        });
        std::vector<u64> t(sms);
        CK(cudaMemcpy(t.data(), times, sms * 8, cudaMemcpyDeviceToHost));
        double sum = 0;
        for (u64 v : t) sum += static_cast<double>(v);
        std::printf(
            "{\"loop\":\"%s\",\"blocks\":%u,\"threads\":%u,\"run\":%u,\"MiB\":64,\"event_us\":%.2f,\"cycles_per_iteration\":%.2f}\n",
            copy ? "copy" : "read", sms, threads, run, ms * 1e3, sum / sms / (double(n) / (sms * threads)));
      }
}

static void device() {
  cudaDeviceProp p{};
  CK(cudaGetDeviceProperties(&p, 0));
  std::printf("{\"gpu\":\"%s\",\"sms\":%d,\"l2_bytes\":%d,\"shared_per_sm\":%zu,\"compute\":\"%d.%d\"}\n", p.name, p.multiProcessorCount,
              p.l2CacheSize, p.sharedMemPerMultiprocessor, p.major, p.minor);
}

int main(int argc, char** argv) {
  const std::map<std::string, void (*)()> sections = {
      {"device", device},     {"bandwidth", bandwidth}, {"turnover", turnover},   {"l2_capacity", l2_capacity},  {"in_flight", in_flight},
      {"patterns", patterns}, {"sm_sets", sm_sets},     {"sequences", sequences}, {"stride_loops", stride_loops}};
  const auto s = argc > 1 ? sections.find(argv[1]) : sections.end();
  if (s == sections.end()) {
    for (const auto& [name, f] : sections) std::fprintf(stderr, "%s\n", name.c_str());
    return 1;
  }
  s->second();
  return 0;
}
