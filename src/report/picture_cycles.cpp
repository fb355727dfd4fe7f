// Where the cycles went, as one bar.
#include <fmt/format.h>

#include "report/format.hpp"
#include "report/layout.hpp"
#include "report/picture_parts.hpp"

namespace warpmem::report {
namespace {

constexpr double picture_width = 1040;
constexpr double bar_width = picture_width - 2 * picture_margin;
constexpr double bar_top = 104;
constexpr double bar_height = 60;

// Loads are plain, darker the farther from the SM; stores have the same shades under stripes; the rest have patterns alone.
void fill(svg::Drawing& drawing, svg::Box box, const CycleRow& row) {
  using Kind = CycleRow::Kind;
  switch (row.kind) {
    case Kind::load:
      drawing.rect(box, fmt::format("s{} cell", row.stage + 2));
      return;
    case Kind::store:
      drawing.rect(box, fmt::format("s{} cell", row.stage + 2));
      drawing.pattern(box, svg::Pattern::stripes);
      return;
    case Kind::issue:
      drawing.rect(box, "panel");
      drawing.pattern(box, svg::Pattern::cross);
      return;
    case Kind::launch:
      drawing.rect(box, "panel");
      drawing.pattern(box, svg::Pattern::dots);
      return;
    default:
      drawing.rect(box, "panel");
  }
}

}  // namespace

std::string cycles_picture(const std::vector<CycleRow>& rows, std::uint64_t cycles, const std::string& name, const Frame& frame) {
  std::vector<double> values;
  for (const CycleRow& r : rows) values.push_back(r.share);
  const auto whole = whole_percents(values);
  std::string told;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (whole[i] != 0) told += fmt::format("{}{} {} %", told.empty() ? "" : ", ", rows[i].name, whole[i]);
  svg::Drawing drawing(frame.id, picture_width, "Where the cycles of " + name + " went", told.empty() ? "No cycles." : told + ".");
  heading(drawing, "Where the cycles went");
  drawing.text({picture_margin, 64}, 15, svg::fitted(fmt::format("{}: {}", name, counted(cycles, "cycle")), 15, bar_width), "muted");

  double x = picture_margin;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double width = bar_width * rows[i].share;
    if (width < 0.5) continue;
    drawing.open({{"data-part", rows[i].name}, {"data-percent", fmt::format("{}", whole[i])}},
                 fmt::format("{}: {} %", rows[i].name, whole[i]));
    fill(drawing, {x, bar_top, width, bar_height}, rows[i]);
    for (const double size : {14.0, 12.0})
      if (1.1 * svg::text_width(rows[i].name, size) + 4 < width) {
        drawing.text({x + width / 2, bar_top - 9}, size, rows[i].name, "ink bold", svg::Anchor::middle);
        break;
      }
    if (width > 40) drawing.text({x + width / 2, bar_top + bar_height + 19}, 14, fmt::format("{} %", whole[i]), "ink", svg::Anchor::middle);
    drawing.close();
    x += width;
  }
  drawing.rect({picture_margin, bar_top, bar_width, bar_height}, "outline");

  // The same as a list, in three columns: slivers have no room for their names.
  double y = bar_top + bar_height + 46;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (whole[i] == 0) continue;
    const double left = picture_margin + static_cast<double>(shown % 3) * bar_width / 3;
    const double top = y + static_cast<double>(shown / 3) * 28;
    fill(drawing, {left, top, 28, 18}, rows[i]);
    drawing.text({left + 38, top + 14}, 14, rows[i].name);
    drawing.text({left + 230, top + 14}, 14, fmt::format("{} %", whole[i]), "ink", svg::Anchor::end);
    ++shown;
  }
  y += static_cast<double>((shown + 2) / 3) * 28;
  y = paragraph(drawing, {picture_margin, y - 2}, bar_width, 13,
                "Plain: loads waiting, darker the farther from the SM. Striped: stores and reductions, in the same shades. "
                "Crossed: instructions issuing. Dotted: blocks not yet started. Blank: nothing in flight.",
                "muted");
  return finished(drawing, y + 12, frame);
}

}  // namespace warpmem::report
