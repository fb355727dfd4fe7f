// Lanes against sectors: every lane and every sector stands in the picture with the numbers of the textbook.
#include <fmt/format.h>

#include <random>

#include "picture_support.hpp"
#include "report/lane_map.hpp"

using namespace picture_test;

namespace {

std::string drawing(const std::string& text) { return report::lanes_picture(access(text), machine(), {}); }

}  // namespace

TEST_CASE("a picture of lanes has all 32, and the address of each that is active") {
  const Drawn all(drawing("ld.global.b32 0x1004+4"));
  CHECK(all.count("//g[@data-lane]") == 32);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(all.string("//g[@data-lane='" + std::to_string(lane) + "']/@data-address") == fmt::format("{:#x}", 0x1004 + 4 * lane));
  const Drawn half(drawing("ld.global.b32 0x1000+4 @0000ffff"));
  CHECK(half.count("//g[@data-lane]") == 32);
  CHECK(half.count("//g[@data-address]") == 16);
  CHECK(half.count("//g[@data-lane='16'][@data-address]") == 0);
}

TEST_CASE("an access four bytes past a line: five sectors move, the fifth for four bytes") {
  const Drawn d(drawing("ld.global.b32 0x1004+4"));
  CHECK(d.count("//g[@data-sector]") == 8);
  CHECK(d.count("//g[@data-sector][@data-used>0]") == 5);
  CHECK(d.string("//g[@data-line='0x1000'][@data-sector='0']/@data-used") == "28");
  CHECK(d.string("//g[@data-line='0x1000'][@data-sector='0']/@data-wasted") == "4");
  CHECK(d.string("//g[@data-line='0x1000'][@data-sector='3']/@data-used") == "32");
  CHECK(d.string("//g[@data-line='0x1080'][@data-sector='0']/@data-used") == "4");
  CHECK(d.string("//g[@data-line='0x1080'][@data-sector='0']/@data-wasted") == "28");
  CHECK(d.string("//g[@data-line='0x1080'][@data-sector='1']/@data-used") == "0");
  CHECK(d.string("/svg/desc") == "32 lanes ask for 4 bytes each. 2 lines, 5 sectors: 160 bytes move, 80 % of them used.");
  CHECK(d.count("//text[.='Start at a multiple of 128 (0x1000+4): 4 sectors.']") == 1);
}

TEST_CASE("the textbook's accesses, in lines, sectors and bytes") {
  struct Row {
    const char* access;
    unsigned lines, sectors, used, wasted;
  };
  for (const Row& row : {Row{"ld.global.b32 0x1000+4", 1, 4, 128, 0}, Row{"ld.global.b32 0x1000+8", 2, 8, 128, 128},
                         Row{"ld.global.b32 0x1000+32", 8, 32, 128, 896}, Row{"ld.global.b32 0x1000+128", 32, 32, 128, 896},
                         Row{"ld.global.b64 0x1000+8", 2, 8, 256, 0}, Row{"ld.global.b128 0x1000+16", 4, 16, 512, 0},
                         Row{"ld.global.b32 0x1000", 1, 1, 4, 28}, Row{"ld.global.b8 0x1000+1", 1, 1, 32, 0},
                         Row{"st.global.b32 0x1000+12", 3, 12, 128, 256}, Row{"ld.local.b32 0x1000+4", 1, 4, 128, 0}}) {
    CAPTURE(row.access);
    const Drawn d(drawing(row.access));
    CHECK(d.count("//g[@data-sector]") == 4 * row.lines);
    CHECK(d.count("//g[@data-sector][@data-used>0]") == row.sectors);
    CHECK(d.sum("//g/@data-used") == row.used);
    CHECK(d.sum("//g/@data-wasted") == row.wasted);
  }
}

TEST_CASE("each lane's number stands in its bytes where there is room, and threads lead there while they can be told apart") {
  const Drawn aligned(drawing("ld.global.b32 0x1000+4"));
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(aligned.count("//text[@class='on-used'][.='" + std::to_string(lane) + "']") == 1);
  CHECK(aligned.count("//line[@class='thread']") == 32);
  CHECK(Drawn(drawing("ld.global.b32 0x1000+128")).count("//line[@class='thread']") == 0);
  CHECK(Drawn(drawing("ld.global.b8 0x1000+1")).count("//text[@class='on-used'][.='0-31']") == 1);
  CHECK(Drawn(drawing("ld.global.b32 0x1000")).count("//text[@class='on-used'][.='32x' or .='0-31']") == 1);
}

TEST_CASE("scattered accesses of any width are drawn byte for byte") {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    const unsigned bytes = 1U << (random() % 5);
    std::string list;
    for (int lane = 0; lane < 32; ++lane) list += fmt::format("{} ", 0x7f0000000000 + random() % 4096 / bytes * bytes);
    const std::string text = fmt::format("ld.global.b{} [{}]", 8 * bytes, list);
    CAPTURE(text);
    const ParsedAccess p = access(text);
    const std::string svg = report::lanes_picture(p, machine(), {});
    const report::LaneMap map = report::map_lanes(p.record, p.addresses);
    const Drawn d(svg);
    CHECK(d.sum("//g/@data-used") == static_cast<double>(map.distinct_bytes));
    CHECK(d.count("//g[@data-sector]") == 4 * map.lines.size());
    check_manners(svg);
  }
}

TEST_CASE("an access by no lane is a picture too") {
  const std::string svg = drawing("ld.global.b32 0x1000+4 @00000000");
  check_manners(svg);
  CHECK(Drawn(svg).count("//g[@data-sector]") == 0);
  CHECK(Drawn(svg).string("/svg/desc") == "No lane is active.");
}
