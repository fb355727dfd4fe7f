// What several pictures have in common: headings, running text, legends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/picture.hpp"
#include "report/svg.hpp"

namespace warpmem::report {

inline constexpr double picture_margin = 24;

// Each returns the y below what it drew. `code`: in the type face of program text.
double heading(svg::Drawing& drawing, std::string_view text, bool code = false);
double paragraph(svg::Drawing& drawing, svg::Point at, double width, double size, std::string_view text, std::string_view classes = "ink");

struct LegendEntry {
  std::string classes;
  bool hatched = false;
  std::string words;
};
double legend(svg::Drawing& drawing, svg::Point at, const std::vector<LegendEntry>& entries);

std::string finished(const svg::Drawing& drawing, double height, const Frame& frame);

}  // namespace warpmem::report
