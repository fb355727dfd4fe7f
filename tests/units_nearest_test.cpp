// "Did you mean": which known name a mistyped one can have stood for.
#include <catch2/catch.hpp>

#include "units/nearest.hpp"

using namespace warpmem;

TEST_CASE("edit distance counts slips of the hand") {
  CHECK(edit_distance("h200", "h200") == 0);
  CHECK(edit_distance("H200", "h200") == 0);
  CHECK(edit_distance("h20", "h200") == 1);
  CHECK(edit_distance("h2000", "h200") == 1);
  CHECK(edit_distance("h100", "h200") == 1);
  CHECK(edit_distance("hti", "hit") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest name is given only when it can have been meant") {
  const std::vector<std::string_view> known{"run", "explain", "trace", "compare"};
  CHECK(nearest("explian", known) == "explain");
  CHECK(nearest("cmpare", known) == "compare");
  CHECK(nearest("rnu", known) == "run");
  CHECK(nearest("zzzzzz", known).empty());
  CHECK(nearest("zz", {"ca", "cg", "lu"}).empty());
  CHECK(nearest("", known).empty());
  CHECK(nearest("x", {}).empty());
}

TEST_CASE("a name cut short is nearer than one with as many wrong letters") {
  const std::vector<std::string_view> known{"h200", "a100-sxm4-40gb", "a100-sxm4-80gb", "teaching"};
  CHECK(nearest("a100", known) == "a100-sxm4-40gb");
  CHECK(nearest("A100", known) == "a100-sxm4-40gb");
  CHECK(nearest("teach", known) == "teaching");
  CHECK(nearest("h200-pcie", known) == "h200");
  CHECK(nearest("h100", known) == "h200");
}

TEST_CASE("a word without end is compared with nothing") { CHECK(nearest(std::string(1 << 20, 'a'), {"a"}).empty()); }

TEST_CASE("the question is asked only when there is an answer") {
  CHECK(did_you_mean("rnu", {"run"}) == "; did you mean 'run'?");
  CHECK(did_you_mean("zzz", {"run"}).empty());
}
