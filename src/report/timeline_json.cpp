// The timeline in the JSON that chrome://tracing and Perfetto read: processes are SMs and lanes of the memory side,
// threads are what they are made of. Launches follow one another.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <tuple>

#include "units/clocks.hpp"
#include "warpmem/report.hpp"

namespace warpmem {
namespace {

using nlohmann::ordered_json;
using Track = TimelineSpan::Track;

constexpr int first_lane_process = 10000;  // SMs have their own numbers

int process_of(Track track, unsigned unit) {
  return (track == Track::slice || track == Track::bank ? first_lane_process : 0) + static_cast<int>(unit);
}

const char* name_of(Op op) {
  constexpr const char* names[] = {"load", "store", "red", "atom"};
  return touches_memory(op) ? names[static_cast<std::size_t>(op)] : "";
}

// Spans of one track may overlap (a warp's loads, a bank's reads); a thread's events must not. So a track has as many
// threads as it has spans at once.
class Rows {
 public:
  // `begin` in the order of the calls. The row that is free, the first one.
  unsigned place(Tick begin, Tick end) {
    for (unsigned i = 0; i < free_from_.size(); ++i) {
      if (free_from_[i] > begin) continue;
      free_from_[i] = end;
      return i;
    }
    free_from_.push_back(end);
    return static_cast<unsigned>(free_from_.size() - 1);
  }

 private:
  std::vector<Tick> free_from_;
};

std::string thread_name(Track track, unsigned index, unsigned row) {
  const std::string name = track == Track::warp    ? fmt::format("warp {}", index)
                           : track == Track::lsu   ? "load-store pipe"
                           : track == Track::slice ? fmt::format("L2 slice {}", index)
                                                   : fmt::format("DRAM bank {}", index);
  return row == 0 ? name : fmt::format("{} ({})", name, row + 1);
}

}  // namespace

TimelineJson::TimelineJson(std::ostream& out, const MachineConfig& machine) : out_(out), machine_(machine) {
  out_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
}

void TimelineJson::event(const std::string& text) {
  out_ << (first_ ? "\n" : ",\n") << text;
  first_ = false;
}

void TimelineJson::kernel(const KernelResult& kernel) {
  const auto microseconds = [&](Tick t) {
    return begin_us_ + to_nanoseconds(static_cast<double>(t.count) / ticks_per_cycle, machine_.sm.clock) / 1e3;
  };
  std::vector<TimelineSpan> spans = kernel.timeline.spans;
  std::stable_sort(spans.begin(), spans.end(), [](const TimelineSpan& a, const TimelineSpan& b) { return a.begin < b.begin; });
  std::map<std::tuple<Track, unsigned, unsigned>, Rows> rows;
  double last_us = begin_us_ + kernel.time_us;
  for (const TimelineSpan& s : spans) {
    const unsigned row = rows[{s.track, s.unit, s.index}].place(s.begin, s.end);
    const int process = process_of(s.track, s.unit);
    // Warps first, then the pipe; slices, then banks.
    const int thread =
        (s.track == Track::lsu || s.track == Track::bank ? 1 << 20 : 0) + s.index * 1024 + static_cast<int>(std::min(row, 1023U));
    if (named_.insert({process, thread}).second) {
      const std::string unit = process >= first_lane_process ? fmt::format("memory lane {}", s.unit) : fmt::format("SM {}", s.unit);
      event(ordered_json{{"ph", "M"}, {"name", "process_name"}, {"pid", process}, {"args", {{"name", unit}}}}.dump());
      event(ordered_json{
          {"ph", "M"}, {"name", "thread_name"}, {"pid", process}, {"tid", thread}, {"args", {{"name", thread_name(s.track, s.index, row)}}}}
                .dump());
      event(ordered_json{{"ph", "M"}, {"name", "thread_sort_index"}, {"pid", process}, {"tid", thread}, {"args", {{"sort_index", thread}}}}
                .dump());
    }
    ordered_json e{{"ph", "X"},     {"name", name_of(s.op)},       {"pid", process},
                   {"tid", thread}, {"ts", microseconds(s.begin)}, {"dur", microseconds(s.end) - microseconds(s.begin)}};
    ordered_json& args = e["args"];
    args["kernel"] = kernel.head.name;
    args["cycles"] = static_cast<double>((s.end - s.begin).count) / ticks_per_cycle;
    if ((s.track == Track::warp || s.track == Track::lsu) && s.instruction < kernel.instructions.size()) {
      const InstructionInfo& info = kernel.instructions[s.instruction];
      e["name"] = info.op;
      if (!info.source.empty()) args["source"] = info.source;
    }
    event(e.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    last_us = std::max(last_us, microseconds(s.end));
  }
  for (const TimelineLevel& l : kernel.timeline.levels) {
    constexpr const char* names[] = {"L1 sectors in flight", "instructions queued", "DRAM bursts queued"};
    const int process = (l.kind == TimelineLevel::Kind::dram_queue ? first_lane_process : 0) + l.unit;
    const char* name = names[static_cast<std::size_t>(l.kind)];
    event(ordered_json{{"ph", "C"}, {"name", name}, {"pid", process}, {"ts", microseconds(l.at)}, {"args", {{name, l.value}}}}.dump());
  }
  begin_us_ = last_us + 1;
}

void TimelineJson::finish() { out_ << "\n]}\n"; }

}  // namespace warpmem
