// Single warp instructions: every counter that the profiler read, equal or not.
#include <map>

#include "../hardware_traces.hpp"
#include "hardware.hpp"
#include "lab.hpp"
#include "report.hpp"
#include "warpmem/report.hpp"

namespace accuracy {
namespace {

struct Count {
  std::size_t equal = 0, rows = 0;
};

std::size_t count_equal(const std::vector<nlohmann::json>& rows, const std::vector<warpmem::KernelResult>& kernels,
                        std::map<std::string, Count>& counts) {
  std::size_t whole_rows = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto list = warpmem::metrics(kernels.at(i));
    const std::map<std::string, double> simulated(list.begin(), list.end());
    bool whole = true;
    for (const auto& [name, value] : rows[i].at("measured").items()) {
      // "... minus 1": the measuring kernel's own wavefront is already taken off.
      const std::string metric = name.substr(0, name.find(' '));
      const bool equal = simulated.at(metric) == value.get<double>();
      Count& count = counts[metric];
      ++count.rows;
      if (equal) ++count.equal;
      whole = whole && equal;
    }
    if (whole) ++whole_rows;
  }
  return whole_rows;
}

void compare(Report& report, const std::string& file, const std::function<std::uint64_t(std::size_t, const nlohmann::json&)>& base) {
  const auto rows = hardware_lines(file);
  std::string text = "warpmem-trace 1\n";
  for (std::size_t i = 0; i < rows.size(); ++i) text += warpmem::test::access_kernel(rows[i], base(i, rows[i]));
  std::map<std::string, Count> counts;
  const std::size_t whole = count_equal(rows, run_text(text, shipped("h200")), counts);
  Table table({"`" + file + "`", "equal / all"});
  Count all;
  for (const auto& [name, count] : counts) {
    table.row({"`" + name + "`", std::to_string(count.equal) + " / " + std::to_string(count.rows)});
    all.equal += count.equal;
    all.rows += count.rows;
  }
  report.table(table);
  report.verdict("Counters of `" + file + "`", std::to_string(all.equal) + " of " + std::to_string(all.rows) + " figures equal, " +
                                                   std::to_string(whole) + " of " + std::to_string(rows.size()) + " accesses equal in all");
}

}  // namespace

void single_accesses(Report& report) {
  report.section("Single accesses", "One warp instruction in a kernel of its own on the H200, cold: counters have to be equal, not near.");
  compare(report, "h200-patterns.jsonl", [](std::size_t i, const nlohmann::json&) { return first_buffer + i * (std::uint64_t{2} << 20); });
  compare(report, "h200-tag-banks.jsonl",
          [](std::size_t, const nlohmann::json& row) { return std::stoull(row.at("base").get<std::string>(), nullptr, 16); });
}

}  // namespace accuracy
