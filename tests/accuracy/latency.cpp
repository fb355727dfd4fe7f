// Pointer chases: one lane, each load waiting for the one before.
#include <algorithm>

#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"

namespace accuracy {
namespace {

constexpr std::uint64_t measured_steps = 65536;
constexpr double largest = 256.0 * (1 << 20);  // bytes of a footprint: walking it is what takes long

double cycles_per_load(const warpmem::MachineConfig& machine, std::uint64_t footprint, unsigned stride) {
  const std::uint64_t steps = std::max<std::uint64_t>(4096, std::min(footprint / stride, measured_steps));
  const auto kernel =
      run("gen:chase,footprint=" + std::to_string(footprint) + ",stride=" + std::to_string(stride) + ",steps=" + std::to_string(steps),
          machine);
  return static_cast<double>(kernel.cycles) / static_cast<double>(steps);
}

std::string size_text(double bytes) { return bytes < (1 << 20) ? number(bytes / 1024) + " KiB" : number(bytes / (1 << 20)) + " MiB"; }

struct Point {
  double bytes, cycles;
};

void compare(Report& report, const std::string& title, const std::string& config, unsigned stride, const std::vector<Point>& points) {
  const warpmem::MachineConfig machine = shipped(config);
  Errors errors;
  // Two columns of pairs keep the table short.
  std::vector<std::pair<std::string, std::string>> cells;
  for (const Point& point : points) {
    const std::string size = size_text(point.bytes);
    cells.emplace_back(size,
                       compared(errors, size, cycles_per_load(machine, static_cast<std::uint64_t>(point.bytes), stride), point.cycles));
  }
  Table table({title, "cycles", "footprint", "cycles"});
  const std::size_t half = (cells.size() + 1) / 2;
  for (std::size_t i = 0; i < half; ++i) {
    const bool pair = i + half < cells.size();
    table.row({cells[i].first, cells[i].second, pair ? cells[i + half].first : "", pair ? cells[i + half].second : ""});
  }
  report.table(table);
  report.verdict("Chase latency, " + title, errors.verdict());
}

std::vector<Point> chases(const std::string& file) {
  std::vector<Point> points;
  for (const auto& row : timing_rows("chase", file)) {
    if (std::stod(row.at(1)) < largest) points.push_back({std::stod(row.at(1)), std::stod(row.at(3))});
  }
  return points;
}

}  // namespace

void chase_latency(Report& report) {
  report.section("Latency by footprint",
                 "A random cycle through the footprint, walked once, then up to 65,536 loads of it. A100: 64 B apart; H200: 128 B apart.\n"
                 "Footprints over 256 MiB, whose latency is that of the largest here, are left out.");
  const nlohmann::json file = hardware_json("a100-published.json");
  std::vector<Point> published;
  for (const auto& point : file.at("latency_kB_cycles")) {
    const double bytes = 1024 * point.at(0).get<double>();
    if (bytes < largest) published.push_back({bytes, point.at(1).get<double>()});
  }
  compare(report, "A100", "a100-sxm4-80gb", 64, published);
  const std::vector<Point> probed = chases("h200-timing.csv");
  compare(report, "H200", "h200", 128, probed);
  // Timed load by load: what the clock's readings add or hide is the same for all, and known where both measured.
  const std::vector<Point> knee = chases("h200-knee.csv");
  const auto in_l2 = std::find_if(probed.begin(), probed.end(), [&](const Point& p) { return p.bytes > knee.front().bytes / 4; });
  std::vector<Point> corrected;
  for (const Point& p : knee) corrected.push_back({p.bytes, p.cycles - knee.front().cycles + in_l2->cycles});
  compare(report, "H200, load by load", "h200", 128, corrected);
}

}  // namespace accuracy
