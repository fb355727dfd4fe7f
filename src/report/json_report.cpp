// warpmem-report/1. Each kernel is written when it is done, so that a trace of a million launches needs no memory.
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "report/findings.hpp"
#include "warpmem/report.hpp"

namespace warpmem {
namespace {

using Json = nlohmann::ordered_json;

// Counts are written as integers, whatever type they were added up in.
Json number(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::floor(value) == value && std::abs(value) < exact) return static_cast<std::int64_t>(value);
  return value;
}

Json dims(const Dim3& d) { return Json::array({d.x, d.y, d.z}); }

Json instruction_json(const InstructionInfo& info, const InstructionCounters& c) {
  Json out;
  out["pc"] = info.pc;
  out["src"] = info.source;
  if (info.trace_line != 0) out["trace_line"] = info.trace_line;
  out["op"] = info.op;
  out["executed"] = c.executed;
  out["requests"] = c.requests;
  out["lines"] = c.lines;
  out["sectors"] = c.sectors;
  out["ideal_sectors"] = c.ideal_sectors;
  out["wavefronts"] = c.wavefronts;
  out["ideal_wavefronts"] = c.ideal_wavefronts;
  out["lane_bytes"] = c.lane_bytes;
  out["wait_cycles"] = static_cast<double>(c.wait_ticks) / static_cast<double>(ticks_per_cycle);
  return out;
}

Json kernel_json(const KernelResult& kernel, const MachineConfig& machine, const std::vector<SampleAccess>& samples) {
  Json out;
  out["name"] = kernel.head.name;
  out["grid"] = dims(kernel.head.grid);
  out["block"] = dims(kernel.head.block);
  out["cycles"] = kernel.cycles;
  out["time_us"] = kernel.time_us;
  out["occupancy"] = {{"blocks_per_sm", kernel.occupancy.blocks_per_sm},
                      {"warps_per_sm", kernel.occupancy.warps_per_sm},
                      {"shared_carveout", kernel.occupancy.shared_carveout.count},
                      {"l1_capacity", kernel.occupancy.l1_capacity.count},
                      {"limited_by", kernel.occupancy.limited_by}};
  Json& figures = out["metrics"] = Json::object();
  for (const auto& [name, value] : metrics(kernel, machine)) figures[name] = number(value);
  Json& more = out["derived"] = Json::object();
  for (const auto& [name, value] : derived(kernel, machine)) more[name] = value;
  Json& rows = out["instructions"] = Json::array();
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i)
    rows.push_back(instruction_json(kernel.instructions[i], kernel.per_instruction[i]));
  Json& found = out["findings"] = Json::array();
  for (const report::Finding& f : report::findings(kernel, machine, samples))
    found.push_back({{"rule", f.rule}, {"share", f.share}, {"where", f.where}, {"text", f.text}});
  Json& missing = out["not_modelled"] = Json::array();
  for (const NotModelled& n : kernel.not_modelled) missing.push_back({{"what", n.what}, {"count", n.count}});
  return out;
}

// Names come from trace files: bytes that are not UTF-8 are replaced rather than refused.
std::string dump(const Json& value) { return value.dump(1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string_view version() { return WARPMEM_VERSION; }

JsonReport::JsonReport(std::ostream& out, const MachineConfig& machine) : out_(out), machine_(machine) {
  out_ << "{\n\"schema\": \"warpmem-report/1\",\n\"tool\": " << dump(Json{{"name", "warpmem"}, {"version", std::string(version())}})
       << ",\n\"config\": " << dump(Json{{"name", machine.name}, {"digest", machine.digest}}) << ",\n\"kernels\": [";
}

void JsonReport::kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples) {
  out_ << (first_ ? "\n" : ",\n") << dump(kernel_json(kernel, machine_, samples));
  first_ = false;
}

// The trace's digest is known only when all of it was read, so it comes last.
void JsonReport::finish(const ReportContext& context, const std::string& advice) {
  out_ << "\n]";
  if (!advice.empty()) out_ << ",\n\"advice\": " << advice;
  out_ << ",\n\"trace\": " << dump(Json{{"source", context.trace_source}, {"digest", context.trace_digest}}) << "\n}\n";
}

}  // namespace warpmem
