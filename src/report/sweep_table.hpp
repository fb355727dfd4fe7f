// The points of a sweep as a table: for people, as CSV and as JSON.
#pragma once

#include <string>
#include <vector>

#include "report/figures.hpp"

namespace warpmem::report {

// One kernel at one point.
struct SweepRow {
  std::vector<std::string> keys;  // values of SweepTable::keys, as they were written
  std::string trace, config, config_digest, kernel;
  std::vector<std::string> set;  // overrides, "key=value"
  std::vector<double> values;    // figure_values()
};

struct SweepTable {
  std::vector<std::string> keys;     // what was swept: "stride", "config", "l1.hit_latency", ...
  std::vector<Figure> figures;       // all_figures()
  std::vector<std::size_t> columns;  // which of them are shown
  std::vector<SweepRow> rows;
};

// What to show when nobody asked: cycles and time; sectors a request, bytes moved, efficiency and bandwidth where global
// memory is touched; wavefronts an instruction where shared memory is; load latency where warps are few (chases).
std::vector<std::size_t> default_columns(const SweepTable& table);

std::string sweep_text(const SweepTable& table, const TextStyle& style);
std::string sweep_csv(const SweepTable& table);
// warpmem-sweep/1: an array of points; of the figures, the columns alone, or all of them.
std::string sweep_json(const SweepTable& table, bool all_figures);

// A name broken at blanks, '_', '/' and '.' into lines of about `width` columns.
std::vector<std::string> heading_lines(const std::string& name, std::size_t width);

}  // namespace warpmem::report
