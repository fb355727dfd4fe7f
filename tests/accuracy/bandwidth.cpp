// Bandwidth against occupancy, and plain streams by size.
#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"

namespace accuracy {
namespace {

using warpmem::KernelResult;
using warpmem::MachineConfig;

// A stream of `elements` of `bytes` a thread; copies count what they read and what they write.
struct Stream {
  std::string kind;  // read, write, copy
  std::uint64_t elements;
  unsigned bytes;
  std::string launch;  // further keys: block, grid, shared
};

// GB/s over the time from the first block's start to the last warp's end. What writes is launched twice and the second
// launch counts, so that L2 begins full of lines still to be written, as in a benchmark's loop.
double rate(const Stream& stream, const MachineConfig& machine) {
  const std::string source =
      "gen:" + stream.kind + ",elements=" + std::to_string(stream.elements) + ",bytes=" + std::to_string(stream.bytes) + stream.launch;
  const KernelResult kernel = run(source, machine, stream.kind == "read" ? 1 : 2);
  const double moved = static_cast<double>(stream.elements) * stream.bytes * (stream.kind == "copy" ? 2 : 1);
  return moved / (kernel.time_us * 1000);
}

void a100(Report& report) {
  report.section("A100: bandwidth by occupancy",
                 "gpu-stream, one double a thread, one or two blocks an SM (held there by shared memory), GB/s; copy counts both ways.\n"
                 "Simulated with 64 MiB arrays (40 to 120 us at full rate): `gen:write`, `read` and `copy` with `bytes=8`; write and copy\n"
                 "are launched twice and the second launch counts, so that L2 does not swallow what is written.");
  const MachineConfig machine = shipped("a100-sxm4-80gb");
  constexpr std::uint64_t elements = 8U << 20;
  Table table({"Threads a block x blocks an SM", "write", "read", "copy"});
  Errors writes, reads, copies;
  const nlohmann::json file = hardware_json("a100-published.json");
  for (const auto& row : file.at("stream_GBs")) {
    const unsigned per_sm = row.at("blocks_per_sm");
    const std::string name = std::to_string(row.at("block_threads").get<unsigned>()) + " x " + std::to_string(per_sm);
    const std::string launch =
        ",block=" + std::to_string(row.at("block_threads").get<unsigned>()) + ",shared=" + (per_sm == 1 ? "100000" : "81000");
    const auto cell = [&](Errors& errors, const std::string& kind, const char* published) {
      return compared(errors, name, rate({kind, elements, 8, launch}, machine), row.at(published).get<double>());
    };
    table.row({name, cell(writes, "write", "init"), cell(reads, "read", "read"), cell(copies, "copy", "scale")});
  }
  report.table(table);
  report.verdict("Bandwidth by occupancy, A100, write", writes.verdict());
  report.verdict("Bandwidth by occupancy, A100, read", reads.verdict());
  report.verdict("Bandwidth by occupancy, A100, copy", copies.verdict());
}

void h200(Report& report) {
  report.section(
      "H200: bandwidth by occupancy",
      "Grid-stride loops over 256 MiB (`h200-timing.csv`, `occ`), GB/s; copy counts both ways. Simulated with 128 MiB arrays (30\n"
      "to 90 us at full rate), write and copy launched twice as above.");
  const MachineConfig machine = shipped("h200");
  constexpr std::uint64_t size = 128U << 20;
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
      cells.push_back(compared(errors[i], name, rate({c.kind, size / c.bytes, c.bytes, launch}, machine), std::stod(row.at(c.field))));
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
                 "cost, and DRAM traffic in MB (under 10 MB not compared). Writes that skip words: every 2nd, 8th ... of a 512 MiB range.");
  const MachineConfig machine = shipped("h200");
  Table table({"Stream", "cycles", "MB read", "MB written"});
  Errors cycles, traffic;
  const nlohmann::json file = hardware_json("h200-probes.json");
  for (const auto& row : file.at("bandwidth").at("rows")) {
    const std::string kernel = row.at("kernel");
    const std::uint64_t mib = row.at("MiB"), stride = row.at("stride_words");
    const bool strided = kernel == "write_strided";
    const std::string kind = strided ? "write" : kernel;
    const std::string name = kind + " " + std::to_string(mib) + " MiB" + (strided ? ", every " + std::to_string(stride) + ". word" : "");
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
  table.row({"copy 64 MiB", compared(errors, "copy 64 MiB", rate({"copy", 16U << 20, 4, ""}, shipped("a100-sxm4-80gb")), 1737)});
  report.table(table);
  report.verdict("Copy of 64 MiB, A100", errors.verdict());
}

}  // namespace accuracy
