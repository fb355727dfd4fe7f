// Lanes against banks, and arrays by banks: who meets whom, in which wavefront, and what padding changes.
#include <fmt/format.h>

#include <random>

#include "picture_support.hpp"
#include "warpmem/access.hpp"

using namespace picture_test;

namespace {

std::string drawing(const std::string& text) {
  const ParsedAccess p = access(text);
  return report::banks_picture(p, report::fixed_access(p, machine()), {});
}
std::string array(const std::string& text) {
  const ParsedAccess p = access(text);
  return report::array_picture(p, report::shape_of(p), {});
}
std::string lane_in(const char* panel, unsigned lane) { return fmt::format("//g[@data-panel='{}']//g[@data-lane='{}']", panel, lane); }

}  // namespace

TEST_CASE("a column walk before and after padding, side by side") {
  const Drawn d(drawing("ld.shared.b32 0+128"));
  for (unsigned lane = 0; lane < 32; ++lane) {
    CAPTURE(lane);
    CHECK(d.number(lane_in("before", lane) + "/@data-wavefront") == lane);
    CHECK(d.all(lane_in("before", lane) + "/g/@data-bank") == std::vector<std::string>{"0"});
    CHECK(d.number(lane_in("after", lane) + "/@data-wavefront") == 0);
    CHECK(d.all(lane_in("after", lane) + "/g/@data-bank") == std::vector<std::string>{std::to_string(lane)});
  }
  CHECK(d.string("//g[@data-panel='before']//g[@data-turns-of-bank='0']/@data-turns") == "32");
  CHECK(d.string("//g[@data-panel='before']//g[@data-turns-of-bank='1']/@data-turns") == "0");
  CHECK(d.count("//g[@data-panel='after']//g[@data-turns='1']") == 32);
  CHECK(d.count("//text[.='32 wavefronts, 31 bank conflicts']") == 1);
  CHECK(d.count("//text[.='1 wavefront, no conflicts']") == 1);
  CHECK(d.count("//text[.='ld.shared.b32 0+132']") == 1);
}

TEST_CASE("stride two meets in pairs; its wavefronts have numbers and shades of their own") {
  const Drawn d(drawing("ld.shared.b32 0+8"));
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK(d.number(lane_in("before", lane) + "/@data-wavefront") == lane / 16);
    CHECK(d.number(lane_in("before", lane) + "/g/@data-bank") == 2 * lane % 32);
  }
  CHECK(d.string(lane_in("before", 0) + "/g/rect/@class") != d.string(lane_in("before", 16) + "/g/rect/@class"));
}

TEST_CASE("what has no conflict stands alone") {
  for (const char* text : {"ld.shared.b32 0+4", "ld.shared.b32 0", "ld.shared.b32 0+132", "ld.shared.b128 0+16"}) {
    CAPTURE(text);
    const std::string svg = drawing(text);
    CHECK(Drawn(svg).count("//g[@data-panel]") == 1);
    check_manners(svg);
  }
  CHECK(Drawn(drawing("ld.shared.b32 0")).count("//g[@data-lane]/g[@data-bank='0']") == 32);
  CHECK(Drawn(drawing("ld.shared.b128 0+16")).count("//g[@data-lane='9']/g[@data-bank]") == 4);
}

TEST_CASE("scattered accesses show the wavefronts that the simulator counts") {
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    const unsigned bytes = 1U << (random() % 5);
    std::string list;
    for (int lane = 0; lane < 32; ++lane) list += fmt::format("{} ", random() % 2048 / bytes * bytes);
    const ParsedAccess p = access(fmt::format("ld.shared.b{} [{}]", 8 * bytes, list));
    const SharedAccess a = analyse_shared(p.record, p.addresses);
    const std::string svg = report::banks_picture(p, std::nullopt, {});
    const Drawn d(svg);
    for (unsigned lane = 0; lane < 32; ++lane) CHECK(d.number(lane_in("before", lane) + "/@data-wavefront") == a.lane_wavefront[lane]);
    for (unsigned bank = 0; bank < 32; ++bank)
      CHECK(d.number(fmt::format("//g[@data-turns-of-bank='{}']/@data-turns", bank)) == a.bank_words[bank]);
    check_manners(svg);
    check_manners(report::array_picture(p, report::shape_of(p), {}));
  }
}

TEST_CASE("a square array has 1,024 words, and a column of it lies in one bank") {
  const std::string svg = array("ld.shared.b32 0+128");
  check_manners(svg);
  const Drawn d(svg);
  CHECK(d.count("//g[@data-word]") == 1024);
  CHECK(d.count("//g[@data-padding]") == 0);
  CHECK(d.count("//g[@data-lanes]") == 32);
  CHECK(d.count("//g[@data-lanes][@data-bank='0'][@data-column='0']") == 32);
  CHECK(d.string("//g[@data-row='5'][@data-column='0']/@data-lanes") == "00000020");
  CHECK(d.count("//g[@data-row='5'][@data-column='0']/text[.='5']") == 1);
}

TEST_CASE("a word of padding moves each row by a bank") {
  const Drawn d(array("ld.shared.b32 0+132"));
  CHECK(d.count("//g[@data-padding]") == 32);
  for (unsigned row = 0; row < 32; ++row) {
    CAPTURE(row);
    CHECK(d.number(fmt::format("//g[@data-row='{}'][@data-column='0']/@data-bank", row)) == row);
    CHECK(d.string(fmt::format("//g[@data-row='{}'][@data-column='0']/@data-lanes", row)) == fmt::format("{:08x}", 1U << row));
  }
  CHECK(d.string("/svg/desc") == "Taken as rows of 32 words and 1 word of padding. The access touches 32 banks: 1 wavefront.");
}

TEST_CASE("of a large array the rows are drawn that the access touches") {
  const Drawn d(array("ld.shared.b32 0+512"));
  CHECK(d.count("//g[@data-word]") == 32 * 32);
  CHECK(d.count("//g[@data-lanes][@data-bank='0']") == 32);
  CHECK(d.count("//text[.='Dashed: rows that the access leaves out.']") == 1);
}

TEST_CASE("an array begins where the access does, and backwards walks find the same rows") {
  const report::ArrayShape shape = report::shape_of(access("ld.shared.b32 256+132"));
  CHECK(shape.start == 256);
  CHECK(shape.columns == 32);
  CHECK(shape.pitch == 33);
  const report::ArrayShape back = report::shape_of(access("ld.shared.b32 4092-132"));
  CHECK(back.start == 0);
  CHECK(back.pitch == 33);
  CHECK(report::shape_of(access("ld.shared.b32 [0 4 400] @00000007")).columns == 0);
}
