#include "lesson/measure.hpp"

#include <algorithm>

#include "kernels/spec.hpp"
#include "lesson/expression.hpp"
#include "lesson/one_access.hpp"
#include "lesson/written.hpp"
#include "report/derived.hpp"
#include "report/figures.hpp"
#include "report/first_accesses.hpp"
#include "report/format.hpp"
#include "report/lane_map.hpp"

namespace warpmem::lesson {
namespace {

using report::ratio;

constexpr std::string_view kernel_prefix = "kernel:";
constexpr std::string_view written_prefix = "warpmem-trace";
constexpr const char* lone_load = "ld.global.b32 0x1000+4";

tl::unexpected<Error> broken(std::string message) { return tl::make_unexpected(Error{ErrorKind::internal, std::move(message)}); }

Value converted(const report::Figure& figure, double number) {
  switch (figure.unit) {
    case report::FigureUnit::count:
      return {number, Unit::count};
    case report::FigureUnit::share:
      return {number, Unit::share};
    case report::FigureUnit::bytes:
      return {number, Unit::bytes};
    case report::FigureUnit::microseconds:
      return {number, Unit::microseconds};
    case report::FigureUnit::nanoseconds:
      return {number / 1000, Unit::microseconds};
    case report::FigureUnit::bandwidth:
      return {number, Unit::bandwidth};
    default:
      return {number, Unit::ratio};
  }
}

void add_short_names(Measured& m) {
  const auto add = [&m](const char* name, double number, Unit unit) { m.figures[name] = {number, unit}; };
  const auto real = [](std::uint64_t n) { return static_cast<double>(n); };
  const KernelResult& k = m.result;
  const L1OpCounters &loads = k.sm.global[index_of(Op::load)], &stores = k.sm.global[index_of(Op::store)];
  const SharedOpCounters &reads = k.sm.shared[index_of(Op::load)], &writes = k.sm.shared[index_of(Op::store)];
  add("lines", ratio(report::lines_touched(k, "ld.global"), loads.requests), Unit::ratio);
  add("sectors", ratio(loads.sectors, loads.requests), Unit::ratio);
  add("store_lines", ratio(report::lines_touched(k, "st.global"), stores.requests), Unit::ratio);
  add("store_sectors", ratio(stores.sectors, stores.requests), Unit::ratio);
  add("loads", real(loads.instructions), Unit::count);
  add("stores", real(stores.instructions), Unit::count);
  add("load_sectors", real(loads.sectors), Unit::count);
  add("load_bytes", real(loads.lane_bytes), Unit::bytes);
  add("loaded_words", real(loads.lane_bytes) / 4, Unit::count);
  add("data_wavefronts", ratio(loads.data_wavefronts, loads.requests), Unit::ratio);
  add("shared_loads", real(reads.instructions), Unit::count);
  add("wavefronts", ratio(reads.wavefronts, reads.instructions), Unit::ratio);
  add("conflicts", ratio(reads.conflicts, reads.instructions), Unit::ratio);
  add("shared_stores", real(writes.instructions), Unit::count);
  add("store_wavefronts", ratio(writes.wavefronts, writes.instructions), Unit::ratio);
  add("instructions", real(k.sm.instructions), Unit::count);
  add("threads", real(k.head.grid.volume() * k.head.block.volume()), Unit::count);
  add("registers", real(k.head.registers), Unit::count);
}

Result<Measured> simulated(const std::string& what, const MachineConfig& machine) {
  Measured m;
  m.what = what;
  m.title = what;
  std::unique_ptr<TraceSource> source;
  const bool written = what.starts_with(written_prefix), trace = what.find(':') != std::string::npos;
  if (written) {
    source = open_written(what);
  } else if (trace) {
    auto opened = open_trace(what);
    if (!opened) return tl::make_unexpected(opened.error());
    source = *std::move(opened);
  } else {
    auto access = parse_access(what);
    if (!access) return tl::make_unexpected(access.error());
    const report::LaneMap map = report::map_lanes(access->record, access->addresses);
    m.figures["distinct_bytes"] = {static_cast<double>(map.distinct_bytes), Unit::bytes};
    if (!map.lines.empty())
      m.figures["span_bytes"] = {static_cast<double>(map.lines.back().address + line_bytes - map.lines.front().address), Unit::bytes};
    source = std::make_unique<OneAccess>(what, *std::move(access));
  }
  report::FirstAccesses watched(*source, true);
  // Samples are of the launch in hand, so they are taken before the next one is looked for.
  auto done = simulate(watched, machine, {}, [&](KernelResult&& kernel) {
    m.result = std::move(kernel);
    m.samples = watched.samples();
  });
  if (!done) return tl::make_unexpected(done.error());
  const std::vector<report::Figure> figures = report::all_figures();
  const std::vector<double> values = report::figure_values(m.result, machine);
  for (std::size_t i = 0; i < figures.size() && i < values.size(); ++i) m.figures[figures[i].name] = converted(figures[i], values[i]);
  add_short_names(m);
  if (written) m.title = m.result.head.name;
  if (m.figures.contains("distinct_bytes"))
    m.figures["wanted_share"] = {ratio(m.figures["distinct_bytes"].number, m.figures["sector_bytes"].number), Unit::share};
  if (what.starts_with(kernel_prefix))
    for (const auto& [key, value] : kernels::parse_spec(what.substr(kernel_prefix.size())).values)
      m.figures[key] = {static_cast<double>(value), Unit::count};
  return m;
}

Result<Value> of_the_machine(std::string_view name, const MachineConfig& machine) {
  const auto real = [](auto n) { return static_cast<double>(n); };
  const double peak = machine.dram_peak_GBs();
  const std::pair<std::string_view, Value> all[] = {
      {"warp", {lanes_per_warp, Unit::count}},
      {"line", {line_bytes, Unit::bytes}},
      {"sector", {sector_bytes, Unit::bytes}},
      {"word", {4, Unit::bytes}},
      {"banks", {32, Unit::count}},
      {"machine.sms", {real(machine.sm.count), Unit::count}},
      {"machine.clock_MHz", {real(machine.sm.clock.count), Unit::count}},
      {"machine.memory_clock_MHz", {real(machine.dram.clock.count), Unit::count}},
      // Memory sends on both edges of its clock.
      {"machine.bus_bytes", {ratio(peak * 1000, 2 * real(machine.dram.clock.count)), Unit::bytes}},
      {"machine.peak_GBs", {peak, Unit::bandwidth}},
      {"machine.l1_bytes", {real(machine.l1.total.count), Unit::bytes}},
      {"machine.l2_bytes", {real(machine.l2.total.count), Unit::bytes}},
      {"machine.register_bytes", {4 * real(machine.sm.registers) * real(machine.sm.count), Unit::bytes}},
  };
  for (const auto& [known, value] : all)
    if (known == name) return value;
  return broken("there is no figure '" + std::string(name) + "'");
}

}  // namespace

std::string show(const Value& value) {
  using report::FigureUnit;
  switch (value.unit) {
    case Unit::count:
      return report::figure_text(FigureUnit::count, value.number);
    case Unit::share:
      return report::figure_text(FigureUnit::share, value.number);
    case Unit::bytes:
      return report::figure_text(FigureUnit::bytes, value.number);
    case Unit::microseconds:
      return report::microseconds(value.number);
    case Unit::bandwidth:
      return report::bandwidth(value.number);
    case Unit::times:
      return report::times(value.number);
    default:
      return report::significant(value.number, 3);
  }
}

Result<const Measured*> Bench::run(std::string_view name) {
  if (const auto known = done_.find(name); known != done_.end()) return &known->second;
  const auto planned = std::find_if(plan_.runs.begin(), plan_.runs.end(), [name](const auto& run) { return run.first == name; });
  if (planned == plan_.runs.end()) return broken("there is no run '" + std::string(name) + "'");
  auto measured = simulated(planned->second, machine_);
  if (!measured) return tl::make_unexpected(measured.error());
  if (!lone_load_us_) {
    const auto lone = simulated(lone_load, machine_);
    if (!lone) return tl::make_unexpected(lone.error());
    lone_load_us_ = lone->result.time_us;
  }
  const double time = measured->result.time_us, latency = std::min(time, *lone_load_us_);
  measured->figures["latency_us"] = {latency, Unit::microseconds};
  measured->figures["transfer_us"] = {time - latency, Unit::microseconds};
  return &done_.emplace(name, *std::move(measured)).first->second;
}

Result<Value> Bench::value(std::string_view name) {
  const std::size_t point = name.find('.');
  if (point == name.npos || name.starts_with("machine.")) return of_the_machine(name, machine_);
  const auto measured = run(name.substr(0, point));
  if (!measured) return tl::make_unexpected(measured.error());
  const auto figure = (*measured)->figures.find(name.substr(point + 1));
  if (figure == (*measured)->figures.end()) return broken("there is no figure '" + std::string(name) + "'");
  return figure->second;
}

Result<double> Bench::evaluate(std::string_view expression) {
  return lesson::evaluate(expression, [this](std::string_view name) -> Result<double> {
    const auto found = value(name);
    if (!found) return tl::make_unexpected(found.error());
    return found->number;
  });
}

}  // namespace warpmem::lesson
