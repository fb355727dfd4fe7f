// The timeline: what a student reads off it is what the machine did, and every viewer can show it.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "simulate_support.hpp"
#include "units/clocks.hpp"
#include "warpmem/report.hpp"

using namespace warpmem;
using namespace warpmem::test;
using Track = TimelineSpan::Track;

namespace {

KernelResult run(const std::string& trace, const TimelineOptions& timeline) {
  RunOptions options;
  options.timeline = timeline;
  return simulate_all(trace, shipped("h200"), options).at(0);
}
nlohmann::json drawn(const KernelResult& kernel) {
  std::ostringstream out;
  const MachineConfig machine = shipped("h200");
  TimelineJson json(out, machine);
  json.kernel(kernel);
  json.kernel(kernel);
  json.finish();
  return nlohmann::json::parse(out.str());
}

}  // namespace

TEST_CASE("a load's span is its latency, and the slices and banks it went through are there", "[report]") {
  const KernelResult kernel = run("gen:chase,footprint=8192,stride=128,steps=1", {1000, 200});
  std::map<Track, unsigned> spans;
  std::uint64_t longest = 0;
  for (const TimelineSpan& s : kernel.timeline.spans) {
    ++spans[s.track];
    CHECK(s.begin < s.end);
    if (s.track == Track::warp) longest = std::max(longest, (s.end - s.begin).count / ticks_per_cycle);
  }
  CHECK(spans[Track::warp] == 65);  // 64 lines of warm-up and the step
  CHECK(spans[Track::lsu] == 65);
  CHECK(spans[Track::bank] == 64);
  CHECK(spans[Track::slice] >= 64);  // and the far home's
  CHECK(longest > 600);              // from DRAM
  CHECK(longest < 1500);             // one may meet its bank's refresh
  const TimelineSpan& last = *std::find_if(kernel.timeline.spans.rbegin(), kernel.timeline.spans.rend(),
                                           [](const TimelineSpan& s) { return s.track == Track::warp; });
  CHECK((last.end - last.begin).count / ticks_per_cycle < 40);  // hits L1
  CHECK(kernel.timeline.complete);
}

TEST_CASE("no timeline unless asked for, and no more of it than asked for", "[report]") {
  CHECK(run("gen:copy,elements=4096", {}).timeline.spans.empty());
  const KernelResult some = run("gen:copy,elements=100000", {10, 2});
  CHECK(some.timeline.spans.size() == 40);  // two SMs and two lanes
  CHECK(!some.timeline.complete);
}

TEST_CASE("within one row of the drawing nothing overlaps, and kernels follow one another", "[report]") {
  const KernelResult kernel = run("gen:read,elements=20000,unroll=4,grid=8", {2000, 3});
  const auto json = drawn(kernel);
  std::map<std::pair<int, int>, double> free_from;
  std::map<std::pair<int, int>, unsigned> names;
  unsigned drawn_spans = 0;
  std::vector<nlohmann::json> events = json["traceEvents"];
  std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.value("ts", 0.0) < b.value("ts", 0.0); });
  for (const auto& e : events) {
    const std::string ph = e["ph"];
    if (ph == "M" && e["name"] == "thread_name") ++names[{e["pid"], e["tid"]}];
    if (ph != "X") continue;
    ++drawn_spans;
    double& from = free_from[{e["pid"], e["tid"]}];
    REQUIRE(e["ts"].get<double>() >= from - 1e-9);
    from = e["ts"].get<double>() + e["dur"].get<double>();
  }
  CHECK(drawn_spans == 2 * kernel.timeline.spans.size());
  CHECK(names.size() == free_from.size());
  for (const auto& [row, count] : names) CHECK(count == 1);
}
