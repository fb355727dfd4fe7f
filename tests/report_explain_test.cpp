#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/explain.hpp"
#include "report/lane_map.hpp"
#include "report/layout.hpp"
#include "report_support.hpp"

using namespace report_test;

namespace {

ParsedAccess access(const std::string& text) {
  auto parsed = parse_access(text);
  INFO(text);
  REQUIRE(parsed.has_value());
  return *parsed;
}

std::string text_of(const std::string& a, const TextStyle& style = {}) {
  const ParsedAccess p = access(a);
  return explain_text(p.record, p.addresses, machine(), style);
}

report::Explanation why(const std::string& a) {
  const ParsedAccess p = access(a);
  return p.record.space == Space::shared ? report::explain_shared(p.record, p.addresses)
                                         : report::explain_global(p.record, p.addresses, machine());
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an access four bytes past a line") {
  const std::string text = text_of("ld.global.b32 0x1004+4");
  CHECK(has(text, "32 lanes ask for 4 bytes each, 128 in all. 2 lines, 5 sectors: 160 bytes move,\n80 % used."));
  CHECK(has(text, "0x1000  ·███████ 0-6      ████████ 7-14     ████████ 15-22    ████████ 23-30\n"));
  CHECK(has(text, "0x1080  █······· 31       -"));
  CHECK(has(text, "lane 31 falls into the next one"));
  CHECK(has(text, "L1: 1 request, 1 tag wavefront, 1 data wavefront.   L2: 2 requests on a miss."));
}

TEST_CASE("the fix is one that was analysed and takes less") {
  CHECK(why("ld.global.b32 0x1004+4").fix.access == "0x1000+4");
  CHECK(why("ld.global.b32 0x1004+4").fix.cost == 4);
  CHECK(why("ld.global.b32 0x2000-4").fix.access == "0x1ffc-4");
  CHECK(why("ld.global.b32 0x2000-4").fix.cost == 4);
  CHECK(why("st.global.b32 0x1000+128").fix.access == "0x1000+4");
  CHECK(why("ld.global.b64 0x1000+64").fix.cost == 8);
  CHECK(why("red.global.b32 0x1000").fix.cost == 1);
  CHECK(why("ld.shared.b32 0+128").fix.access == "0+132");
  CHECK(why("ld.shared.b32 0+128").fix.cost == 1);
  CHECK(why("ld.shared.b64 0+256").fix.cost == 2);
  CHECK(why("ld.shared.b128 0+512").fix.cost == 4);
}

TEST_CASE("nothing is to be fixed where nothing is lost") {
  for (const char* a : {"ld.global.b32 0x1000+4", "ld.global.b128 0x1000+16", "ld.global.b32 0x1000", "ld.shared.b32 0+4",
                        "ld.shared.b32 0", "ld.shared.b8 0+1", "st.shared.b32 0+12"}) {
    CAPTURE(a);
    CHECK(why(a).fix.text.empty());
  }
}

TEST_CASE("padding rows is not advised within one row") {
  const report::Explanation e = why("ld.shared.b32 0+8");
  CHECK(has(e.fix.text, "Padding rows does not help"));
  CHECK(e.fix.access == "0+12");
  CHECK(e.fix.cost == 1);
}

TEST_CASE("bank conflicts in cycles and in words") {
  const std::string text = text_of("ld.shared.b32 0+128");
  CHECK(has(text, "32 lanes, all in bank 0, 32 different words: 32 wavefronts where 1 would do (31\nconflicts)."));
  CHECK(has(text, "23 cycles without conflicts become 85."));
  CHECK(has(why("ld.shared.b32 0+128").fix.text, "Pad the row to 33 words (0+132) and it takes 1 wavefront."));
}

TEST_CASE("any access fits in eighty columns, with and without block characters") {
  for (const char* a : {"ld.global.b32 0x7f0000000000+4", "ld.global.b32 0xffffffffff00+1024", "ld.global.b8 0x7f0000000001+3 @55555555",
                        "ld.global.b32 [0x7f0000000000 0x7f0000010004 0x7f0000000020 0x7f0000300040] @80010003", "atom.global.b64 0x1000+8",
                        "red.global.b32 0x1000", "ld.shared.b128 0+16", "st.shared.b64 0+8 @0000ffff", "atom.shared.b32 0",
                        "ld.local.b32 0x40+4", "ld.global.b32 0x1000+4 @00000001"}) {
    for (const bool ascii : {false, true}) {
      CAPTURE(a, ascii);
      const std::string text = text_of(a, {.colour = false, .ascii = ascii, .width = 80});
      std::istringstream in(text);
      for (std::string line; std::getline(in, line);) CHECK(report::columns(line) <= 80);
      if (ascii) CHECK(std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
    }
  }
}

TEST_CASE("lanes are listed briefly") {
  CHECK(report::lane_list(LaneMask(0x1), 10) == "0");
  CHECK(report::lane_list(LaneMask(0x7f), 10) == "0-6");
  CHECK(report::lane_list(LaneMask(0x11111111), 10) == "0,4..28");
  CHECK(report::lane_list(LaneMask(0x80000001), 10) == "0,31");
  CHECK(report::lane_list(LaneMask(0x0000100b), 10) == "0,1,3,12");
  CHECK(report::lane_list(LaneMask(0x5a5a5a5a), 10) == "16 lanes");
}

TEST_CASE("explain as JSON") {
  const ParsedAccess p = access("ld.global.b32 0x1004+4");
  const auto j = nlohmann::json::parse(explain_json(p.record, p.addresses, machine()));
  CHECK(j.at("op") == "ld.global.b32");
  CHECK(j.at("lines") == 2);
  CHECK(j.at("sectors") == 5);
  CHECK(j.at("ideal_sectors") == 4);
  CHECK(j.at("efficiency") == 0.8);
  CHECK(j.at("addresses").at(31) == 0x1080);
  CHECK(j.at("line_list").at(0).at("address") == 0x1000);
  CHECK(j.at("fix").at("sectors") == 4);
  const ParsedAccess s = access("ld.shared.b32 0+128");
  const auto t = nlohmann::json::parse(explain_json(s.record, s.addresses, machine()));
  CHECK(t.at("wavefronts") == 32);
  CHECK(t.at("conflicts") == 31);
  CHECK(t.at("latency_cycles") == 85);
  CHECK(t.at("fix").at("wavefronts") == 1);
}
