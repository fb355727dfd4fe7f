// Host side of transpose.cuh.
#include "kernels/transpose.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

using Transpose = void (*)(const float*, float*, unsigned);

// `rows`: of the matrix, to a block.
void host_transpose(Run& run, Transpose transpose, unsigned rows) {
  const unsigned n = run["n"];
  const dim3 grid(n / 32, n / rows), block(32, 8);
  const auto in = run.input<float>("in", std::size_t{n} * n, small_number);
  const auto out = run.output<float>("out", in.count);
  run.launch([&] { transpose<<<grid, block>>>(in.data, out.data, n); });
  run.expect(out, [=](std::size_t i) { return small_number(i % n * n + i / n); });
}

}  // namespace

std::vector<Kernel> transpose_kernels() {
  const std::vector<Key> keys{{"n", 1024, 32, 16384, "rows and columns", 32}};
  std::vector<Key> loops = keys;
  loops.push_back({"unroll", 4, 1, 4, "turns of each loop whose loads go before the first is waited for: nvcc unrolls it whole"});
  return {
      {"transpose-naive", "Reads rows, writes columns: 32 lines a store, 8 times the useful bytes.", "transpose.cuh", "transpose_naive",
       keys, [](Run& run) { host_transpose(run, transpose_naive, 8); }},
      {"transpose-naive-gather", "Reads columns, writes rows: 32 lines a load, of which L1 keeps the sectors for the next rows.",
       "transpose.cuh", "transpose_naive_gather", keys, [](Run& run) { host_transpose(run, transpose_naive_gather, 8); }},
      {"transpose-tiled", "Through shared memory: rows both ways, but 32 lanes on one bank when the tile is read.", "transpose.cuh",
       "transpose_tile", loops, [](Run& run) { host_transpose(run, transpose_tile<0>, 32); }, 24},
      {"transpose-padded", "Through shared memory with rows of 33 words: no conflicts left.", "transpose.cuh", "transpose_tile", loops,
       [](Run& run) { host_transpose(run, transpose_tile<1>, 32); }, 24},
  };
}

}  // namespace warpmem::kernels
