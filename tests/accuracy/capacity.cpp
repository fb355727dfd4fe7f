// How much of a footprint that is read again and again stays in L2.
#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"

namespace accuracy {
namespace {

constexpr std::uint32_t blocks = 264, threads = 1024;
constexpr std::uint64_t passes = 4, grid_threads = std::uint64_t{blocks} * threads;
constexpr unsigned element = 16;
constexpr std::uint64_t unroll = 4;  // what the compiler makes of a loop of unknown length

// Pass p: thread t reads elements (t + p * shift) mod threads, and on in steps of all threads; a pass's last step may
// not reach all of them. Loads go past L1; every fourth waits for those before it.
Launch sweep(std::uint64_t elements, std::uint64_t shift) {
  Launch launch;
  launch.head.name = "sweep";
  launch.head.grid = {blocks, 1, 1};
  launch.head.block = {threads, 1, 1};
  const std::uint64_t steps = (elements + grid_threads - 1) / grid_threads;
  launch.record = [=](std::uint64_t block, std::uint32_t warp, std::uint64_t position, warpmem::Record& record) {
    const std::uint64_t pass = position / steps;
    if (pass >= passes) return false;
    const std::uint64_t first = (block * threads + warp * warpmem::lanes_per_warp + pass * shift) % grid_threads;
    const std::uint64_t at = first + position % steps * grid_threads;
    if (at >= elements) {
      record = compute(1);  // the loop's test
      return true;
    }
    record = load(first_buffer + at * element, element, element);
    record.cache = warpmem::CacheHint::cg;
    if (position % unroll == 0) record.dependence = warpmem::Dependence{0};
    return true;
  };
  return launch;
}

// Hits of the passes after the first, whose sectors are all cold.
double later_hits(double sectors, double hits) { return hits / (sectors * (passes - 1) / passes); }

}  // namespace

void l2_capacity(Report& report) {
  report.section("L2 capacity",
                 "H200 (`h200-probes.json`, `l2_capacity`): 264 blocks of 1,024 threads read a footprint four times past L1, 16 B a\n"
                 "thread; share of hits in the passes after the first. `same SM`: each pass reads a line on the same SM; `other SM`: each\n"
                 "pass is shifted by 37 blocks. Errors here are differences in percentage points, bold beyond 15.");
  const warpmem::MachineConfig machine = shipped("h200");
  const nlohmann::json file = hardware_json("h200-probes.json");
  struct Row {
    double mib;
    std::string cells[2];
  };
  std::vector<Row> rows;
  double sum = 0, worst = 0;
  std::size_t count = 0, marked = 0;
  std::string worst_row;
  for (const auto& measured : file.at("l2_capacity").at("rows")) {
    const double mib = measured.at("MiB");
    if (mib < 24 || mib > 64) continue;
    const std::uint64_t shift = measured.at("shift_threads");
    const auto kernel = run(sweep(static_cast<std::uint64_t>(mib) * (1U << 20) / element, shift), machine);
    const auto read = static_cast<std::size_t>(warpmem::L2Op::read);
    const auto& m = measured.at("measured");
    const double simulated =
        100 * later_hits(static_cast<double>(kernel.l2.sectors_tex[read]), static_cast<double>(kernel.l2.hits_tex[read]));
    const double real = 100 * later_hits(m.at("lts__t_sectors_srcunit_tex_op_read.sum").get<double>(),
                                         m.at("lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum").get<double>());
    const double off = simulated - real;
    const bool far = std::abs(off) > 100 * marked_beyond;
    sum += std::abs(off);
    ++count;
    if (far) ++marked;
    if (std::abs(off) > std::abs(worst)) {
      worst = off;
      worst_row = number(mib) + " MiB, " + (shift == 0 ? "same" : "other") + " SM";
    }
    if (shift == 0) rows.push_back({mib, {}});
    for (Row& row : rows) {
      if (row.mib != mib) continue;
      const std::string text = (off > 0 ? "+" : "") + number(off);
      row.cells[shift == 0 ? 0 : 1] = number(real) + " / " + number(simulated) + ", " + (far ? "**" + text + "**" : text);
    }
  }
  Table table({"MiB", "same SM, % hits", "other SM, % hits"});
  for (const Row& row : rows) table.row({number(row.mib), row.cells[0], row.cells[1]});
  report.table(table);
  report.verdict("L2 hits by footprint, H200", "mean " + number(sum / static_cast<double>(count)) + " points, worst " + number(worst) +
                                                   " (" + worst_row + "), " + std::to_string(marked) + " of " + std::to_string(count) +
                                                   " beyond 15 points");
}

}  // namespace accuracy
