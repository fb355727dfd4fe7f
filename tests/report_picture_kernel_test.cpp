// Pictures of a whole kernel: their figures can be worked out on paper from report_support.hpp.
#include <algorithm>

#include "picture_support.hpp"
#include "warpmem/pictures.hpp"

using namespace picture_test;

TEST_CASE("what moved between the levels") {
  const report::MemoryFlow f = report::memory_flow(transpose(), machine());
  CHECK(f.lanes_l1.read == 65'536);
  CHECK(f.lanes_l1.write == 65'536);
  CHECK(f.l1_l2.read == 2048 * 32);
  CHECK(f.l1_l2.write == 16'384 * 32);
  CHECK(f.l2_dram.read == 65'536);
  CHECK(f.l2_dram.write == 0);
  CHECK(f.lanes_shared.read == 0);
  CHECK(f.l1_hits == 0.0);
  CHECK(*f.l2_hits == Approx(16'384.0 / 18'432));
  CHECK(*f.row_hits == 0.75);
  CHECK(f.l2_busy == Approx(0.9));
  CHECK(f.warps == 32);
}

TEST_CASE("the memory chart carries the bytes of each link, and shared memory where there was any") {
  const std::string svg = report::memory_picture(report::memory_flow(transpose(), machine()), "transpose", {});
  check_manners(svg);
  const Drawn d(svg);
  CHECK(d.string("//g[@data-link='lanes-l1'][@data-way='read']/@data-bytes") == "65536");
  CHECK(d.string("//g[@data-link='l1-l2'][@data-way='write']/@data-bytes") == "524288");
  CHECK(d.string("//g[@data-link='l2-dram'][@data-way='write']/@data-bytes") == "0");
  CHECK(d.count("//text[.='write 524.3 kB']") == 1);
  CHECK(d.count("//text[.='hit 89 %']") == 1);
  CHECK(d.count("//text[.='row hits 75 %']") == 1);
  CHECK(d.count("//g[@data-link='lanes-shared']") == 0);
  const Drawn shared(report::memory_picture(report::memory_flow(conflicts(), machine()), "columns", {}));
  CHECK(shared.string("//g[@data-link='lanes-shared'][@data-way='read']/@data-bytes") == "12800");
  CHECK(shared.count("//text[.='3,216 wavefronts']") == 1);
  CHECK(shared.count("//text[.='loads hit -']") == 1);
}

TEST_CASE("bandwidths stand against ceilings that the machine's description gives") {
  MachineConfig m = machine();
  m.l2.read_sector_interval = SmCycles(2);
  const auto levels = report::bandwidths(transpose(), m);
  REQUIRE(levels.size() == 3);
  CHECK(levels[0].level == "L1 and shared");
  CHECK(levels[0].ceiling == 4 * 128);
  CHECK(levels[0].achieved == Approx(13.1072));
  CHECK(levels[1].level == "L2");
  CHECK(levels[1].ceiling == 8 * 32 / 2);
  CHECK(levels[1].achieved == Approx(18'432 * 32 / 10'000.0));
  CHECK(levels[1].asked == Approx(13.1072));
  CHECK(levels[2].level == "DRAM");
  CHECK(levels[2].ceiling == Approx(128));
  CHECK(levels[2].achieved == Approx(6.5536));
  const std::string svg = report::bandwidth_picture(levels, m.sm.clock, "transpose", {});
  check_manners(svg);
  const Drawn d(svg);
  CHECK(d.count("//g[@data-level]") == 3);
  CHECK(d.string("//g[@data-level='DRAM']/@data-ceiling") == "128");
  CHECK(d.count("//g[@data-level='DRAM']/text[.='6.55 GB/s of 128 GB/s: 5 %']") == 1);
  // Filled in proportion to the level's own ceiling.
  const double outline = std::stod(d.string("//g[@data-level='DRAM']/rect[@class='outline']/@width"));
  CHECK(std::stod(d.string("//g[@data-level='DRAM']/rect[@class='used']/@width")) == Approx(outline * 6.5536 / 128).margin(0.01));
}

TEST_CASE("a level without a figure to stand against is left out") {
  const auto levels = report::bandwidths(transpose(), machine());
  CHECK(std::none_of(levels.begin(), levels.end(), [](const auto& b) { return b.level == "L2"; }));
  CHECK(report::bandwidths(empty_kernel("none"), machine()).empty());
  check_manners(report::bandwidth_picture({}, Megahertz(1000), "none", {}));
}

TEST_CASE("the bar of the cycles is full, its parts as wide as their shares") {
  const auto rows = report::cycle_rows(transpose(), machine());
  const std::string svg = report::cycles_picture(rows, 10'000, "transpose", {});
  check_manners(svg);
  const Drawn d(svg);
  double sum = 0;
  double widths = 0;
  for (const auto& row : rows) {
    sum += row.share;
    const std::string part = "//g[@data-part='" + row.name + "']";
    if (row.share < 0.001) {
      CHECK(d.count(part) == 0);
      continue;
    }
    const double width = std::stod(d.string(part + "/rect[1]/@width"));
    CHECK(width == Approx(992 * row.share).margin(0.01));
    widths += width;
  }
  CHECK(sum == Approx(1));
  CHECK(widths == Approx(992).margin(0.1));
  CHECK(d.sum("//g/@data-percent") == 100);
  CHECK(rows.front().name == "L2 writes");
}

TEST_CASE("a kernel that did nothing has pictures") {
  for (const Picture& p : kernel_pictures(empty_kernel("none"), machine(), {})) {
    CAPTURE(p.name);
    check_manners(p.svg);
  }
}

TEST_CASE("pictures of the hottest instructions come with their sample, and are the same bytes each time") {
  const std::vector<SampleAccess> samples = {{1, 0, 0, access("st.global.b32 0x1000+128")}};
  const auto pictures = kernel_pictures(transpose(), machine(), samples);
  std::vector<std::string> names;
  for (const Picture& p : pictures) names.push_back(p.name);
  CHECK(names == std::vector<std::string>{"cycles", "memory", "bandwidth", "1-st.global.b32-lanes"});
  const auto again = kernel_pictures(transpose(), machine(), samples);
  for (std::size_t i = 0; i < pictures.size(); ++i) CHECK(pictures[i].svg == again[i].svg);
}
