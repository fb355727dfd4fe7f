#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/derived.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "report/source_text.hpp"
#include "report/top.hpp"

namespace warpmem::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned below = 11;  // where what stands below a row begins

std::string sentence(const Top& top, const std::vector<TopRow>& all, TopBy by, const std::string& machine) {
  if (all.empty()) {
    const char* what = by == TopBy::sectors      ? "No instruction moves a sector more than it needs"
                       : by == TopBy::wavefronts ? "No instruction takes a wavefront more than it needs"
                                                 : "No instruction touches memory";
    return fmt::format("{}: {} on {}.", what, counted(top.cycles(), "cycle"), machine);
  }
  const TopRow& first = all.front();
  const std::string where = first.where == first.op ? first.op : first.where + " (" + first.op + ")";
  const auto share_of = [&all](std::uint64_t mine, std::uint64_t TopRow::*figure) {
    std::uint64_t sum = 0;
    for (const TopRow& r : all) sum += r.*figure;
    return percent(ratio(mine, sum));
  };
  switch (by) {
    case TopBy::sectors:
      return fmt::format("{} moves {} of all sectors beyond the least possible, on {}.", where,
                         share_of(first.sectors_beyond, &TopRow::sectors_beyond), machine);
    case TopBy::wavefronts:
      return fmt::format("{} takes {} of all wavefronts beyond the least possible, on {}.", where,
                         share_of(first.wavefronts_beyond, &TopRow::wavefronts_beyond), machine);
    case TopBy::executed:
      return fmt::format("{} runs most often: {}, on {}.", where, counted(first.counters.executed, "time"), machine);
    default:
      return fmt::format("{} takes {} of {} on {}.", where, percent(first.share), counted(top.cycles(), "cycle"), machine);
  }
}

}  // namespace

std::string top_text(const Top& top, TopBy by, std::size_t most, const ReportContext& context, const TextStyle& style) {
  const auto all = top.rows(by, 0);
  const std::size_t shown = most == 0 ? all.size() : std::min(most, all.size());
  std::string out = wrap(sentence(top, all, by, context.config_name), style.width) + '\n';
  if (all.empty()) return out;
  const auto line = [](const std::string& number, const std::string& share, const std::string& runs, const std::string& sectors,
                       const std::string& wavefronts, const std::string& where) {
    return right(number, 3) + right(share, 8) + right(runs, 13) + right(sectors, 14) + right(wavefronts, 14) + "  " + where;
  };
  out += '\n' + bold(line("", "", "", "sectors", "wavefronts", ""), style);
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n' + bold(line("", "cycles", "runs", "beyond least", "beyond least", "instruction"), style) + '\n';
  SourceText sources(context.trace_source);
  for (std::size_t i = 0; i < shown; ++i) {
    const TopRow& row = all[i];
    std::string where = row.where == row.op ? row.op : row.where + "  " + row.op;
    if (top.kernels() > 1) where += "  in " + row.kernel;
    constexpr unsigned indent = 54;
    constexpr unsigned least_room = 24;
    // What does not fit beside the figures stands below them.
    const bool fits = columns(where) + indent <= style.width || style.width < indent + least_room;
    out += line(count(i + 1), percent(row.share), count(row.counters.executed), count(row.sectors_beyond), count(row.wavefronts_beyond),
                fits ? where : row.where) +
           '\n';
    if (!fits) out += std::string(below, ' ') + where.substr(std::min(where.size(), row.where.size() + 2)) + '\n';
    if (const auto place = source_place(row.source))
      if (const auto text = sources.line(*place)) {
        const std::size_t begin = std::min(text->find_first_not_of(" \t"), text->size());
        out += std::string(below, ' ') + shortened(text->substr(begin), style.width - below, style.ascii) + '\n';
      }
    if (!row.cause.empty()) out += std::string(below, ' ') + wrap(row.cause, style.width - below, below) + '\n';
  }
  if (shown < all.size()) out += fmt::format("{} more: --most {}\n", count(all.size() - shown), all.size());
  return out;
}

std::string top_json(const Top& top, TopBy by, std::size_t most, const ReportContext& context) {
  constexpr const char* names[] = {"cycles", "sectors", "wavefronts", "executed"};
  Json out;
  out["schema"] = "warpmem-top/1";
  out["tool"] = {{"name", "warpmem"}, {"version", std::string(version())}};
  out["config"] = {{"name", context.config_name}, {"digest", context.config_digest}};
  out["trace"] = {{"source", context.trace_source}};
  out["by"] = names[static_cast<std::size_t>(by)];
  out["cycles"] = top.cycles();
  Json& rows = out["instructions"] = Json::array();
  for (const TopRow& row : top.rows(by, most)) {
    const InstructionCounters& c = row.counters;
    rows.push_back({{"kernel", row.kernel},
                    {"where", row.where},
                    {"src", row.source},
                    {"op", row.op},
                    {"share", row.share},
                    {"executed", c.executed},
                    {"requests", c.requests},
                    {"sectors", c.sectors},
                    {"ideal_sectors", c.ideal_sectors},
                    {"sectors_beyond", row.sectors_beyond},
                    {"wavefronts", c.wavefronts},
                    {"ideal_wavefronts", c.ideal_wavefronts},
                    {"wavefronts_beyond", row.wavefronts_beyond},
                    {"wait_cycles", static_cast<double>(c.wait_ticks) / static_cast<double>(ticks_per_cycle)},
                    {"cause", row.cause}});
  }
  return out.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpmem::report
