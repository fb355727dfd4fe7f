// warpmem check: is this a good trace, and what is in it?
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/open.hpp"
#include "cli/output.hpp"
#include "cli/trace_sums.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::cli {
namespace {

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string text_of(const std::string& name, const TraceSums& sums, const std::string& digest) {
  std::string out = fmt::format("{}: a good trace\n", name == "-" ? "standard input" : name);
  const std::pair<const char*, std::uint64_t> rows[] = {{"kernels", sums.kernels},
                                                        {"blocks", sums.blocks},
                                                        {"warps", sums.warps},
                                                        {"records", sums.records},
                                                        {"instructions", sums.instructions},
                                                        {"lane accesses", sums.lane_accesses}};
  for (const auto& [label, n] : rows) out += fmt::format("  {:<20}{:>18}\n", label, grouped(n));
  out += "by operation\n";
  for (const auto& [op, n] : sums.by_op) out += fmt::format("  {:<20}{:>18}\n", op, grouped(n));
  for (const NotModelled& n : sums.not_modelled) out += fmt::format("  not modelled: {} {}\n", grouped(n.count), n.what);
  return out + "digest " + digest + '\n';
}

std::string json_of(const std::string& name, const TraceSums& sums, const std::string& digest) {
  nlohmann::ordered_json out = {{"schema", "warpmem-check/1"},
                                {"trace", {{"source", name}, {"digest", digest}}},
                                {"kernels", sums.kernels},
                                {"blocks", sums.blocks},
                                {"warps", sums.warps},
                                {"records", sums.records},
                                {"instructions", sums.instructions},
                                {"lane_accesses", sums.lane_accesses}};
  auto& ops = out["by_op"] = nlohmann::ordered_json::object();
  for (const auto& [op, n] : sums.by_op) ops[op] = n;
  auto& missing = out["not_modelled"] = nlohmann::ordered_json::array();
  for (const NotModelled& n : sums.not_modelled) missing.push_back({{"what", n.what}, {"count", n.count}});
  return out.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

CommandLine check_line() {
  CommandLine line({"check", "TRACE",
                    "Reads a trace to its end: status 0 and a summary when all of it is good, status 3 and the first error when not.",
                    "  warpmem check trace.wmt\n"
                    "  zcat trace.wmt.gz | warpmem check -\n"});
  line.options()("json", "the summary as JSON");
  return line;
}

int check_main(const Words& words) {
  const auto values = check_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  if (given.size() != 1) return report_usage(given.empty() ? "no trace was named" : "one trace at a time", "check");
  const auto source = open_named(given[0]);
  if (!source) return report_error(source.error());
  const auto sums = sum_up(**source);
  if (!sums) return report_error(sums.error());
  const std::string name = (*source)->name();
  const std::string digest = (*source)->digest();
  return print(values->count("json") != 0 ? json_of(name, *sums, digest) : text_of(name, *sums, digest));
}

}  // namespace warpmem::cli
