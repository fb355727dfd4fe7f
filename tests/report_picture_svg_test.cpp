// What all pictures are made of: escaping, numbers, and a document that viewers, printers and screen readers take.
#include "picture_support.hpp"
#include "report/svg.hpp"

using namespace picture_test;
using report::svg::escaped;

TEST_CASE("text is escaped for XML, in elements and attributes") {
  CHECK(escaped("a < b && c > \"d\" 'e'") == "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(escaped("transpose<float> é ⋮") == "transpose&lt;float&gt; é ⋮");
  CHECK(escaped("").empty());
}

TEST_CASE("what XML cannot hold is replaced") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(escaped(std::string("a\0b", 3)) == "a" + mark + "b");
  CHECK(escaped("\x1b[31m") == mark + "[31m");
  CHECK(escaped("\xff\xfe") == mark + mark);
  CHECK(escaped("a\xC3") == "a" + mark);
  CHECK(escaped("\xEF\xBF\xBE\xEF\xBF\xBF") == mark + mark);
  CHECK(escaped("tab\tnewline\n") == "tab\tnewline\n");
}

TEST_CASE("coordinates have no digits that say nothing") {
  using report::svg::number;
  CHECK(number(12) == "12");
  CHECK(number(0.5) == "0.5");
  CHECK(number(1.0 / 3) == "0.33");
  CHECK(number(-0.001) == "0");
  CHECK(number(1e300 * 1e300) == "0");
}

TEST_CASE("text is cut between characters, not within") {
  using report::svg::fitted;
  CHECK(fitted("short", 10, 100) == "short");
  CHECK(fitted("ééééééééééééééé", 10, 56) == "ééééééééé…");
}

TEST_CASE("names from a trace cannot leave the picture's text") {
  const std::string evil = "</title><script>alert(\"1\")</script>&\x01 'x'";
  for (const std::string& svg : {report::cycles_picture(report::cycle_rows(transpose(), machine()), 1, evil, {}),
                                 report::memory_picture(report::memory_flow(transpose(), machine()), evil, {}),
                                 report::bandwidth_picture(report::bandwidths(transpose(), machine()), machine().sm.clock, evil, {})}) {
    check_manners(svg);
    CHECK(svg.find("<script") == std::string::npos);
    CHECK(Drawn(svg).string("/svg/title").find("</title><script>alert(\"1\")</script>&") != std::string::npos);
  }
}

TEST_CASE("an element of a page brings neither a declaration nor a style sheet of its own") {
  const std::string file = report::lanes_picture(access("ld.global.b32 0x1000+4"), machine(), {});
  const std::string element = report::lanes_picture(access("ld.global.b32 0x1000+4"), machine(), {"k3", false});
  CHECK(file.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
  CHECK(element.starts_with("<svg "));
  CHECK(element.find("<style") == std::string::npos);
  for (const std::string& id : Drawn(element).all("//@id")) CHECK(id.starts_with("k3"));
}

TEST_CASE("every class that a picture uses has a rule") {
  const std::string rules(report::svg::style());
  for (const std::string& svg : {report::lanes_picture(access("ld.global.b32 0x1004+4 @ffff0000"), machine(), {}),
                                 report::banks_picture(access("ld.shared.b32 0+128"), access("ld.shared.b32 0+132"), {}),
                                 report::array_picture(access("ld.shared.b32 0+132"), report::shape_of(access("ld.shared.b32 0+132")), {}),
                                 report::memory_picture(report::memory_flow(transpose(), machine()), "k", {}),
                                 report::bandwidth_picture(report::bandwidths(transpose(), machine()), machine().sm.clock, "k", {}),
                                 report::cycles_picture(report::cycle_rows(transpose(), machine()), 1, "k", {})}) {
    for (const std::string& classes : Drawn(svg).all("//*[not(self::svg)]/@class")) {
      std::istringstream words(classes);
      for (std::string word; words >> word;) {
        CAPTURE(word);
        CHECK(rules.find("." + word) != std::string::npos);
      }
    }
  }
}
