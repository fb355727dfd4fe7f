// Host side of reuse.cuh.
#include "kernels/reuse.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

void host_l2_reuse(Run& run) {
  const unsigned n = run["n"], passes = run["passes"], blocks = run["blocks"], block = run["block"];
  const std::size_t all = std::size_t{blocks} * block;
  const auto in = run.input<float>("in", n, small_number);
  const auto out = run.output<float>("out", all);
  run.set_useful(std::size_t{n} * 4 * passes + all * 4);
  run.launch([&] { l2_reuse<<<blocks, block>>>(in.data, out.data, n, passes); });
  run.expect(out, [=](std::size_t i) {
    int sum = 0;
    for (std::size_t at = i; at < n; at += all) sum += small_number(at);
    return sum * static_cast<int>(passes);
  });
}

void host_l1_reuse(Run& run) {
  const unsigned n = run["n"], passes = run["passes"], blocks = run["blocks"], block = run["block"], carveout = run["carveout"];
  const auto in = run.input<float>("in", std::size_t{n} * blocks, small_number);
  const auto out = run.output<float>("out", std::size_t{blocks} * block);
  run.set_useful(in.count * 4 * passes + out.count * 4);
  if (carveout <= 100) {
    Run::check(cudaFuncSetAttribute(reinterpret_cast<const void*>(&l1_reuse), cudaFuncAttributePreferredSharedMemoryCarveout,
                                    static_cast<int>(carveout)));
  }
  run.launch([&] { l1_reuse<<<blocks, block>>>(in.data, out.data, n, passes); });
  run.expect(out, [=](std::size_t i) {
    int sum = 0;
    for (std::size_t at = i % block; at < n; at += block) sum += small_number(i / block * n + at);
    return sum * static_cast<int>(passes);
  });
}

}  // namespace

std::vector<Kernel> reuse_kernels() {
  const Key passes{"passes", 4, 1, 1024, "times each element is read"}, blocks{"blocks", 132, 1, 65536, "of the grid"},
      block{"block", 256, 32, 1024, "threads a block", 32};
  return {
      {"l2-reuse",
       "A footprint read again and again past L1: L2 serves every pass but the first while it fits.",
       "reuse.cuh",
       "l2_reuse",
       {{"n", 1 << 20, 1, 1 << 28, "elements of the footprint"}, passes, blocks, block},
       host_l2_reuse},
      {"l1-reuse",
       "Each block reads its own piece again and again: L1 serves it while it fits beside the shared memory.",
       "reuse.cuh",
       "l1_reuse",
       {{"n", 8192, 1, 1 << 20, "elements of a block's piece"},
        passes,
        blocks,
        block,
        {"carveout", 101, 0, 101, "percent of L1 given to shared memory; 101: the driver's choice"}},
       host_l1_reuse},
  };
}

}  // namespace warpmem::kernels
