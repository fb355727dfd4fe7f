// Host side of layout.cuh.
#include "kernels/layout.cuh"

#include "kernels/run.hpp"

namespace warpmem::kernels {
namespace {

// Field k of point i.
float field(std::size_t i, unsigned k) { return static_cast<float>(small_number(4 * i + k)); }
float first(std::size_t i) { return field(i, 0); }
float sum3(std::size_t i) { return field(i, 0) + field(i, 1) + field(i, 2); }
float sum4(std::size_t i) { return sum3(i) + field(i, 3); }
Point3 point3(std::size_t i) { return {field(i, 0), field(i, 1), field(i, 2)}; }
Point4 point4(std::size_t i) { return {field(i, 0), field(i, 1), field(i, 2), field(i, 3)}; }
float4 vector4(std::size_t i) { return make_float4(field(i, 0), field(i, 1), field(i, 2), field(i, 3)); }

// `used`: floats of each point that count.
template <class Point>
void host_points(Run& run, void (*kernel)(const Point*, float*, unsigned), Point (*point)(std::size_t), float (*result)(std::size_t),
                 std::size_t used) {
  const unsigned n = run["n"], block = run["block"];
  const auto points = run.input<Point>("points", n, point);
  const auto out = run.output<float>("out", n);
  run.set_useful(n * 4 * (used + 1));
  run.launch([&] { kernel<<<blocks_for(n, block), block>>>(points.data, out.data, n); });
  run.expect(out, result);
}

void host_soa_all(Run& run) {
  const unsigned n = run["n"], block = run["block"];
  const auto x = run.input<float>("x", n, [](std::size_t i) { return field(i, 0); });
  const auto y = run.input<float>("y", n, [](std::size_t i) { return field(i, 1); });
  const auto z = run.input<float>("z", n, [](std::size_t i) { return field(i, 2); });
  const auto out = run.output<float>("out", n);
  run.launch([&] { soa_all<<<blocks_for(n, block), block>>>(x.data, y.data, z.data, out.data, n); });
  run.expect(out, sum3);
}

}  // namespace

std::vector<Kernel> layout_kernels() {
  const std::vector<Key> keys{{"n", 1 << 20, 1, 1 << 26, "points, one a thread"}, {"block", 256, 1, 1024, "threads a block"}};
  return {
      {"aos12", "One field of a 12-byte structure: 12 sectors a load where 4 hold what is used.", "layout.cuh", "aos12_one", keys,
       [](Run& run) { host_points<Point3>(run, aos12_one, point3, first, 1); }},
      {"aos16", "One field of a 16-byte structure: 16 sectors a load where 4 hold what is used.", "layout.cuh", "aos16_one", keys,
       [](Run& run) { host_points<Point4>(run, aos16_one, point4, first, 1); }},
      {"soa", "One field as an array: 4 sectors a load, all used.", "layout.cuh", "soa_one", keys,
       [](Run& run) { host_points<float>(run, soa_one, first, first, 1); }},
      {"aos12-all", "All fields of a 12-byte structure: three loads of 12 sectors, two of them from L1.", "layout.cuh", "aos12_all", keys,
       [](Run& run) { host_points<Point3>(run, aos12_all, point3, sum3, 3); }},
      {"aos16-all", "All fields of a 16-byte structure, one by one: three of four loads are served by L1.", "layout.cuh", "aos16_all", keys,
       [](Run& run) { host_points<Point4>(run, aos16_all, point4, sum4, 4); }},
      {"aos16-vector", "All fields of a 16-byte structure in one load: as good as arrays, in a quarter of the instructions.", "layout.cuh",
       "aos16_vector", keys, [](Run& run) { host_points<float4>(run, aos16_vector, vector4, sum4, 4); }},
      {"soa-all", "All fields from three arrays: 4 sectors a load.", "layout.cuh", "soa_all", keys, host_soa_all},
  };
}

}  // namespace warpmem::kernels
