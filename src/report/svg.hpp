// SVG by hand: a drawing that is well-formed, escaped, the same bytes every time, and readable in light, dark and grey.
//
// Text stays text; nothing is told apart by hue alone. Colours are classes of one style sheet (svg_style.cpp), so that the
// viewer's preference for light or dark decides; viewers without media queries show the light one. Each drawing carries a
// title and a description for those who do not see it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpmem::report::svg {

// Fit for XML text and attribute values; what XML cannot hold becomes U+FFFD.
std::string escaped(std::string_view text);
// At most two decimals, none that say nothing: "12", "0.5".
std::string number(double x);
// About how wide a text is in the drawings' type face.
double text_width(std::string_view utf8, double size);
// Cut at its end, with an ellipsis, to be at most this wide.
std::string fitted(std::string_view utf8, double size, double width);

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};
struct Point {
  double x = 0, y = 0;
};
enum class Anchor { start, middle, end };
using Attributes = std::vector<std::pair<std::string, std::string>>;

// Drawn over a fill, so that it differs from others without its colour too.
enum class Pattern { diagonal, dots, cross, stripes };

class Drawing {
 public:
  // `id` is unique within a page that holds several drawings: letters, digits and '-'.
  Drawing(std::string id, double width, std::string title, std::string description);

  // Classes are those of svg_style.cpp; several are separated by spaces.
  void rect(Box box, std::string_view classes, double radius = 0);
  void pattern(Box box, Pattern pattern);
  void circle(Point centre, double radius, std::string_view classes);
  void line(Point from, Point to, std::string_view classes, double width = 1);
  void path(std::string_view data, std::string_view classes, double width = 1);
  void text(Point at, double size, std::string_view content, std::string_view classes = "ink", Anchor anchor = Anchor::start);
  // Turned by a quarter, to be read upwards; `at` is its middle.
  void text_upwards(Point at, double size, std::string_view content, std::string_view classes = "ink");
  // What belongs together, with attributes for scripts and tests (data-lane, ...) and a title that viewers show on hovering.
  void open(const Attributes& attributes, std::string_view title = {});
  void close();

  double width() const { return width_; }
  // The whole file, or the element alone to stand within a page of HTML that brings style() once for all.
  std::string file(double height) const;
  std::string element(double height) const;

 private:
  std::string document(double height, std::string_view rules) const;
  std::string id_, title_, description_, body_;
  double width_;
};

// The rules behind the classes, without <style>.
std::string_view style();

}  // namespace warpmem::report::svg
