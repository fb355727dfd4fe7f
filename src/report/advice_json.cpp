#include <nlohmann/json.hpp>

#include "report/advice.hpp"
#include "report/derived.hpp"
#include "report/findings.hpp"

namespace warpmem::report {
namespace {

using Json = nlohmann::ordered_json;

Json cost_json(const advise::Cost& cost) {
  return {{"cycles", cost.cycles},
          {"sectors", cost.sectors},
          {"l2_sectors", cost.l2_sectors},
          {"shared_wavefronts", cost.wavefronts},
          {"useful_bytes", cost.useful_bytes}};
}

Json finding_json(const advise::Finding& f, const KernelResult& kernel, const MachineConfig& machine) {
  Json out{{"rule", rule_name(f, kernel)},
           {"share", f.share},
           {"where", f.instruction ? place_of(kernel.instructions[*f.instruction]) : "kernel"},
           {"text", finding_text(f, kernel, machine)},
           {"found", f.found},
           {"least", f.least},
           {"noise", f.noise}};
  if (f.instruction) out["op"] = kernel.instructions[*f.instruction].op;
  if (f.lanes) out["lane_step"] = f.lanes->step;
  return out;
}

Json trial_json(const advise::Trial& trial, const advise::Advice& advice) {
  Json out{{"helps", trial.helps},
           {"cycles", trial.cost.cycles},
           {"speedup", ratio(advice.cost.cycles, trial.cost.cycles)},
           {"text", gain_text(trial, advice.cost)},
           {"cost", cost_json(trial.cost)}};
  Json& fixes = out["fixes"] = Json::array();
  for (const advise::Fix& fix : trial.fixes) {
    Json where = Json::array();
    for (const std::uint32_t i : fix.instructions) where.push_back(place_of(advice.kernel.instructions[i]));
    fixes.push_back({{"fix", fix_name(fix.kind)},
                     {"text", fix_text(fix, advice.kernel)},
                     {"change", change_text(fix, advice.kernel)},
                     {"where", std::move(where)}});
  }
  return out;
}

Json launches_json(const std::vector<advise::Advice>& all, const MachineConfig& machine) {
  Json launches = Json::array();
  for (const advise::Advice& advice : all) {
    Json kernel{{"name", advice.kernel.head.name}, {"launch", advice.launch}, {"cost", cost_json(advice.cost)}};
    Json& found = kernel["findings"] = Json::array();
    for (const advise::Finding& f : advice.findings) found.push_back(finding_json(f, advice.kernel, machine));
    Json& tried = kernel["trials"] = Json::array();
    for (const advise::Trial& t : advice.trials) tried.push_back(trial_json(t, advice));
    launches.push_back(std::move(kernel));
  }
  return launches;
}

std::string dump(const Json& value) { return value.dump(1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string advice_array(const std::vector<advise::Advice>& all, const MachineConfig& machine) { return dump(launches_json(all, machine)); }

std::string advice_json(const std::vector<advise::Advice>& all, const MachineConfig& machine, const ReportContext& context) {
  return dump({{"schema", "warpmem-advice/1"},
               {"tool", {{"name", "warpmem"}, {"version", std::string(version())}}},
               {"config", {{"name", machine.name}, {"digest", machine.digest}}},
               {"trace", {{"source", context.trace_source}}},
               {"kernels", launches_json(all, machine)}}) +
         '\n';
}

}  // namespace warpmem::report
