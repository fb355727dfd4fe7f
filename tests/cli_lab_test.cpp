// warpmem lab: what is written and what is said.
#include <catch2/catch.hpp>

#include "cli_support.hpp"
#include "temporary_folder.hpp"

using namespace cli_test;
using Catch::Matchers::Contains;

TEST_CASE("lab writes one page that needs nothing else") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "page.html").string();
  const auto run = warpmem("lab -o " + file);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Contains("file://" + file + "\n"));
  const std::string page = read_file(file);
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page.size() > 500'000);
  CHECK(page.size() < 3'000'000);
  CHECK_THAT(page, Contains("default-src 'none'"));
  for (const char* fetched : {"src=\"", "<link", "@import", "url(http"}) {
    INFO(fetched);
    CHECK(page.find(fetched) == std::string::npos);
  }
  CHECK(page.find("@@") == std::string::npos);
}

TEST_CASE("lab sends the page to standard output") {
  const auto run = warpmem("lab -o -");
  CHECK(run.status == 0);
  CHECK(run.out.starts_with("<!DOCTYPE html>"));
  CHECK(run.out.ends_with("</html>\n"));
}

TEST_CASE("lab opens with the accesses it is given, written as a link") {
  const TemporaryFolder folder;
  const auto run = warpmem("lab 'ld.shared.b32 0+128' 'ld.shared.b32 0+132 @0000ffff' -o " + (folder.path() / "p.html").string());
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, Contains("p.html#a=ld.shared.b32%200+128&b=ld.shared.b32%200+132%20@0000ffff"));
}

TEST_CASE("lab refuses what it cannot show, and writes nothing") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "p.html").string();
  CHECK(warpmem("lab 'ld.global.b32 0x1002+4' -o " + file).status == 3);
  CHECK(warpmem("lab 'ld.shared.b32 0' 'ld.shared.b32 0' 'ld.shared.b32 0' -o " + file).status == 2);
  CHECK(warpmem("lab --open -o -").status == 2);
  CHECK(warpmem("lab -o " + (folder.path() / "none" / "p.html").string()).status != 0);
  CHECK_FALSE(std::filesystem::exists(file));
  const auto into_folder = warpmem("lab -o " + folder.path().string());
  CHECK(into_folder.status == 2);
  CHECK(into_folder.out.empty());
  CHECK_THAT(into_folder.err, Contains(folder.path().string() + ": this is a folder: name a file in it"));
  CHECK(std::filesystem::is_empty(folder.path()));
}
