// Host side of matrix.cuh.
#include "kernels/matrix.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

using Access = void (*)(const float*, float*, unsigned, unsigned);
using PointerAccess = void (*)(float* const*, float* const*, unsigned, unsigned);

// x covers the columns when `by_rows`, else the rows.
dim3 grid_of(const Run& run, bool by_rows) {
  const unsigned rows = run["rows"], columns = run["columns"];
  return by_rows ? dim3(blocks_for(columns, 32), blocks_for(rows, 8)) : dim3(blocks_for(rows, 32), blocks_for(columns, 8));
}

void host_access(Run& run, Access access, bool by_rows) {
  const unsigned rows = run["rows"], columns = run["columns"];
  const dim3 grid = grid_of(run, by_rows), block(32, 8);
  const auto in = run.input<float>("in", std::size_t{rows} * columns, small_number);
  const auto out = run.output<float>("out", in.count);
  run.launch([&] { access<<<grid, block>>>(in.data, out.data, rows, columns); });
  run.expect(out, small_number);
}

void host_pointers(Run& run, PointerAccess access, bool by_rows) {
  const unsigned rows = run["rows"], columns = run["columns"];
  const dim3 grid = grid_of(run, by_rows), block(32, 8);
  const auto in = run.input<float>("in", std::size_t{rows} * columns, small_number);
  const auto out = run.output<float>("out", in.count);
  const auto in_rows = run.input<float*>("in_rows", rows, [&](std::size_t row) { return in.data + row * columns; });
  const auto out_rows = run.input<float*>("out_rows", rows, [&](std::size_t row) { return out.data + row * columns; });
  run.launch([&] { access<<<grid, block>>>(in_rows.data, out_rows.data, rows, columns); });
  run.expect(out, small_number);
}

}  // namespace

std::vector<Kernel> matrix_kernels() {
  const std::vector<Key> keys{{"rows", 1024, 1, 16384, "of the matrix"}, {"columns", 1024, 1, 16384, "of the matrix"}};
  return {
      {"row-access", "x as the column: a warp copies along a row, 1 line a load.", "matrix.cuh", "row_access", keys,
       [](Run& run) { host_access(run, row_access, true); }},
      {"column-access", "x as the row: a warp copies down a column, 32 lines a load and a store.", "matrix.cuh", "column_access", keys,
       [](Run& run) { host_access(run, column_access, false); }},
      {"row-pointers", "A matrix of row pointers, along a row: one more load, of 1 sector, before each access.", "matrix.cuh",
       "row_pointers", keys, [](Run& run) { host_pointers(run, row_pointers, true); }},
      {"column-pointers", "A matrix of row pointers, down a column: 32 pointers and 32 lines an access.", "matrix.cuh", "column_pointers",
       keys, [](Run& run) { host_pointers(run, column_pointers, false); }},
  };
}

}  // namespace warpmem::kernels
