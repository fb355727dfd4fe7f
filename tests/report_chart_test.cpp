// Charts of sweeps: scales, ticks, and which key and figure are chosen.
#include <catch2/catch.hpp>

#include "report/axis.hpp"
#include "report/chart.hpp"

using namespace warpmem::report;

namespace {

SweepTable table(std::vector<std::string> keys, std::vector<std::vector<std::string>> rows) {
  SweepTable t;
  t.keys = std::move(keys);
  t.figures = all_figures();
  for (auto& row : rows) {
    SweepRow r;
    r.keys = std::move(row);
    r.kernel = "k";
    r.config = "paper";
    r.values.assign(t.figures.size(), static_cast<double>(t.rows.size() + 1));
    t.rows.push_back(std::move(r));
  }
  t.columns = {0};
  return t;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

}  // namespace

TEST_CASE("keys that double are drawn logarithmically, keys that count are not") {
  CHECK(key_axis({1, 2, 4, 8, 16}).logarithmic);
  CHECK(key_axis({1, 2, 4, 8, 32}).logarithmic);
  CHECK_FALSE(key_axis({1, 2, 3, 4, 5, 6, 7, 8}).logarithmic);
  CHECK_FALSE(key_axis({0, 1, 2, 4}).logarithmic);
  CHECK(key_axis({4, 1, 2, 1}).ticks == std::vector<double>{1, 2, 4});
  CHECK(key_axis({1, 2, 4}).place(2) == Approx(0.5));
}

TEST_CASE("many keys get round ticks, one gets its own") {
  std::vector<double> values;
  for (int i = 1; i <= 64; ++i) values.push_back(i);
  CHECK(key_axis(values).ticks == std::vector<double>{10, 20, 30, 40, 50, 60});
  CHECK(key_axis({7}).ticks == std::vector<double>{7});
  CHECK(key_axis({7}).place(7) == 0.5);
}

TEST_CASE("quantities are drawn from 0, and logarithmically only when they span a hundredfold") {
  const Axis a = value_axis({30, 540});
  CHECK_FALSE(a.logarithmic);
  CHECK(a.ticks.front() == 0);
  CHECK(a.ticks.back() == 600);
  CHECK(a.place(300) == Approx(0.5));
  const Axis b = value_axis({3, 5000});
  CHECK(b.logarithmic);
  CHECK(b.ticks == std::vector<double>{1, 10, 100, 1000, 10000});
  CHECK(value_axis({0, 0}).ticks == std::vector<double>{0, 1});
}

TEST_CASE("the key with the most numbers is the axis, the others are the curves") {
  const auto chart = sweep_chart(table({"config", "stride"}, {{"a", "1"}, {"a", "2"}, {"b", "1"}, {"b", "2"}}), "", "");
  REQUIRE(chart.has_value());
  CHECK(chart->x_name == "stride");
  REQUIRE(chart->curves.size() == 2);
  CHECK(chart->curves[0].name == "a");
  CHECK(chart->curves[1].x == std::vector<double>{1, 2});
  CHECK(chart->curves[1].y == std::vector<double>{3, 4});
  const auto numbers = sweep_chart(table({"bytes", "stride"}, {{"4", "1"}, {"8", "1"}, {"4", "2"}, {"8", "2"}, {"16", "2"}}), "", "cycles");
  CHECK(numbers->x_name == "bytes");
  CHECK(numbers->curves[0].name == "stride 1");
}

TEST_CASE("points in any order make a curve from left to right; Ki is a thousand and twenty-four") {
  const auto chart = sweep_chart(table({"footprint"}, {{"4Ki"}, {"1024"}, {"2Ki"}}), "", "");
  CHECK(chart->curves[0].x == std::vector<double>{1024, 2048, 4096});
  CHECK(chart->curves[0].y == std::vector<double>{2, 3, 1});
}

TEST_CASE("names on the axis keep their order") {
  const auto chart = sweep_chart(table({"config"}, {{"b"}, {"a"}}), "", "");
  CHECK(chart->categories == std::vector<std::string>{"b", "a"});
  CHECK(chart->curves[0].x == std::vector<double>{0, 1});
}

TEST_CASE("a picture has a marker with its numbers for each point, and curves differ by dash and marker") {
  const auto chart = sweep_chart(table({"config", "stride"}, {{"a<b", "1"}, {"a<b", "2"}, {"c", "1"}, {"c", "2"}}), "", "");
  const std::string svg = chart_picture(*chart);
  CHECK(occurrences(svg, "<title>a&lt;b, stride 1: cycles 1</title>") == 1);
  CHECK(occurrences(svg, "class=\"curve0\"") == 2);  // the curve and its sample in the legend
  CHECK(occurrences(svg, "class=\"curve1\"") == 2);
  CHECK(occurrences(svg, "class=\"curve-mark1\"") == 3);
  CHECK(occurrences(svg, "stroke-dasharray") >= 6);
  CHECK(svg.find("a<b") == std::string::npos);
}

TEST_CASE("headings are broken at their joints") {
  CHECK(heading_lines("sectors/request", 9) == std::vector<std::string>{"sectors/", "request"});
  CHECK(heading_lines("bytes by lines", 9) == std::vector<std::string>{"bytes by", "lines"});
  CHECK(heading_lines("cycles", 3) == std::vector<std::string>{"cycles"});
}
