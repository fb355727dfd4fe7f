// Shared memory and L1 on one SM: cycles a warp instruction by stride.
#include <algorithm>
#include <cmath>
#include <map>

#include "../hardware_traces.hpp"
#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"

namespace accuracy {
namespace {

using warpmem::Dependence;
using warpmem::Op;
using warpmem::Record;

constexpr unsigned warps = 32;

Launch one_block(std::uint32_t block_warps) {
  Launch launch;
  launch.head.block = {block_warps * warpmem::lanes_per_warp, 1, 1};
  return launch;
}

double shared_latency(const warpmem::MachineConfig& machine, std::int64_t stride_words) {
  constexpr std::uint64_t loads = 512;
  Launch launch = one_block(1);
  launch.head.shared = warpmem::Bytes(48U << 10);
  launch.record = [=](std::uint64_t, std::uint32_t, std::uint64_t position, Record& record) {
    record = load(0, 4 * stride_words, 4);
    record.space = warpmem::Space::shared;
    record.dependence = Dependence{0};
    return position < loads;
  };
  return static_cast<double>(run(launch, machine).cycles) / loads;
}

// Every warp loads the same addresses, once to fill L1, then `loads` times.
double l1_cycles(const warpmem::MachineConfig& machine, unsigned bytes, std::int64_t stride) {
  constexpr std::uint64_t loads = 256;
  Launch launch = one_block(warps);
  launch.record = [=](std::uint64_t, std::uint32_t, std::uint64_t position, Record& record) {
    constexpr Op warmed[] = {Op::wait, Op::barrier, Op::mark};
    record = position >= 1 && position <= 3 ? plain(warmed[position - 1]) : load(first_buffer, stride, bytes);
    return position < loads + 4;
  };
  return static_cast<double>(run(launch, machine).cycles) / (loads * warps);
}

// Rows "NAME,w,W,warps,N,stride,S,cycles_per_warp_instr,C" as one table, strides down and widths across.
void by_stride(Report& report, const std::string& name, const std::string& title,
               const std::function<double(unsigned bytes, std::int64_t stride)>& simulated) {
  constexpr unsigned widths[] = {4, 8, 16};
  std::map<std::int64_t, std::map<unsigned, std::string>> cells;
  Errors errors;
  for (const auto& row : timing_rows(name)) {
    if (row.size() < 9 || row.at(4) != std::to_string(warps)) continue;
    const auto bytes = static_cast<unsigned>(std::stoul(row.at(2)));
    const std::int64_t stride = std::stoll(row.at(6));
    cells[stride][bytes] = compared(errors, row.at(2) + " B, stride " + row.at(6), simulated(bytes, stride), std::stod(row.at(8)));
  }
  Table table({"Stride", "4 B a lane", "8 B", "16 B"});
  for (auto& [stride, by_width] : cells) {
    std::vector<std::string> line{std::to_string(stride)};
    for (const unsigned w : widths) line.push_back(by_width[w]);
    table.row(std::move(line));
  }
  report.table(table);
  report.verdict(title, errors.verdict());
}

void a100_strides(Report& report) {
  constexpr unsigned repeats = 12, loads_per_pass = 8, listed = 5;
  report.section("A100: L1 throughput by stride",
                 "gpu-strides: one block of 1,024 threads in L1, 130 strides of 4 and 8 bytes, cycles a warp load. The five rows furthest\n"
                 "off:");
  const nlohmann::json file = hardware_json("a100-published.json");
  const auto& rows = file.at("l1_strides");
  std::string text = "warpmem-trace 1\n";
  for (const auto& row : rows) text += warpmem::test::stride_kernel(row, repeats);
  const auto kernels = run_text(text, shipped("a100-sxm4-80gb"));
  Errors errors;
  std::vector<std::pair<double, std::pair<std::string, std::string>>> lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double measured = rows[i].at("cycles_per_warp_load");
    const double cycles = static_cast<double>(kernels.at(i).cycles) / (warps * loads_per_pass * repeats);
    const std::string name =
        std::to_string(rows[i].at("bytes").get<unsigned>()) + " B, stride " + std::to_string(rows[i].at("stride").get<unsigned>());
    lines.push_back({std::abs(cycles / measured - 1), {name, compared(errors, name, cycles, measured)}});
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  Table table({"Width and stride in elements", "cycles"});
  for (std::size_t i = 0; i < listed; ++i) table.row({lines[i].second.first, lines[i].second.second});
  report.table(table);
  report.verdict("L1 throughput by stride, A100", errors.verdict());
}

}  // namespace

void shared_memory(Report& report) {
  const warpmem::MachineConfig machine = shipped("h200");
  report.section("H200: shared latency by stride", "One warp of 4-byte loads, each waiting for the one before; stride in words, cycles.");
  Table table({"Stride", "cycles"});
  Errors errors;
  for (const auto& row : timing_rows("smem_latency")) {
    table.row({row.at(2), compared(errors, "stride " + row.at(2), shared_latency(machine, std::stoll(row.at(2))), std::stod(row.at(4)))});
  }
  report.table(table);
  report.verdict("Shared latency by stride, H200", errors.verdict());

  report.section("H200: shared throughput by stride",
                 "32 warps of one block, loads that wait for nothing; stride in elements, cycles a warp load.");
  by_stride(report, "smem_thr", "Shared throughput by stride, H200", [&](unsigned bytes, std::int64_t stride) {
    constexpr unsigned loads = 256;
    const auto kernel = run("gen:shared,block=" + std::to_string(warps * warpmem::lanes_per_warp) + ",bytes=" + std::to_string(bytes) +
                                ",stride=" + std::to_string(stride) + ",repeat=" + std::to_string(loads),
                            machine);
    return static_cast<double>(kernel.cycles) / (loads * warps);
  });
}

void l1_throughput(Report& report) {
  const warpmem::MachineConfig machine = shipped("h200");
  report.section("H200: L1 throughput by stride",
                 "32 warps of one block load the same addresses, all hits; stride in bytes, cycles a warp load.");
  by_stride(report, "l1_thr", "L1 throughput by stride, H200",
            [&](unsigned bytes, std::int64_t stride) { return l1_cycles(machine, bytes, stride); });
  a100_strides(report);
}

}  // namespace accuracy
