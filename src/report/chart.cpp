#include "report/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/axis.hpp"
#include "report/format.hpp"
#include "report/svg.hpp"

namespace warpmem::report {
namespace {

using svg::Anchor;
using svg::Drawing;
using svg::Point;

constexpr double chart_width = 760;
constexpr double left_edge = 92;
constexpr double right_edge = chart_width - 32;
constexpr double plot_height = 300;
constexpr double margin = 24;
constexpr std::size_t styles = 6;

// Where the curves are drawn, and the two scales.
struct Plot {
  double top = 0;
  Axis x, y;
  double bottom() const { return top + plot_height; }
  Point at(double px, double py) const {
    constexpr double inset = 14;  // markers at the ends stay clear of the frame
    return {left_edge + inset + x.place(px) * (right_edge - left_edge - 2 * inset), bottom() - y.place(py) * plot_height};
  }
};

const char* marker_shape(std::size_t style) {
  constexpr const char* shapes[styles] = {"M0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4z",
                                          "M-3.5-3.5H3.5V3.5H-3.5z",
                                          "M0-4.6L4.4 3.2H-4.4z",
                                          "M0-5L5 0L0 5L-5 0z",
                                          "M0-4.6A4.6 4.6 0 1 1 0 4.6A4.6 4.6 0 1 1 0-4.6zM0-2.2A2.2 2.2 0 1 0 0 2.2A2.2 2.2 0 1 0 0-2.2z",
                                          "M-1.2-4.5H1.2V-1.2H4.5V1.2H1.2V4.5H-1.2V1.2H-4.5V-1.2H-1.2z"};
  return shapes[style % styles];
}

void marker(Drawing& drawing, Point at, std::size_t style, std::string_view tip) {
  drawing.open({{"transform", fmt::format("translate({} {})", svg::number(at.x), svg::number(at.y))}}, tip);
  drawing.path(marker_shape(style), fmt::format("curve-mark{}", style % styles), 0);
  drawing.close();
}

std::string tick_text(FigureUnit unit, double value) {
  switch (unit) {
    case FigureUnit::share:
      return significant(100 * value, 4) + " %";
    case FigureUnit::bytes:
      return bytes(value);
    case FigureUnit::microseconds:
      return value == 0 ? "0" : microseconds(value);
    case FigureUnit::nanoseconds:
      return value == 0 ? "0" : microseconds(value / 1000);
    default:
      return significant(value, 4);
  }
}

// Keys such as footprints are mostly powers of two.
std::string key_text(double value) {
  constexpr double ki = 1024;
  constexpr std::pair<double, const char*> scales[] = {{ki * ki * ki, "Gi"}, {ki * ki, "Mi"}, {ki, "Ki"}};
  for (const auto& [scale, suffix] : scales)
    if (value >= 4 * ki && value >= scale && std::fmod(value, scale) == 0) return significant(value / scale, 4) + suffix;
  return significant(value, 6);
}

void draw_axes(Drawing& drawing, const Plot& plot, const Chart& chart) {
  for (const double t : plot.y.ticks) {
    const double y = plot.at(plot.x.low, t).y;
    drawing.line({left_edge, y}, {right_edge, y}, "rule");
    drawing.text({left_edge - 8, y + 4}, 12, tick_text(chart.y_unit, t), "muted", Anchor::end);
  }
  drawing.line({left_edge, plot.bottom()}, {right_edge, plot.bottom()}, "outline");
  // Names of categories take turns on two lines when they are many or long.
  const std::size_t n = chart.categories.empty() ? plot.x.ticks.size() : chart.categories.size();
  const double room = (right_edge - left_edge) / static_cast<double>(std::max<std::size_t>(n, 1));
  double taken = 0;  // up to here the line of labels is full
  for (std::size_t i = 0; i < n; ++i) {
    const double value = chart.categories.empty() ? plot.x.ticks[i] : static_cast<double>(i);
    const double x = plot.at(value, plot.y.low).x;
    const std::string label = chart.categories.empty() ? key_text(value) : svg::fitted(chart.categories[i], 12, 1.8 * room);
    const double y = plot.bottom() + 19 + (chart.categories.empty() ? 0 : static_cast<double>(i % 2) * 15);
    drawing.line({x, plot.bottom()}, {x, plot.bottom() + 5}, "outline");
    const double half = svg::text_width(label, 12) / 2;
    if (chart.categories.empty() && x - half < taken) continue;
    taken = x + half + 6;
    drawing.text({x, y}, 12, label, "muted", Anchor::middle);
  }
  drawing.text({(left_edge + right_edge) / 2, plot.bottom() + 54}, 13, chart.x_name, "ink", Anchor::middle);
  drawing.text_upwards({22, plot.top + plot_height / 2}, 13, chart.y_name, "ink");
}

void draw_curve(Drawing& drawing, const Plot& plot, const Chart& chart, std::size_t index) {
  const Curve& curve = chart.curves[index];
  drawing.open({{"data-curve", curve.name}});
  std::string path;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const Point p = plot.at(curve.x[i], curve.y[i]);
    path += fmt::format("{}{} {}", i == 0 ? 'M' : 'L', svg::number(p.x), svg::number(p.y));
  }
  if (curve.x.size() > 1) drawing.path(path, fmt::format("curve{}", index % styles), 2);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const std::string x = chart.categories.empty() ? significant(curve.x[i], 12) : chart.categories[static_cast<std::size_t>(curve.x[i])];
    const std::string tip = fmt::format("{}{}{} {}: {} {}", curve.name, curve.name.empty() ? "" : ", ", chart.x_name, x, chart.y_name,
                                        figure_text(chart.y_unit, curve.y[i]));
    marker(drawing, plot.at(curve.x[i], curve.y[i]), index, tip);
  }
  drawing.close();
}

double draw_legend(Drawing& drawing, const Chart& chart, double y) {
  if (chart.curves.size() < 2) return y;
  constexpr double sample = 34;
  double x = left_edge;
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    const std::string name = svg::fitted(chart.curves[i].name, 13, right_edge - left_edge - sample);
    const double width = sample + svg::text_width(name, 13) + 28;
    if (x > left_edge && x + width > right_edge + 28) {
      x = left_edge;
      y += 22;
    }
    drawing.line({x, y}, {x + sample - 6, y}, fmt::format("curve{}", i % styles), 2);
    marker(drawing, {x + (sample - 6) / 2, y}, i, {});
    drawing.text({x + sample + 2, y + 4}, 13, name);
    x += width;
  }
  return y + 20;
}

std::string told(const Chart& chart) {
  std::string text = chart.title + '.';
  for (const Curve& c : chart.curves) {
    if (c.y.empty()) continue;
    const auto [least, most] = std::minmax_element(c.y.begin(), c.y.end());
    text += fmt::format(" {}{}from {} to {}.", c.name, c.name.empty() ? "" : ": ", figure_text(chart.y_unit, *least),
                        figure_text(chart.y_unit, *most));
  }
  return text;
}

}  // namespace

std::string chart_picture(const Chart& chart) {
  Plot plot;
  std::vector<double> xs;
  std::vector<double> ys;
  for (const Curve& c : chart.curves) {
    xs.insert(xs.end(), c.x.begin(), c.x.end());
    ys.insert(ys.end(), c.y.begin(), c.y.end());
  }
  plot.x = key_axis(xs);
  if (!chart.categories.empty()) plot.x.logarithmic = false;
  plot.y = value_axis(ys);
  Drawing drawing("chart", chart_width, chart.title, told(chart));
  drawing.text({margin, 34}, 18, svg::fitted(chart.title, 18, chart_width - 2 * margin), "ink bold");
  double y = 54;
  if (!chart.subtitle.empty()) {
    drawing.text({margin, y}, 13, svg::fitted(chart.subtitle, 13.5, chart_width - 2 * margin), "muted");
    y += 22;
  }
  plot.top = draw_legend(drawing, chart, y + 4) + 10;
  draw_axes(drawing, plot, chart);
  for (std::size_t i = 0; i < chart.curves.size(); ++i) draw_curve(drawing, plot, chart, i);
  return drawing.file(plot.bottom() + 72);
}

}  // namespace warpmem::report
