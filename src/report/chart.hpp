// Curves over one swept key.
#pragma once

#include <string>
#include <vector>

#include "report/sweep_table.hpp"

namespace warpmem::report {

struct Curve {
  std::string name;
  std::vector<double> x, y;
};
struct Chart {
  std::string title, subtitle;  // the subtitle may be empty
  std::string x_name, y_name;
  FigureUnit y_unit = FigureUnit::count;
  std::vector<std::string> categories;  // when x are not numbers: their names, and Curve::x their indices
  std::vector<Curve> curves;            // at most six look different
};
// A whole SVG file.
std::string chart_picture(const Chart& chart);

// The sweep's figure over one of its keys; the other keys make the curves. `x`: the key's name, or "" for the one with the
// most numbers. `y`: a figure, or "" for the first that says something: bandwidth, else cycles; latency where it is a column.
// A usage error when there is no such key or figure.
Result<Chart> sweep_chart(const SweepTable& table, const std::string& x, const std::string& y);

}  // namespace warpmem::report
