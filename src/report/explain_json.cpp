#include <nlohmann/json.hpp>

#include "report/derived.hpp"
#include "report/explain.hpp"
#include "report/lane_map.hpp"
#include "warpmem/access.hpp"
#include "warpmem/report.hpp"

namespace warpmem {
namespace {

using Json = nlohmann::ordered_json;

Json lanes_json(const Record& record, const std::vector<std::uint64_t>& addresses) {
  const auto at = lane_addresses(record, addresses);
  Json out = Json::array();
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if (record.lanes.has(lane))
      out.push_back(at[lane]);
    else
      out.push_back(nullptr);
  }
  return out;
}

Json global_json(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine) {
  const GlobalAccess a = analyse_global(record, addresses, machine.l1);
  const report::LaneMap map = report::map_lanes(record, addresses);
  Json out = {{"requests", a.requests},
              {"lines", map.lines.size()},
              {"sectors", a.sectors},
              {"ideal_sectors", a.ideal_sectors},
              {"l2_requests", a.l2_requests},
              {"tag_wavefronts", a.tag_wavefronts},
              {"data_wavefronts", a.data_wavefronts},
              {"lane_bytes", std::uint64_t{map.lanes} * record.bytes},
              {"distinct_bytes", map.distinct_bytes},
              {"moved_bytes", a.sectors * sector_bytes},
              {"efficiency", report::ratio(map.distinct_bytes, std::uint64_t{a.sectors} * sector_bytes)}};
  Json& lines = out["line_list"] = Json::array();
  for (const GlobalLine& l : a.lines)
    lines.push_back({{"address", first_byte(l.line).count},
                     {"words", l.words.bits},
                     {"sectors", sectors_of(l.words).bits},
                     {"tag_bank", l.tag_bank},
                     {"tag_pass", l.tag_pass}});
  return out;
}

Json shared_json(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine) {
  const SharedAccess a = analyse_shared(record, addresses);
  const double extra = a.wavefronts == 0 ? 0 : a.wavefronts - 1;
  return {{"wavefronts", a.wavefronts},
          {"conflicts", a.conflicts},
          {"ideal_wavefronts", a.ideal_wavefronts},
          {"groups", a.groups},
          {"bank_words", a.bank_words},
          {"lane_wavefront", a.lane_wavefront},
          {"latency_cycles", machine.shared.latency.count + machine.shared.wavefront_latency.count * extra}};
}

}  // namespace

std::string explain_json(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine) {
  const bool shared = record.space == Space::shared;
  Json out = {{"schema", "warpmem-explain/1"},
              {"op", op_text(record.op, record.space, record.cache, record.bytes)},
              {"config", {{"name", machine.name}, {"digest", machine.digest}}},
              {"mask", record.lanes.bits},
              {"addresses", lanes_json(record, addresses)}};
  out.update(shared ? shared_json(record, addresses, machine) : global_json(record, addresses, machine));
  const report::Explanation e = shared ? report::explain_shared(record, addresses) : report::explain_global(record, addresses, machine);
  out["why"] = e.why;
  if (!e.fix.text.empty()) out["fix"] = {{"text", e.fix.text}, {"access", e.fix.access}, {shared ? "wavefronts" : "sectors", e.fix.cost}};
  return out.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string explain_text(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                         const TextStyle& style) {
  if (record.space == Space::shared) return report::draw_shared(record, addresses, machine, style);
  return report::draw_global(record, addresses, machine, style);
}

}  // namespace warpmem
