// Host side of pattern.cuh.
#include "kernels/pattern.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

void host_aligned(Run& run) {
  const unsigned n = run["n"], block = run["block"];
  const auto in = run.input<float>("in", n, small_number);
  const auto out = run.output<float>("out", n);
  run.launch([&] { aligned<<<blocks_for(n, block), block>>>(in.data, out.data, n); });
  run.expect(out, small_number);
}

void host_misaligned(Run& run) {
  const unsigned n = run["n"], block = run["block"], offset = run["offset"];
  const auto in = run.input<float>("in", n + offset, small_number);
  const auto out = run.output<float>("out", n);
  run.launch([&] { misaligned<<<blocks_for(n, block), block>>>(in.data, out.data, n, offset); });
  run.expect(out, [=](std::size_t i) { return small_number(i + offset); });
}

void host_strided(Run& run) {
  const unsigned n = run["n"], block = run["block"], stride = run["stride"];
  const auto in = run.input<float>("in", std::size_t{n} * stride, small_number);
  const auto out = run.output<float>("out", n);
  run.set_useful(std::size_t{n} * 8);
  run.launch([&] { strided<<<blocks_for(n, block), block>>>(in.data, out.data, n, stride); });
  run.expect(out, [=](std::size_t i) { return small_number(i * stride); });
}

void host_reversed(Run& run) {
  const unsigned n = run["n"], block = run["block"];
  const auto in = run.input<float>("in", n, small_number);
  const auto out = run.output<float>("out", n);
  run.launch([&] { reversed<<<blocks_for(n, block), block>>>(in.data, out.data, n); });
  run.expect(out, [=](std::size_t i) { return small_number(n - 1 - i); });
}

void host_broadcast(Run& run) {
  const unsigned n = run["n"], block = run["block"];
  const auto in = run.input<float>("in", 32, small_number);
  const auto out = run.output<float>("out", n);
  run.set_useful(std::size_t{n} * 4 + 4);
  run.launch([&] { broadcast<<<blocks_for(n, block), block>>>(in.data, out.data, n); });
  run.expect(out, [](std::size_t) { return small_number(0); });
}

void host_random(Run& run) {
  const unsigned n = run["n"], block = run["block"], span = run["span"], seed = run["seed"];
  const auto chosen = [=](std::size_t i) { return mixed(mixed(static_cast<unsigned>(i)) + seed) % span; };
  const auto index = run.input<unsigned>("index", n, chosen);
  const auto in = run.input<float>("in", span, small_number);
  const auto out = run.output<float>("out", n);
  run.set_useful(std::size_t{n} * 12);
  run.launch([&] { random_gather<<<blocks_for(n, block), block>>>(index.data, in.data, out.data, n); });
  run.expect(out, [=](std::size_t i) { return small_number(chosen(i)); });
}

float part(std::size_t i, unsigned k) { return static_cast<float>(small_number(4 * i + k)); }

void host_float2(Run& run) {
  const unsigned n = run["n"], block = run["block"];
  const auto in = run.input<float2>("in", n, [](std::size_t i) { return make_float2(part(i, 0), part(i, 1)); });
  const auto out = run.output<float2>("out", n);
  run.launch([&] { copy_float2<<<blocks_for(n, block), block>>>(in.data, out.data, n); });
  run.expect(Array<float>{&out.data->x, std::size_t{n} * 2}, [](std::size_t i) { return part(i / 2, i % 2); });
}

void host_float4(Run& run) {
  const unsigned n = run["n"], block = run["block"];
  const auto in = run.input<float4>("in", n, [](std::size_t i) { return make_float4(part(i, 0), part(i, 1), part(i, 2), part(i, 3)); });
  const auto out = run.output<float4>("out", n);
  run.launch([&] { copy_float4<<<blocks_for(n, block), block>>>(in.data, out.data, n); });
  run.expect(Array<float>{&out.data->x, std::size_t{n} * 4}, [](std::size_t i) { return part(i / 4, i % 4); });
}

}  // namespace

std::vector<Kernel> pattern_kernels() {
  const Key n{"n", 1 << 20, 1, 1 << 28, "elements, one a thread"};
  const Key block{"block", 256, 1, 1024, "threads a block"};
  return {
      {"aligned", "A copy in order: 1 line and 4 sectors a load, all of it used.", "pattern.cuh", "aligned", {n, block}, host_aligned},
      {"misaligned",
       "A copy that reads from element `offset` on: a second line and a fifth sector a load, which the neighbour warp may find in L1.",
       "pattern.cuh",
       "misaligned",
       {n, block, {"offset", 1, 0, 1 << 20, "elements skipped at the start"}},
       host_misaligned},
      {"strided",
       "Neighbours read `stride` floats apart: from 8 on every lane has a sector, from 32 on a line of its own.",
       "pattern.cuh",
       "strided",
       {n, block, {"stride", 2, 0, 1024, "elements between neighbours"}},
       host_strided},
      {"reversed",
       "A copy from the end: as good as in order, since only the set of addresses counts.",
       "pattern.cuh",
       "reversed",
       {n, block},
       host_reversed},
      {"broadcast", "All threads read one element: 1 sector a load.", "pattern.cuh", "broadcast", {n, block}, host_broadcast},
      {"random",
       "A gather through an index: about as many lines and sectors as lanes.",
       "pattern.cuh",
       "random_gather",
       {n, block, {"span", 1 << 20, 1, 1 << 28, "elements gathered from"}, {"seed", 1, 0, 0xFFFFFFFF, "of the random indices"}},
       host_random},
      {"copy-float2",
       "8 bytes a thread: half the instructions for the same sectors.",
       "pattern.cuh",
       "copy_float2",
       {n, block},
       host_float2},
      {"copy-float4",
       "16 bytes a thread: 4 lines, 16 sectors and 4 wavefronts in one instruction.",
       "pattern.cuh",
       "copy_float4",
       {n, block},
       host_float4},
  };
}

}  // namespace warpmem::kernels
