// Pictures read back: parsed as XML and asked by XPath.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "report/picture.hpp"
#include "report_support.hpp"

namespace picture_test {

using namespace report_test;

inline ParsedAccess access(const std::string& text) {
  auto parsed = parse_access(text);
  INFO(text);
  REQUIRE(parsed.has_value());
  return *parsed;
}

class Drawn {
 public:
  explicit Drawn(const std::string& text) {
    const auto result = document_.load_buffer(text.data(), text.size(), pugi::parse_full);
    INFO(result.description() << " at " << text.substr(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset)), 60));
    REQUIRE(result.status == pugi::status_ok);
  }
  std::size_t count(const std::string& path) const { return document_.select_nodes(path.c_str()).size(); }
  double sum(const std::string& path) const { return pugi::xpath_query(("sum(" + path + ")").c_str()).evaluate_number(document_); }
  std::string string(const std::string& path) const {
    return pugi::xpath_query(("string(" + path + ")").c_str()).evaluate_string(document_);
  }
  unsigned number(const std::string& path) const { return static_cast<unsigned>(std::stoul(string(path))); }
  std::vector<std::string> all(const std::string& path) const {
    std::vector<std::string> out;
    for (const auto& found : document_.select_nodes(path.c_str()))
      out.emplace_back(found.attribute() ? found.attribute().value() : found.node().text().get());
    return out;
  }

 private:
  pugi::xml_document document_;
};

// What every picture owes its viewers.
inline void check_manners(const std::string& svg) {
  const Drawn drawn(svg);
  CHECK(drawn.count("/svg[@viewBox][@width][@height][@role='img']") == 1);
  CHECK(!drawn.string("/svg/title").empty());
  CHECK(!drawn.string("/svg/desc").empty());
  CHECK(drawn.string("/svg/@aria-labelledby") == drawn.string("/svg/title/@id") + " " + drawn.string("/svg/desc/@id"));
  const auto ids = drawn.all("//@id");
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
  CHECK(drawn.count("//script") == 0);
  CHECK(drawn.count("//@href") == 0);
  CHECK(svg.find("prefers-color-scheme:dark") != std::string::npos);
  // Whatever a fill refers to is there.
  for (const std::string& fill : drawn.all("//@fill[starts-with(.,'url(')]"))
    CHECK(drawn.count("//pattern[@id='" + fill.substr(5, fill.size() - 6) + "']") == 1);
}

}  // namespace picture_test
