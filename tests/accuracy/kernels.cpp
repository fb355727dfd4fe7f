// Whole kernels that are written in a few records: their cycles and counters.
#include <algorithm>
#include <map>

#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"
#include "warpmem/report.hpp"

namespace accuracy {
namespace {

using warpmem::KernelResult;
using warpmem::Op;
using warpmem::Record;

constexpr std::uint64_t buffer_size = std::uint64_t{512} << 20;
constexpr std::uint64_t a = first_buffer, b = a + buffer_size, c = b + buffer_size;

// What thread i does: loads of a + offset + i * pitch, at last a store to b + i * pitch.
struct Access {
  std::uint64_t offset;
  std::int64_t pitch;
  unsigned bytes;
};
struct Straight {
  const char* kernel;
  std::uint32_t blocks;
  std::vector<Access> loads;
  Access store;
};

Launch straight(const Straight& kernel) {
  Launch launch;
  launch.head.name = kernel.kernel;
  launch.head.grid = {kernel.blocks, 1, 1};
  launch.head.block = {256, 1, 1};
  launch.record = [kernel](std::uint64_t block, std::uint32_t warp, std::uint64_t position, Record& record) {
    const std::uint64_t first = block * 256 + warp * warpmem::lanes_per_warp;
    const auto at = [&](std::uint64_t base, const Access& x) { return base + x.offset + first * static_cast<std::uint64_t>(x.pitch); };
    if (position < kernel.loads.size()) {
      const Access& x = kernel.loads[position];
      record = load(at(a, x), x.pitch, x.bytes);
    } else {
      record = store(at(b, kernel.store), kernel.store.pitch, kernel.store.bytes);
    }
    return position <= kernel.loads.size();
  };
  return launch;
}

// A 2,048-wide transpose without a tile, blocks of 32 x 8: rows read and columns written, or the other way round.
Launch transpose(const char* name, bool reads_rows) {
  Launch launch;
  launch.head.name = name;
  launch.head.grid = {64, 256, 1};
  launch.head.block = {32, 8, 1};
  launch.record = [reads_rows](std::uint64_t block, std::uint32_t warp, std::uint64_t position, Record& record) {
    constexpr std::uint64_t width = 2048, element = 4;
    const std::uint64_t x = block % 64 * 32, y = block / 64 * 8 + warp;
    const std::uint64_t row = (y * width + x) * element, column = (x * width + y) * element;
    if (position == 0) {
      record = reads_rows ? load(a + row, element, element) : load(a + column, width * element, element);
    } else {
      record = reads_rows ? store(b + column, width * element, element) : store(b + row, element, element);
    }
    return position < 2;
  };
  return launch;
}

std::vector<Launch> h200_kernels() {
  constexpr std::uint32_t blocks = 16384;
  const Access word{0, 4, 4};
  const std::vector<Straight> list = {{"copy1(", blocks, {word}, word},
                                      {"copy4(", blocks / 4, {{0, 16, 16}}, {0, 16, 16}},
                                      {"copy_off1(", blocks, {{4, 4, 4}}, word},
                                      {"stride2(", blocks, {{0, 8, 4}}, word},
                                      {"stride8(", blocks, {{0, 32, 4}}, word},
                                      {"stride32(", blocks, {{0, 128, 4}}, word},
                                      {"aos12(", blocks, {{0, 12, 4}}, word},
                                      {"aos12all(", blocks, {{0, 12, 4}, {4, 12, 4}, {8, 12, 4}}, word},
                                      {"aos16(", blocks, {{0, 16, 4}}, word},
                                      {"soa(", blocks, {word}, word},
                                      {"rgb_inter(", 8100, {{0, 3, 1}, {1, 3, 1}, {2, 3, 1}}, word},
                                      {"rgb_planar(", 8100, {{0, 1, 1}, {2073600, 1, 1}, {2 * 2073600, 1, 1}}, word}};
  std::vector<Launch> launches;
  for (const Straight& kernel : list) launches.push_back(straight(kernel));
  launches.push_back(transpose("tr_naive_r(", true));
  launches.push_back(transpose("tr_naive_w(", false));
  return launches;
}

const char* const exact_metrics[] = {"smsp__inst_executed_op_global_ld.sum",
                                     "smsp__inst_executed_op_global_st.sum",
                                     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                                     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                                     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                                     "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"};

void h200(Report& report) {
  report.section("H200: whole kernels",
                 "Kernels of `h200-kernels.cu` whose accesses are a load or three and a store a thread, without their index arithmetic.\n"
                 "Cycles: `sm__cycles_elapsed.max`, launch cost included, against the median of four runs. Exact: instructions, requests\n"
                 "and sectors at L1, loads and stores. The rest is `l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit`,\n"
                 "`lts__t_sectors_op_read` and `_write`, `dram__bytes_read`, in thousands of sectors and MB; zeros are not compared.");
  const warpmem::MachineConfig machine = shipped("h200");
  const nlohmann::json file = hardware_json("h200-kernels.json");
  const auto& rows = file.at("kernels");
  Table table({"Kernel", "cycles", "exact", "L1 hits", "L2 read", "L2 written", "DRAM read"});
  Errors cycles, counters;
  std::size_t equal = 0, all = 0;
  for (const Launch& launch : h200_kernels()) {
    const std::string& name = launch.head.name;
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const auto& k) { return k.at("kernel").template get<std::string>().starts_with(name); });
    if (row == rows.end()) throw std::runtime_error("h200-kernels.json has no " + name);
    const KernelResult result = run(launch, machine);
    const auto list = warpmem::metrics(result);
    const std::map<std::string, double> simulated(list.begin(), list.end());
    const auto measured = [&](const std::string& metric) { return row->at("metrics").at(metric).template get<double>(); };
    std::size_t exact = 0;
    for (const char* metric : exact_metrics) exact += simulated.at(metric) == measured(metric) ? 1 : 0;
    equal += exact;
    all += std::size(exact_metrics);
    const std::string title = name.substr(0, name.size() - 1);
    const auto near = [&](const std::string& metric, double unit) {
      const double real = measured(metric) / unit, ours = simulated.at(metric) / unit;
      return real == 0 ? number(real) + " / " + number(ours) : compared(counters, title + ", " + metric, ours, real);
    };
    std::vector<double> runs = row->at("cycles_runs").template get<std::vector<double>>();
    std::sort(runs.begin(), runs.end());
    const double median = (runs[(runs.size() - 1) / 2] + runs[runs.size() / 2]) / 2;
    table.row({title, compared(cycles, title, static_cast<double>(result.elapsed_cycles), median),
               std::to_string(exact) + " / " + std::to_string(std::size(exact_metrics)),
               near("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", 1e3), near("lts__t_sectors_op_read.sum", 1e3),
               near("lts__t_sectors_op_write.sum", 1e3), near("dram__bytes_read.sum", 1e6)});
  }
  report.table(table);
  report.verdict("Whole kernels, H200, cycles", cycles.verdict());
  report.verdict("Whole kernels, H200, instructions, requests, sectors", std::to_string(equal) + " of " + std::to_string(all) + " equal");
  report.verdict("Whole kernels, H200, hits and traffic", counters.verdict());
}

// c[i] = a[i] + b[i] for floats, thread by thread over the grid. Each step ends with the ten instructions that the
// generators give a grid-stride loop, when there is more than one.
Launch vector_add(std::uint32_t blocks, std::uint32_t threads, std::uint64_t elements) {
  Launch launch;
  launch.head.name = "vector add";
  launch.head.grid = {blocks, 1, 1};
  launch.head.block = {threads, 1, 1};
  const std::uint64_t step = std::uint64_t{blocks} * threads;
  const std::uint64_t parts = step < elements ? 4 : 3;
  launch.record = [=](std::uint64_t block, std::uint32_t warp, std::uint64_t position, Record& record) {
    const std::uint64_t i = block * threads + warp * warpmem::lanes_per_warp + position / parts * step;
    if (i >= elements) return false;
    switch (position % parts) {
      case 0:
        record = load(a + 4 * i, 4, 4);
        break;
      case 1:
        record = load(b + 4 * i, 4, 4);
        break;
      case 2:
        record = store(c + 4 * i, 4, 4);
        break;
      default:
        record = compute(10);
        return true;
    }
    const std::uint64_t left = elements - i;
    if (left < warpmem::lanes_per_warp) record.lanes = warpmem::LaneMask((1U << left) - 1);
    return true;
  };
  return launch;
}

void a100(Report& report) {
  report.section(
      "A100: whole kernels",
      "Vector additions with published profiles, at the SM clock that the profiler had locked (`sm.clock`; the model's L2 follows\n"
      "it). Cycles: `sm__cycles_elapsed.max`.");
  const struct {
    std::string name, config, clock;
    std::uint32_t blocks, threads;
    std::uint64_t elements;
    double cycles;
  } rows[] = {{"50,000 floats, 196 x 256", "a100-sxm4-80gb", "1120", 196, 256, 50000, 4309},
              {"32 Mi floats, 3,456 x 256, 40 GB part", "a100-sxm4-40gb", "1080", 3456, 256, 33554432, 322427},
              {"32 Mi floats, 1 x 1,024, 40 GB part", "a100-sxm4-40gb", "1093", 1, 1024, 33554432, 23692869}};
  Table table({"Vector add", "cycles"});
  Errors errors;
  for (const auto& row : rows) {
    const warpmem::MachineConfig machine = shipped(row.config, {"sm.clock=" + row.clock + " MHz"});
    const KernelResult result = run(vector_add(row.blocks, row.threads, row.elements), machine);
    table.row({row.name, compared(errors, row.name, static_cast<double>(result.elapsed_cycles), row.cycles)});
  }
  report.table(table);
  report.verdict("Whole kernels, A100, cycles", errors.verdict());
}

}  // namespace

void whole_kernels(Report& report) {
  h200(report);
  a100(report);
}

}  // namespace accuracy
