// Bandwidth against occupancy, and plain streams by size.
#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"

namespace accuracy {
namespace {

using warpmem::KernelResult;
using warpmem::MachineConfig;

// A stream of `bytes` a thread and its further keys: block, grid, shared. Copies count what they read and what they write.
struct Stream {
  std::string kind;  // read, write, copy
  unsigned bytes;
  std::string launch;
};

// GB/s over the time from the first block's start to the last warp's end.
double rate(const Stream& stream, std::uint64_t elements, const MachineConfig& machine, unsigned launches) {
  const std::string source =
      "gen:" + stream.kind + ",elements=" + std::to_string(elements) + ",bytes=" + std::to_string(stream.bytes) + stream.launch;
  const KernelResult kernel = run(source, machine, launches);
  return static_cast<double>(elements) * stream.bytes * (stream.kind == "copy" ? 2 : 1) / (kernel.time_us * 1000);
}

constexpr double simulated_us = 60, busy_GBs = 1000;

// Rates at which DRAM has to keep up with what is written need arrays larger than L2, and an L2 full of lines still to
// be written when the counted launch begins, as in a benchmark's loop: `large` bytes an array, second launch. All others
// take as much as the hardware moves in 60 us.
double rate_as_measured(const Stream& stream, const MachineConfig& machine, double measured_GBs, std::uint64_t large) {
  const bool fills = stream.kind != "read" && measured_GBs > busy_GBs;
  const double moved = measured_GBs * 1000 * simulated_us / (stream.kind == "copy" ? 2 : 1);
  const std::uint64_t bytes = fills ? large : static_cast<std::uint64_t>(moved);
  return rate(stream, bytes / stream.bytes, machine, fills ? 2 : 1);
}

void a100(Report& report) {
  report.section("A100: bandwidth by occupancy",
                 "gpu-stream, one double a thread, one or two blocks an SM (held there by shared memory), GB/s; copy counts both ways.\n"
                 "Simulated with as much as the card moves in 60 us (`gen:write`, `read` and `copy` with `bytes=8`); above 1,000 GB/s\n"
                 "writes and copies take 64 MiB arrays and are launched twice, and the second launch counts, so that L2 does not swallow\n"
                 "what is written.");
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  constexpr std::uint64_t large = 64U << 20;
  Table table({"Threads a block x blocks an SM", "write", "read", "copy"});
  Errors writes, reads, copies;
  const nlohmann::json file = hardware_json("a100-published.json");
  for (const auto& row : file.at("stream_GBs")) {
    const unsigned per_sm = row.at("blocks_per_sm");
    const std::string name = std::to_string(row.at("block_threads").get<unsigned>()) + " x " + std::to_string(per_sm);
    const std::string launch =
        ",block=" + std::to_string(row.at("block_threads").get<unsigned>()) + ",shared=" + (per_sm == 1 ? "100000" : "81000");
    const auto cell = [&](Errors& errors, const std::string& kind, const char* published) {
      const double measured = row.at(published);
      return compared(errors, name, rate_as_measured({kind, 8, launch}, machine, measured, large), measured);
    };
    table.row({name, cell(writes, "write", "init"), cell(reads, "read", "read"), cell(copies, "copy", "scale")});
  }
  report.table(table);
  report.verdict("Bandwidth by occupancy, A100, write", writes.verdict());
  report.verdict("Bandwidth by occupancy, A100, read", reads.verdict());
  report.verdict("Bandwidth by occupancy, A100, copy", copies.verdict());
}

void h200(Report& report) {
  report.section("H200: bandwidth by occupancy",
                 "Grid-stride loops over 256 MiB (`h200-timing.csv`, `occ`), GB/s; copy counts both ways. Simulated as for the A100, with\n"
                 "128 MiB for busy writes and copies.");
  const MachineConfig machine = shipped("h200");
  constexpr std::uint64_t large = 128U << 20;
  Table table({"Threads a block x blocks an SM", "read 4 B", "read 16 B", "write 4 B", "copy 4 B"});
  Errors errors[4];
  const struct {
    std::string title, kind;
    unsigned bytes;
    std::size_t field;
  } columns[] = {{"read 4 B", "read", 4, 4}, {"read 16 B", "read", 16, 6}, {"write 4 B", "write", 4, 8}, {"copy 4 B", "copy", 4, 10}};
  for (const auto& row : timing_rows("occ")) {
    const unsigned per_sm = static_cast<unsigned>(std::stoul(row.at(1)));
    const std::string name = row.at(2) + " x " + row.at(1);
    const std::string launch = ",block=" + row.at(2) + ",grid=" + std::to_string(per_sm * machine.sm.count);
    std::vector<std::string> cells{name};
    for (std::size_t i = 0; i < std::size(columns); ++i) {
      const auto& c = columns[i];
      const double measured = std::stod(row.at(c.field));
      cells.push_back(compared(errors[i], name, rate_as_measured({c.kind, c.bytes, launch}, machine, measured, large), measured));
    }
    table.row(std::move(cells));
  }
  report.table(table);
  for (std::size_t i = 0; i < std::size(columns); ++i) {
    report.verdict("Bandwidth by occupancy, H200, " + columns[i].title, errors[i].verdict());
  }
}

// The copies, reads and writes of the probes: one element a thread, caches flushed first.
void h200_streams(Report& report) {
  report.section("H200: streams by size",
                 "`h200-probes.json`, `bandwidth`: one 4-byte element a thread, blocks of 256, cold; profiler's cycles with the launch\n"
                 "cost, and DRAM traffic in MB (under 10 MB not compared). Strides are in words, of a range of 512 MiB.\n"
                 "The copy of 512 MiB, which repeats that of 256, is left out.");
  const MachineConfig machine = shipped("h200");
  Table table({"Stream", "cycles", "MB read", "MB written"});
  Errors cycles, traffic;
  const nlohmann::json file = hardware_json("h200-probes.json");
  for (const auto& row : file.at("bandwidth").at("rows")) {
    const std::string kernel = row.at("kernel");
    const std::uint64_t mib = row.at("MiB"), stride = row.at("stride_words");
    if (kernel == "copy" && mib > 256) continue;
    const bool strided = kernel == "write_strided";
    const std::string kind = strided ? "write" : kernel;
    const std::string name = kind + " " + std::to_string(mib) + " MiB" + (strided ? ", stride " + std::to_string(stride) : "");
    const KernelResult result =
        run("gen:" + kind + ",elements=" + std::to_string((mib << 20) / 4 / stride) + ",stride=" + std::to_string(stride), machine);
    const auto& m = row.at("measured");
    const auto megabytes = [&](std::uint64_t simulated, const char* metric) {
      const double real = m.at(metric).get<double>() / 1e6, ours = static_cast<double>(simulated) / 1e6;
      return real < 10 ? number(real) + " / " + number(ours) : compared(traffic, name, ours, real);
    };
    table.row({name, compared(cycles, name, static_cast<double>(result.elapsed_cycles), m.at("sm__cycles_elapsed.max").get<double>()),
               megabytes(result.dram.bytes_read, "dram__bytes_read.sum"), megabytes(result.dram.bytes_written, "dram__bytes_write.sum")});
  }
  report.table(table);
  report.verdict("Streams by size, H200, cycles", cycles.verdict());
  report.verdict("Streams by size, H200, DRAM traffic", traffic.verdict());
}

}  // namespace

void bandwidth_by_occupancy(Report& report) {
  a100(report);
  h200(report);
}

void streams(Report& report) {
  h200_streams(report);
  report.section("A100: a copy of 64 MiB",
                 "No measurement of just this copy is published; gpu-stream's scale of larger arrays at full occupancy is 1,737 GB/s.\n"
                 "Simulated: `gen:copy,elements=16777216,bytes=4`, second launch.");
  Errors errors;
  Table table({"Stream", "GB/s"});
  table.row({"copy 64 MiB", compared(errors, "copy 64 MiB", rate({"copy", 4, ""}, 16U << 20, shipped("a100-sxm4-80gb"), 2), 1737)});
  report.table(table);
  report.verdict("Copy of 64 MiB, A100", errors.verdict());
}

}  // namespace accuracy
