// What flows from L2 and DRAM: by footprint, by threads in flight, by SMs; and atomics.
#include <algorithm>

#include "hw/hw.hpp"

namespace warpmem::hw {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;
enum class Flow { read, write, copy };
constexpr const char* flow_names[] = {"read", "write", "copy"};

// A grid-stride loop over n elements, `passes` times, past L1.
template <class T, Flow FLOW>
__global__ void flow(const T* in, T* out, std::size_t n, unsigned passes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t first = blockIdx.x * blockDim.x + threadIdx.x;
  T value{};
  unsigned any = 0;
  for (unsigned p = 0; p < passes; ++p) {
#pragma unroll 4
    for (std::size_t i = first; i < n; i += threads) {
      if (FLOW != Flow::write) value = __ldcg(in + i);
      if (FLOW == Flow::read) any |= *reinterpret_cast<const unsigned*>(&value);
      if (FLOW != Flow::read) out[i] = value;
    }
  }
  if (any == 0xDEADBEEF) out[first] = value;
}

template <class T, Flow FLOW>
double gigabytes_per_second(const DeviceArray<char>& in, const DeviceArray<char>& out, std::size_t bytes, unsigned passes, unsigned blocks,
                            unsigned threads, unsigned shared = 0) {
  Run::check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&flow<T, FLOW>), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(shared)));
  const auto once = [&] {
    flow<T, FLOW>
        <<<blocks, threads, shared>>>(reinterpret_cast<const T*>(in.data()), reinterpret_cast<T*>(out.data()), bytes / sizeof(T), passes);
  };
  once();
  std::vector<double> times;
  for (int k = 0; k < 5; ++k) times.push_back(event_ms(once));
  const double moved = static_cast<double>(bytes) * passes * (FLOW == Flow::copy ? 2 : 1);
  return moved / median(times) * 1e-6;
}

Object flow_row(const char* what, Flow flow, unsigned element, std::size_t bytes) {
  Object row;
  row.put("what", what).put("flow", flow_names[static_cast<int>(flow)]).put("element_bytes", element);
  row.put("footprint_bytes", static_cast<std::uint64_t>(bytes));
  return row;
}

// Reductions or atomics on `words` words a line or more apart, all threads in turn.
template <bool RETURNS>
__global__ void global_atomics(unsigned* word, unsigned words, unsigned spacing, unsigned steps, unsigned* sink) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (unsigned k = 0; k < steps; ++k) {
    unsigned* at = word + std::size_t{(thread + k * 4099U) % words} * spacing;
    if (RETURNS)
      sum += atomicAdd(at, 1U);
    else
      atomicAdd(at, 1U);
  }
  if (RETURNS && sum == 0xDEADBEEF) *sink = sum;
}

// Lanes spread over `words` words, each in another bank. Each adds another number: equal ones the hardware would count
// instead of adding them in turn.
__global__ void shared_atomics(unsigned words, unsigned steps, long long* cycles, unsigned* sink) {
  __shared__ unsigned word[1024];
  word[threadIdx.x] = 0;
  __syncthreads();
  unsigned* at = &word[threadIdx.x % 32 % words];
  const long long begin = clock64();
#pragma unroll 4
  for (unsigned k = 0; k < steps; ++k) atomicAdd(at, threadIdx.x);
  __syncthreads();
  const long long end = clock64();
  *sink = word[0];
  if (threadIdx.x == 0) *cycles = end - begin;
}

}  // namespace

void measure_bandwidth(Rows& rows) {
  const DeviceArray<char> in(1024 * mib), out(1024 * mib);
  const unsigned blocks = 2 * static_cast<unsigned>(multiprocessors());
  for (const std::size_t size : {4, 8, 16, 24, 32, 40, 48, 64, 128, 256, 1024}) {
    const unsigned passes = static_cast<unsigned>(std::max<std::size_t>(1, 1024 / size));
    const double read = gigabytes_per_second<uint4, Flow::read>(in, out, size * mib, passes, blocks, 1024);
    rows.push_back(flow_row("bandwidth", Flow::read, 16, size * mib).put("passes", passes).put("GBs", read));
  }
  for (const std::size_t size : {64, 256, 1024}) {
    const double write = gigabytes_per_second<uint4, Flow::write>(in, out, size * mib, 1, blocks, 1024);
    rows.push_back(flow_row("bandwidth", Flow::write, 16, size * mib).put("passes", 1).put("GBs", write));
    const double copy = gigabytes_per_second<uint4, Flow::copy>(in, out, size * mib, 1, blocks, 1024);
    rows.push_back(flow_row("bandwidth", Flow::copy, 16, size * mib).put("passes", 1).put("GBs", copy));
  }
}

void measure_occupancy(Rows& rows) {
  const DeviceArray<char> in(256 * mib), out(256 * mib);
  const unsigned sms = static_cast<unsigned>(multiprocessors());
  for (const unsigned threads : {32, 64, 128, 256, 512, 1024, 2048}) {
    const unsigned block = std::min(threads, 1024U), blocks = sms * (threads / block);
    const auto row = [&](Flow flow, unsigned element, double rate) {
      rows.push_back(flow_row("occupancy", flow, element, 256 * mib).put("threads_per_sm", threads).put("GBs", rate));
    };
    row(Flow::read, 4, gigabytes_per_second<unsigned, Flow::read>(in, out, 256 * mib, 1, blocks, block));
    row(Flow::read, 16, gigabytes_per_second<uint4, Flow::read>(in, out, 256 * mib, 1, blocks, block));
    row(Flow::write, 4, gigabytes_per_second<unsigned, Flow::write>(in, out, 256 * mib, 1, blocks, block));
    row(Flow::copy, 4, gigabytes_per_second<unsigned, Flow::copy>(in, out, 256 * mib, 1, blocks, block));
  }
}

void measure_sms(Rows& rows) {
  const DeviceArray<char> in(512 * mib), out(16 * mib);
  const unsigned sms = static_cast<unsigned>(multiprocessors());
  constexpr unsigned fills_an_sm = 120U << 10;  // shared memory that keeps a second block off the SM
  for (const unsigned blocks : {1U, 2U, 4U, 8U, 16U, 32U, 66U, 108U, sms}) {
    if (blocks > sms) continue;
    for (const std::size_t size : {16, 512}) {
      const unsigned passes = size == 16 ? (blocks < 16 ? 4 : 32) : 1;
      const std::size_t bytes = size == 16 || blocks >= 16 ? size * mib : 64 * mib;
      const double rate = gigabytes_per_second<uint4, Flow::read>(in, out, bytes, passes, blocks, 1024, fills_an_sm);
      rows.push_back(flow_row("sms", Flow::read, 16, bytes)
                         .put("sms", blocks)
                         .put("passes", passes)
                         .put("level", size == 16 ? "L2" : "DRAM")
                         .put("GBs", rate));
    }
  }
}

void measure_atomics(Rows& rows) {
  const DeviceArray<unsigned> memory(64 * mib / 4), sink(1);
  const DeviceArray<long long> cycles(1);
  const unsigned blocks = 8 * static_cast<unsigned>(multiprocessors()), threads = 256, steps = 16;
  for (const bool returns : {false, true}) {
    for (const unsigned words : {1U, 32U, 1024U, 32768U, 1048576U}) {
      for (const unsigned spacing : {1U, 8U}) {
        const auto once = [&] {
          if (returns)
            global_atomics<true><<<blocks, threads>>>(memory.data(), words, spacing, steps, sink.data());
          else
            global_atomics<false><<<blocks, threads>>>(memory.data(), words, spacing, steps, sink.data());
        };
        once();
        std::vector<double> times;
        for (int k = 0; k < 3; ++k) times.push_back(event_ms(once));
        rows.push_back(Object()
                           .put("what", "global_atomics")
                           .put("op", returns ? "atom" : "red")
                           .put("words", words)
                           .put("spacing_bytes", 4 * spacing)
                           .put("G_per_second", static_cast<double>(blocks) * threads * steps / median(times) * 1e-6));
      }
    }
  }
  for (const unsigned words : {1U, 2U, 4U, 8U, 16U, 32U}) {
    constexpr unsigned warps = 8, turns = 256;
    shared_atomics<<<1, 32 * warps>>>(words, turns, cycles.data(), sink.data());
    Run::check(cudaDeviceSynchronize());
    rows.push_back(Object()
                       .put("what", "shared_atomics")
                       .put("words", words)
                       .put("warps", warps)
                       .put("cycles_per_warp_instruction", static_cast<double>(cycles.copy()[0]) / (warps * turns)));
  }
}

}  // namespace warpmem::hw
