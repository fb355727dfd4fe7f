#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/layout.hpp"
#include "trace/utf8.hpp"

namespace warpmem::report::svg {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

const char* pattern_name(Pattern pattern) {
  switch (pattern) {
    case Pattern::diagonal:
      return "diagonal";
    case Pattern::dots:
      return "dots";
    case Pattern::stripes:
      return "stripes";
    default:
      return "cross";
  }
}

// Patterns are named after the drawing: a page may hold several, and names are the page's.
std::string definitions(const std::string& id) {
  return fmt::format(
      "<defs>"
      "<pattern id=\"{0}-diagonal\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
      "<line class=\"hatch\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"5\" stroke-width=\"2.4\"/></pattern>"
      "<pattern id=\"{0}-stripes\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
      "<line class=\"stripe\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"7\" stroke-width=\"5\"/></pattern>"
      "<pattern id=\"{0}-dots\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">"
      "<circle class=\"hatch-dot\" cx=\"2.5\" cy=\"2.5\" r=\"1.1\"/></pattern>"
      "<pattern id=\"{0}-cross\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
      "<path class=\"hatch\" d=\"M0 0V6M0 0H6\" fill=\"none\" stroke-width=\"1.8\"/></pattern>"
      "</defs>\n",
      id);
}

void append_escaped(std::string& out, char c) {
  const auto code = static_cast<unsigned char>(c);
  if (c == '&')
    out += "&amp;";
  else if (c == '<')
    out += "&lt;";
  else if (c == '>')
    out += "&gt;";
  else if (c == '"')
    out += "&quot;";
  else if (c == '\'')
    out += "&#39;";
  else if ((code < 0x20 && c != '\t' && c != '\n' && c != '\r') || code == 0x7F)
    out += replacement;
  else
    out += c;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t bad = trace::find_invalid_utf8(text);
    for (const char c : text.substr(0, bad)) append_escaped(out, c);
    if (bad == text.npos) break;
    out += replacement;
    text.remove_prefix(bad + 1);
  }
  // U+FFFE and U+FFFF are UTF-8 but not XML.
  for (const std::string_view none : {std::string_view("\xEF\xBF\xBE"), std::string_view("\xEF\xBF\xBF")})
    for (std::size_t at = 0; (at = out.find(none, at)) != out.npos;) out.replace(at, none.size(), replacement);
  return out;
}

std::string number(double x) {
  if (!std::isfinite(x)) return "0";
  std::string text = fmt::format("{:.2f}", x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

double text_width(std::string_view utf8, double size) { return 0.56 * size * static_cast<double>(columns(utf8)); }

std::string fitted(std::string_view utf8, double size, double width) {
  if (text_width(utf8, size) <= width) return std::string(utf8);
  const auto room = static_cast<std::size_t>(std::max(1.0, width / (0.56 * size) + 1e-9));
  std::size_t end = 0;
  for (std::size_t n = 0; n + 1 < room && end < utf8.size(); ++n) do
      ++end;
    while (end < utf8.size() && trace::continues_character(utf8[end]));
  return std::string(utf8.substr(0, end)) + "…";
}

Drawing::Drawing(std::string id, double width, std::string title, std::string description)
    : id_(std::move(id)), title_(std::move(title)), description_(std::move(description)), width_(width) {}

void Drawing::rect(Box box, std::string_view classes, double radius) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", classes, number(box.x), number(box.y),
                       number(box.width), number(box.height));
  if (radius > 0) body_ += fmt::format(" rx=\"{}\"", number(radius));
  body_ += "/>\n";
}

void Drawing::pattern(Box box, Pattern pattern) {
  body_ += fmt::format("<rect fill=\"url(#{}-{})\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", id_, pattern_name(pattern),
                       number(box.x), number(box.y), number(box.width), number(box.height));
}

void Drawing::circle(Point centre, double radius, std::string_view classes) {
  body_ +=
      fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", classes, number(centre.x), number(centre.y), number(radius));
}

void Drawing::line(Point from, Point to, std::string_view classes, double width) {
  body_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", classes, number(from.x), number(from.y), number(to.x),
                       number(to.y));
  if (width != 1) body_ += fmt::format(" stroke-width=\"{}\"", number(width));
  body_ += "/>\n";
}

void Drawing::path(std::string_view data, std::string_view classes, double width) {
  body_ += fmt::format("<path class=\"{}\" d=\"{}\"", classes, escaped(data));
  if (width != 1) body_ += fmt::format(" stroke-width=\"{}\"", number(width));
  body_ += "/>\n";
}

void Drawing::text(Point at, double size, std::string_view content, std::string_view classes, Anchor anchor) {
  body_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\"", classes, number(at.x), number(at.y), number(size));
  if (anchor != Anchor::start) body_ += anchor == Anchor::middle ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
  body_ += '>' + escaped(content) + "</text>\n";
}

void Drawing::text_upwards(Point at, double size, std::string_view content, std::string_view classes) {
  body_ += fmt::format(
      "<text class=\"{0}\" x=\"{1}\" y=\"{2}\" font-size=\"{3}\" text-anchor=\"middle\" transform=\"rotate(-90 {1} {2})\">{4}</text>\n",
      classes, number(at.x), number(at.y), number(size), escaped(content));
}

void Drawing::open(const Attributes& attributes, std::string_view title) {
  body_ += "<g";
  for (const auto& [name, value] : attributes) body_ += fmt::format(" {}=\"{}\"", name, escaped(value));
  body_ += ">";
  if (!title.empty()) body_ += "<title>" + escaped(title) + "</title>";
  body_ += '\n';
}

void Drawing::close() { body_ += "</g>\n"; }

std::string Drawing::document(double height, std::string_view rules) const {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"warpmem-picture\" id=\"{0}\" viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" "
      "role=\"img\" aria-labelledby=\"{0}-title {0}-description\">\n"
      "<title id=\"{0}-title\">{3}</title>\n<desc id=\"{0}-description\">{4}</desc>\n",
      id_, number(width_), number(height), escaped(title_), escaped(description_));
  if (!rules.empty()) out += fmt::format("<style>{}</style>\n", rules);
  out += definitions(id_);
  out += fmt::format("<rect class=\"paper\" x=\"0\" y=\"0\" width=\"{}\" height=\"{}\"/>\n", number(width_), number(height));
  return out + body_ + "</svg>\n";
}

std::string Drawing::element(double height) const { return document(height, {}); }

std::string Drawing::file(double height) const { return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document(height, style()); }

}  // namespace warpmem::report::svg
