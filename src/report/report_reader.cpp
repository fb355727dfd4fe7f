// A JSON report read back, for `diff`.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/diff.hpp"

namespace warpmem::report {
namespace {

using Json = nlohmann::ordered_json;

void add_figures(const Json& from, DiffedKernel& kernel) {
  for (const auto& [name, value] : from.items())
    if (value.is_number()) kernel.figures.emplace_back(name, value.get<double>());
}

DiffedKernel kernel_of(const Json& from) {
  DiffedKernel kernel{from.at("name").get<std::string>(), {}};
  kernel.figures.emplace_back("cycles", from.at("cycles").get<double>());
  kernel.figures.emplace_back("time_us", from.at("time_us").get<double>());
  add_figures(from.at("derived"), kernel);
  add_figures(from.at("metrics"), kernel);
  return kernel;
}

}  // namespace

Result<DiffedRun> read_report(const std::string& text, const std::string& file) {
  try {
    const Json report = Json::parse(text);
    if (!report.is_object() || !report.contains("schema") || !report["schema"].is_string())
      return input_error("JSON, but not a report: expected what 'warpmem run --json FILE' writes", file);
    const std::string schema = report.value("schema", std::string());
    if (schema != "warpmem-report/1")
      return input_error(fmt::format("'{}' is not a report: expected what 'warpmem run --json' writes, warpmem-report/1", schema), file);
    DiffedRun run{file, report.at("config").at("name").get<std::string>(), {}};
    for (const Json& kernel : report.at("kernels")) run.kernels.push_back(kernel_of(kernel));
    return run;
  } catch (const Json::parse_error& e) {
    return input_error(fmt::format("a report that is not whole: no JSON from byte {} on", e.byte), file);
  } catch (const Json::exception&) {
    return input_error(
        "a report without what belongs in one: expected config.name and kernels with name, cycles, time_us, derived and "
        "metrics",
        file);
  }
}

}  // namespace warpmem::report
