// Host side of sum.cuh.
#include "kernels/sum.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

using Sum = void (*)(const int*, int*, unsigned);

int sum_of(std::size_t begin, std::size_t end) {
  int sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += small_number(i);
  return sum;
}

void host_sum(Run& run, Sum kernel, bool one_result) {
  const std::size_t n = run["n"], block = run["block"];
  const unsigned count = run["n"], threads = run["block"], blocks = blocks_for(count, threads);
  const auto in = run.input<int>("in", n, small_number);
  const auto out = run.output<int>("out", one_result ? 1 : blocks);
  run.launch([&] {
    if (one_result) Run::check(cudaMemset(out.data, 0, sizeof(int)));
    kernel<<<blocks, threads>>>(in.data, out.data, count);
  });
  run.expect(out, [=](std::size_t b) { return one_result ? sum_of(0, n) : sum_of(b * block, std::min(n, (b + 1) * block)); });
}

}  // namespace

std::vector<Kernel> sum_kernels() {
  const Key n{"n", 1 << 20, 1, 1 << 28, "elements, one a thread"};
  const std::vector<Key> any{n, {"block", 256, 1, 1024, "threads a block"}};
  const std::vector<Key> warps{n, {"block", 256, 32, 1024, "threads a block", 32}};
  // The trees take blocks of 2^k threads: of the multiples of 512, all that may be.
  const std::vector<Key> tree{n, {"block", 512, 512, 1024, "threads a block", 512}};
  return {
      {"sum-atomic", "Every thread adds to one word in global memory: the additions queue at one place of L2.", "sum.cuh", "sum_atomic",
       any, [](Run& run) { host_sum(run, sum_atomic, true); }},
      {"sum-strided", "A tree in shared memory with doubling steps: 2-way, 4-way ... bank conflicts.", "sum.cuh", "sum_strided", tree,
       [](Run& run) { host_sum(run, sum_strided, false); }},
      {"sum-halved", "The tree folded in halves: the same sums without a conflict.", "sum.cuh", "sum_halved", tree,
       [](Run& run) { host_sum(run, sum_halved, false); }},
      {"sum-shuffled", "Sums within a warp by shuffles: shared memory hardly used, one barrier.", "sum.cuh", "sum_shuffled", warps,
       [](Run& run) { host_sum(run, sum_shuffled, false); }},
  };
}

}  // namespace warpmem::kernels
