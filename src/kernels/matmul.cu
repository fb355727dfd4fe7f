// Host side of matmul.cuh.
#include "kernels/matmul.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

using Product = void (*)(const float*, const float*, float*, int, int, int);

// Blocks of t x t threads; `columns`: x runs over the rows of C.
void host_matmul(Run& run, Product product, unsigned t, bool columns = false) {
  const unsigned n = run["n"], m = run["m"] == 0 ? n : run["m"], k = run["k"] == 0 ? n : run["k"];
  const dim3 grid = columns ? dim3(blocks_for(m, t), blocks_for(n, t)) : dim3(blocks_for(n, t), blocks_for(m, t)), block(t, t);
  const auto A = run.input<float>("A", std::size_t{m} * k, small_number);
  const auto B = run.input<float>("B", std::size_t{k} * n, small_number);
  const auto C = run.output<float>("C", std::size_t{m} * n);
  const int M = static_cast<int>(m), N = static_cast<int>(n), K = static_cast<int>(k);
  run.launch([&] { product<<<grid, block>>>(A.data, B.data, C.data, M, N, K); });
  run.expect(C, [=](std::size_t i) {
    int sum = 0;
    for (std::size_t j = 0; j < k; ++j) sum += small_number(i / n * k + j) * small_number(j * n + i % n);
    return sum;
  });
}

// The kernel for the tile width that was asked for.
void host_tiles(Run& run, Product of_16, Product of_32) {
  const unsigned tile = run["tile"];
  host_matmul(run, tile == 16 ? of_16 : of_32, tile);
}

}  // namespace

std::vector<Kernel> matmul_kernels() {
  const std::vector<Key> sizes{{"n", 256, 1, 4096, "columns of B and C"},
                               {"m", 0, 0, 4096, "rows of A and C; 0: as n"},
                               {"k", 0, 0, 4096, "columns of A, rows of B; 0: as n"}};
  std::vector<Key> naive = sizes, tiled = sizes;
  naive.push_back({"tile", 32, 4, 32, "threads of a block in each direction", 4});
  tiled.push_back({"tile", 32, 16, 32, "width of a tile, and threads of a block in each direction", 16});
  return {
      {"matmul-naive", "Two global loads a product; B's are in order, A's are one element for the whole row of threads.", "matmul.cuh",
       "matmul_naive", naive, [](Run& run) { host_matmul(run, matmul_naive, run["tile"]); }},
      {"matmul-naive-columns", "x as the row: A's loads and C's stores touch a line a lane.", "matmul.cuh", "matmul_naive_columns", naive,
       [](Run& run) { host_matmul(run, matmul_naive_columns, run["tile"], true); }},
      {"matmul-tiled", "Tiles through shared memory divide the global loads by the tile's width; As[ty][k] is a broadcast, not a conflict.",
       "matmul.cuh", "matmul_tile", tiled, [](Run& run) { host_tiles(run, matmul_tile<16, 0>, matmul_tile<32, 0>); }, 23},
      {"matmul-padded", "The same with padded rows of As: nothing to gain where a warp stays in one row.", "matmul.cuh", "matmul_tile",
       tiled, [](Run& run) { host_tiles(run, matmul_tile<16, 1>, matmul_tile<32, 1>); }, 23},
      {"matmul-column-walk", "x walks the rows of As: here the 32-way conflict is real.", "matmul.cuh", "matmul_column_walk", tiled,
       [](Run& run) { host_tiles(run, matmul_column_walk<16, 0>, matmul_column_walk<32, 0>); }, 25},
      {"matmul-column-walk-padded", "x walks padded rows of As: a bank a lane again.", "matmul.cuh", "matmul_column_walk", tiled,
       [](Run& run) { host_tiles(run, matmul_column_walk<16, 1>, matmul_column_walk<32, 1>); }, 25},
      {"matmul-prefetch", "Two sets of tiles, the next one stored before this one is used: one barrier a tile.", "matmul.cuh",
       "matmul_prefetch", tiled, [](Run& run) { host_tiles(run, matmul_prefetch<16>, matmul_prefetch<32>); }, 26},
      {"matmul-double-buffered", "The next tile waits in registers: its loads are under way during the products.", "matmul.cuh",
       "matmul_double_buffered", tiled, [](Run& run) { host_tiles(run, matmul_double_buffered<16>, matmul_double_buffered<32>); }, 24},
  };
}

}  // namespace warpmem::kernels
