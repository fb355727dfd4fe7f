// Host side of banks.cuh.
#include "kernels/banks.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

constexpr unsigned threads = 256;  // 32 x 8

// Which row and column of its block's results element i is.
unsigned tx(std::size_t i) { return i % 32; }
unsigned ty(std::size_t i) { return i % threads / 32; }

template <int WIDTH>
void host_row(Run& run, unsigned stride, unsigned shift) {
  const unsigned blocks = run["blocks"];
  const auto in = run.input<float>("in", 64 * WIDTH, small_number);
  const auto out = run.output<float>("out", std::size_t{blocks} * threads);
  run.launch([&] { banks_row<WIDTH><<<blocks, dim3(32, 8)>>>(in.data, out.data, stride, shift); });
  run.expect(out, [=](std::size_t i) { return small_number(ty(i) * WIDTH + tx(i) * stride + shift); });
}

template <int WIDTH>
void host_column(Run& run) {
  const unsigned blocks = run["blocks"];
  const auto in = run.input<float>("in", 32 * WIDTH, small_number);
  const auto out = run.output<float>("out", std::size_t{blocks} * threads);
  run.launch([&] { banks_column<WIDTH><<<blocks, dim3(32, 8)>>>(in.data, out.data); });
  run.expect(out, [](std::size_t i) { return small_number(tx(i) * WIDTH + ty(i)); });
}

void host_float4(Run& run) {
  const unsigned blocks = run["blocks"], stride = run["stride"];
  const auto in = run.input<float4>("in", 1024, [](std::size_t i) {
    const auto part = [i](unsigned k) { return static_cast<float>(small_number(4 * i + k)); };
    return make_float4(part(0), part(1), part(2), part(3));
  });
  const auto out = run.output<float4>("out", std::size_t{blocks} * threads);
  run.launch([&] { banks_float4<<<blocks, dim3(32, 8)>>>(in.data, out.data, stride); });
  run.expect(Array<float>{&out.data->x, out.count * 4},
             [=](std::size_t i) { return small_number(4 * (ty(i / 4) + tx(i / 4) * std::size_t{stride}) + i % 4); });
}

void host_atomic(Run& run) {
  const unsigned blocks = run["blocks"], bins = run["bins"];
  const auto value = [](std::size_t i) { return mixed(static_cast<unsigned>(i)); };
  const auto in = run.input<unsigned>("in", std::size_t{blocks} * threads, value);
  const auto out = run.output<unsigned>("out", std::size_t{blocks} * bins);
  run.launch([&] { banks_atomic<<<blocks, dim3(32, 8)>>>(in.data, out.data, bins); });
  run.expect(out, [=](std::size_t i) {
    unsigned count = 0;
    for (unsigned t = 0; t < threads; ++t) count += value(i / bins * threads + t) % bins == i % bins;
    return count;
  });
}

}  // namespace

std::vector<Kernel> banks_kernels() {
  const Key blocks{"blocks", 132, 1, 65536, "blocks of 32 x 8 threads"};
  const std::vector<Key> stride{blocks, {"stride", 2, 0, 56, "words between neighbours"}};
  return {
      {"banks-row", "[ty][tx]: a bank a lane, 1 wavefront.", "banks.cuh", "banks_row", {blocks}, [](Run& run) { host_row<32>(run, 1, 0); }},
      {"banks-stride", "[ty][tx * stride]: 2 words to a bank at stride 2, 4 at stride 4, 32 at stride 32; any odd stride is free.",
       "banks.cuh", "banks_row", stride, [](Run& run) { host_row<32>(run, run["stride"], 0); }},
      {"banks-stride-padded", "[ty][tx * stride] in rows of 33 words: padding does not help within a row.", "banks.cuh", "banks_row",
       stride, [](Run& run) { host_row<33>(run, run["stride"], 0); }},
      {"banks-broadcast",
       "[ty][0]: one word for all lanes, 1 wavefront.",
       "banks.cuh",
       "banks_row",
       {blocks},
       [](Run& run) { host_row<32>(run, 0, 0); }},
      {"banks-shifted",
       "[ty][tx + 1]: out of step, yet a bank a lane.",
       "banks.cuh",
       "banks_row",
       {blocks},
       [](Run& run) { host_row<32>(run, 1, 1); }},
      {"banks-column",
       "[tx][ty] in rows of 32 words: 32 lanes on one bank, 32 wavefronts.",
       "banks.cuh",
       "banks_column",
       {blocks},
       host_column<32>},
      {"banks-column-padded",
       "[tx][ty] in rows of 33 words: a bank a lane; this is what padding is for.",
       "banks.cuh",
       "banks_column",
       {blocks},
       host_column<33>},
      {"banks-float4",
       "16 bytes a lane: 4 wavefronts in order, since a quarter of the warp fills all banks.",
       "banks.cuh",
       "banks_float4",
       {blocks, {"stride", 1, 0, 32, "16-byte elements between neighbours"}},
       host_float4},
      {"banks-atomic",
       "A histogram in shared memory: lanes on one word take their turns.",
       "banks.cuh",
       "banks_atomic",
       {blocks, {"bins", 256, 1, 1024, "counters; fewer collide more"}},
       host_atomic},
  };
}

}  // namespace warpmem::kernels
