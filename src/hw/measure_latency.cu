// Latency: one lane that needs each value for its next load.
#include <algorithm>
#include <numeric>
#include <random>

#include "hw/hw.hpp"

namespace warpmem::hw {
namespace {

using Word = unsigned long long;
constexpr std::size_t line_bytes = 128;

__device__ Word load(const Word* p, bool past_l1) { return past_l1 ? __ldcg(p) : *p; }

// Follows the chain `warm` steps, then `steps` more by the clock.
__global__ void chase(Word* first, unsigned warm, unsigned steps, bool past_l1, long long* cycles, Word* last) {
  Word at = reinterpret_cast<Word>(first);
#pragma unroll 1
  for (unsigned k = 0; k < warm; ++k) at = load(reinterpret_cast<const Word*>(at), past_l1);
  *last = at;
  const long long begin = clock64();
#pragma unroll 8
  for (unsigned k = 0; k < steps; ++k) at = load(reinterpret_cast<const Word*>(at), past_l1);
  *static_cast<volatile Word*>(last) = at;  // waits for the last value, so that the clock is read after it
  *cycles = clock64() - begin;
}

// One cycle through the first word of every line, in random order.
std::vector<Word> random_cycle(const Word* base, std::size_t bytes) {
  std::vector<std::uint32_t> order(bytes / line_bytes);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937(1));
  constexpr std::size_t words = line_bytes / sizeof(Word);
  std::vector<Word> memory(bytes / sizeof(Word));
  for (std::size_t k = 0; k < order.size(); ++k)
    memory[order[k] * words] = reinterpret_cast<Word>(base + order[(k + 1) % order.size()] * words);
  return memory;
}

// The latency of each line of `lines`, once it is in L2: the least of `repeats` loads past L1.
__global__ void line_latency(const Word* base, unsigned lines, unsigned repeats, unsigned* least, Word* sink, unsigned* sm) {
  Word sum = 0;
  for (unsigned k = 0; k < lines; ++k) {
    unsigned best = 0xFFFFFFFF;
    for (unsigned r = 0; r < repeats; ++r) {
      const long long begin = clock64();
      sum += __ldcg(base + k * (line_bytes / sizeof(Word)) + (sum & 1));  // the sum is even: the load waits for the last one
      *static_cast<volatile Word*>(sink) = sum;
      best = min(best, static_cast<unsigned>(clock64() - begin));
    }
    least[k] = best;
  }
  asm volatile("mov.u32 %0, %%smid;" : "=r"(*sm));
}

}  // namespace

void measure_latency(Rows& rows) {
  const DeviceArray<long long> cycles(1);
  const DeviceArray<Word> last(1);
  constexpr unsigned most_steps = 1U << 17;
  for (const bool past_l1 : {false, true}) {
    for (std::size_t kib : {16,    64,    128,   192,   224,   256,   512,   1024,  4096,   8192,   16384,
                            20480, 24576, 28672, 32768, 40960, 49152, 57344, 65536, 131072, 262144, 1048576}) {
      if (past_l1 && kib < 512) continue;
      if (!past_l1 && kib > 16384) continue;
      const std::size_t bytes = kib << 10;
      const DeviceArray<Word> memory(bytes / sizeof(Word));
      const std::vector<Word> chain = random_cycle(memory.data(), bytes);
      Run::check(cudaMemcpy(memory.data(), chain.data(), bytes, cudaMemcpyHostToDevice));
      // What no cache can hold need not be walked before, only driven out.
      const bool fits = bytes <= l2_bytes() + l2_bytes() / 4;
      if (!fits) flush_l2();
      const unsigned nodes = static_cast<unsigned>(bytes / line_bytes);
      const unsigned steps = std::max(std::min(nodes, most_steps), 4096U);
      chase<<<1, 1>>>(memory.data(), fits ? 2 * nodes : 0, steps, past_l1, cycles.data(), last.data());
      Run::check(cudaDeviceSynchronize());
      rows.push_back(Object()
                         .put("what", "latency")
                         .put("cache", past_l1 ? "cg" : "ca")
                         .put("footprint_bytes", static_cast<std::uint64_t>(bytes))
                         .put("steps", steps)
                         .put("walked_before", fits)
                         .put("cycles", static_cast<double>(cycles.copy()[0]) / steps));
    }
  }
}

void measure_near_far(Rows& rows) {
  constexpr unsigned lines = 4096, repeats = 6;
  const DeviceArray<Word> memory(lines * line_bytes / sizeof(Word));
  const DeviceArray<unsigned> least(lines), sm(1);
  const DeviceArray<Word> sink(1);
  for (int k = 0; k < 4; ++k) {
    line_latency<<<1, 1>>>(memory.data(), lines, repeats, least.data(), sink.data(), sm.data());
    Run::check(cudaDeviceSynchronize());
    std::vector<unsigned> sorted = least.copy();
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](double share) { return sorted[static_cast<std::size_t>(share * (lines - 1))]; };
    // Two groups: those nearer to the one mean than to the other, until that changes nothing.
    double near = at(0.1), far = at(0.9);
    std::size_t of_near = 0;
    for (int turn = 0; turn < 20; ++turn) {
      const auto middle = std::lower_bound(sorted.begin(), sorted.end(), static_cast<unsigned>((near + far) / 2));
      of_near = static_cast<std::size_t>(middle - sorted.begin());
      if (of_near == 0 || of_near == lines) break;
      near = std::accumulate(sorted.begin(), middle, 0.0) / static_cast<double>(of_near);
      far = std::accumulate(middle, sorted.end(), 0.0) / static_cast<double>(lines - of_near);
    }
    rows.push_back(Object()
                       .put("what", "l2_line_latency")
                       .put("sm", sm.copy()[0])
                       .put("lines", lines)
                       .put("cycles_least", at(0))
                       .put("cycles_p10", at(0.1))
                       .put("cycles_median", at(0.5))
                       .put("cycles_p90", at(0.9))
                       .put("near_share", static_cast<double>(of_near) / lines)
                       .put("near_cycles", near)
                       .put("far_cycles", far));
  }
}

}  // namespace warpmem::hw
