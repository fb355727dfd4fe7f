// Names, headings and units of the numbers of a kernel.
#include <catch2/catch.hpp>
#include <set>

#include "report/figures.hpp"
#include "report_support.hpp"

using namespace report_test;
using namespace warpmem::report;

TEST_CASE("every figure has its value, under a name and a heading of its own") {
  const auto figures = all_figures();
  const auto values = figure_values(transpose(), machine());
  REQUIRE(figures.size() == values.size());
  std::set<std::string> names;
  for (const Figure& f : figures) {
    CHECK(names.insert(f.name).second);
    if (f.heading != f.name) CHECK(names.insert(f.heading).second);
  }
  for (const auto& [name, value] : derived(transpose(), machine())) CHECK(values[*find_figure(figures, name)] == value);
  for (const auto& [name, value] : metrics(transpose(), machine())) CHECK(values[*find_figure(figures, name)] == value);
}

TEST_CASE("lines: 128 bytes each, summed over the requests of global accesses") {
  const auto d = derived(transpose(), machine());
  // 512 loads of one line, 512 stores of 32.
  CHECK(figure(d, "lines_per_request_global_ld") == 1);
  CHECK(figure(d, "lines_per_request_global_st") == 32);
  CHECK(figure(d, "lines_per_request_global") == 16.5);
  CHECK(figure(d, "line_bytes") == (512 + 16'384) * 128);
  CHECK(figure(d, "line_efficiency") == Approx(131'072.0 / ((512 + 16'384) * 128)));
  CHECK(figure(d, "sector_bytes") == (2048 + 16'384) * 32);
  CHECK(figure(d, "sectors_per_request_global") == 18);
}

TEST_CASE("a name that is not known is guessed, from its beginning, its letters or its middle") {
  const auto message = [](const char* name) { return find_figure(all_figures(), name).error().message; };
  CHECK(message("eficiency").find("did you mean 'efficiency'?") != std::string::npos);
  CHECK(message("hit_rate").find("did you mean 'l1_hit_rate'?") != std::string::npos);
  CHECK(message("qqqqqq").find("lists them") != std::string::npos);
}

TEST_CASE("figures are shown with their unit and no false digits") {
  CHECK(figure_text(FigureUnit::share, 0.03125) == "3.125 %");
  CHECK(figure_text(FigureUnit::share, 1) == "100 %");
  CHECK(figure_text(FigureUnit::share, 1.0 / 3) == "33.33 %");
  CHECK(figure_text(FigureUnit::bytes, 4096) == "4,096 B");
  CHECK(figure_text(FigureUnit::bytes, 134'217'728) == "134.2 MB");
  CHECK(figure_text(FigureUnit::ratio, 12.6666) == "12.67");
  CHECK(figure_text(FigureUnit::ratio, 4) == "4");
  CHECK(figure_text(FigureUnit::bandwidth, 1239.7) == "1,240");
  CHECK(figure_text(FigureUnit::count, 139'600) == "139,600");
  CHECK(figure_text(FigureUnit::nanoseconds, 1500) == "1.50 us");
}

TEST_CASE("plain numbers read back the same") {
  CHECK(plain_number(1e6) == "1000000");
  CHECK(plain_number(0.1) == "0.1");
  CHECK(std::stod(plain_number(1.0 / 3)) == 1.0 / 3);
}
