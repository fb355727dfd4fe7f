// Results as text and as JSON. Writers return strings or write to a stream that the caller owns; nothing is printed.
#pragma once

#include <iosfwd>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warpmem/machine.hpp"

namespace warpmem {

std::string_view version();                                      // "0.1.0"
inline constexpr const char* default_config = "a100-sxm4-80gb";  // what the program takes when none is named

struct ReportContext {
  std::string config_name, config_digest;
  std::string trace_source, trace_digest;
};

struct TextStyle {
  bool colour = false;
  bool ascii = false;  // no block characters
  unsigned width = 80;
};

// Every metric under Nsight Compute's name, in a fixed order.
std::vector<std::pair<std::string, double>> metrics(const KernelResult& kernel);
// The same, and those that need the machine's size: launch__waves_per_multiprocessor, sm__cycles_active.avg, ...
std::vector<std::pair<std::string, double>> metrics(const KernelResult& kernel, const MachineConfig& machine);
// Derived figures (efficiency, bandwidths, ...) by name, in a fixed order. A ratio with nothing below the line is 0.
// useful_bytes: asked for by the lanes of global accesses. moved_bytes: in the sectors that L1 asked of L2 or sent to it.
// efficiency: useful_bytes over sector_bytes, the bytes of the sectors touched at L1, at most 1 (lanes that share an
// address). line_efficiency: the same over line_bytes, as if whole 128-byte lines moved.
// Bandwidths are over time_us and in GB/s (bytes per nanosecond); shares and utilisations run from 0 to 1.
std::vector<std::pair<std::string, double>> derived(const KernelResult& kernel, const MachineConfig& machine);

// An execution of an instruction that stands for the others: KernelResult keeps counts, not addresses.
struct SampleAccess {
  std::uint32_t instruction = 0;  // index into KernelResult::instructions
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  ParsedAccess access;
};

// The text of one kernel: verdict, where the cycles went, the memory table, hottest instructions, what to try next.
// `samples`: where there are some, the text says how the lanes lie.
std::string kernel_text(const KernelResult& kernel, const MachineConfig& machine, const ReportContext& context, const TextStyle& style,
                        const std::vector<SampleAccess>& samples = {});

// The text of a run: a single kernel in full; of several a table, one line each, unless every_kernel asks for all in
// full. What it writes before finish() is part of a report, not one: keep it back until the run is known to be good.
class RunReport {
 public:
  RunReport(std::ostream& out, const MachineConfig& machine, ReportContext context, TextStyle style, bool every_kernel);
  void kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples = {});
  void finish();

 private:
  std::string row(const KernelResult& kernel) const;
  std::ostream& out_;
  const MachineConfig& machine_;
  ReportContext context_;
  TextStyle style_;
  bool every_kernel_;
  std::string first_in_full_, first_row_;
  std::uint64_t kernels_ = 0, cycles_ = 0;
  double time_us_ = 0;
};

// The JSON report (FORMAT: warpmem-report/1), written kernel by kernel so that a long trace needs no memory.
class JsonReport {
 public:
  JsonReport(std::ostream& out, const MachineConfig& machine);
  void kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples = {});
  // `advice`: a JSON array to stand in the report under that name; "": none.
  void finish(const ReportContext& context, const std::string& advice = {});

 private:
  std::ostream& out_;
  const MachineConfig& machine_;
  bool first_ = true;
};

// The timelines of a run's kernels, one after another, in the JSON that Perfetto and chrome://tracing show.
class TimelineJson {
 public:
  TimelineJson(std::ostream& out, const MachineConfig& machine);
  void kernel(const KernelResult& kernel);
  void finish();

 private:
  void event(const std::string& text);
  std::ostream& out_;
  const MachineConfig& machine_;
  bool first_ = true;
  double begin_us_ = 0;  // of the next kernel
  std::set<std::pair<int, int>> named_;
};

// One access drawn and explained, for `explain`.
std::string explain_text(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                         const TextStyle& style);
std::string explain_json(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine);

}  // namespace warpmem
