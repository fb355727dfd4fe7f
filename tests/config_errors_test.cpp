// What is wrong with a configuration, and where.
#include <catch2/catch.hpp>

#include "temporary_folder.hpp"
#include "warpmem/config.hpp"

using namespace warpmem;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

Error error_of(const std::string& name, const std::vector<std::string>& overrides = {}) {
  const auto loaded = load_config(name, overrides);
  REQUIRE_FALSE(loaded);
  return loaded.error();
}

// The error of a file with these sections over the teaching machine.
Error error_in(const std::string& sections) {
  const TemporaryFolder folder;
  const std::string path = folder.write("bad.json", "{\n  \"extends\": \"teaching\",\n" + sections + "\n}\n");
  Error error = error_of(path);
  CHECK(error.kind == ErrorKind::input);
  CHECK(error.file == path);
  return error;
}

}  // namespace

TEST_CASE("an unknown key is named at its place with the nearest known one") {
  const Error error = error_in("  \"l1\": {\n    \"hit_latncy\": 40\n  }");
  CHECK(error.message == "there is no parameter 'l1.hit_latncy'; did you mean 'l1.hit_latency'?");
  CHECK(error.line == 4);
  CHECK(error.column == 5);
  CHECK(error.excerpt == "    \"hit_latncy\": 40");
  CHECK(error.excerpt_column == 5);
}

TEST_CASE("an unknown section and an unknown part of a value are named as well") {
  const Error section = error_in("  \"drm\": {}");
  CHECK_THAT(section.message, EndsWith("did you mean 'dram'?"));
  CHECK(section.line == 3);
  CHECK(section.column == 3);
  const Error part = error_in("  \"l1\": {\"hit_latency\": {\"value\": 40, \"units\": \"cycles\"}}");
  CHECK_THAT(part.message, Contains("'units'; did you mean 'unit'?"));
  CHECK(part.column == 39);
}

TEST_CASE("a wrong, a needless and a missing unit") {
  const Error wrong = error_in("  \"l1\": {\"hit_latency\": {\"value\": 40, \"unit\": \"ns\"}}");
  CHECK(wrong.message == "l1.hit_latency is in cycles, not in 'ns'");
  CHECK(wrong.line == 3);
  CHECK(wrong.column == 47);
  CHECK(error_in("  \"sm\": {\"count\": {\"value\": 4, \"unit\": \"cycles\"}}").message == "sm.count has no unit, but 'cycles' is given");
  CHECK(error_in("  \"l1\": {\"total\": {\"value\": 4096}}").message == "l1.total needs its unit: bytes or KiB or MiB");
}

TEST_CASE("a value of the wrong type is pointed at") {
  CHECK_THAT(error_in("  \"l1\": {\"hit_latency\": \"40\"}").message, StartsWith("l1.hit_latency must be a number"));
  CHECK_THAT(error_in("  \"l1\": {\"hit_latency\": [1, 2]}").message, StartsWith("l1.hit_latency is one value"));
  CHECK_THAT(error_in("  \"l1\": {\"hit_latency\": true}").message, StartsWith("l1.hit_latency must be a number"));
  CHECK_THAT(error_in("  \"l1\": {\"tag_bank_masks\": [1, 2]}").message, StartsWith("l1.tag_bank_masks must be two masks in hex"));
  CHECK_THAT(error_in("  \"l1\": {\"tag_bank_masks\": [\"0x1\"]}").message, StartsWith("l1.tag_bank_masks must be two masks in hex"));
  CHECK_THAT(error_in("  \"sm\": {\"shared_carveouts\": 0}").message, StartsWith("sm.shared_carveouts must be a list"));
  CHECK_THAT(error_in("  \"sm\": {\"scheduler\": \"oldest\"}").message, Contains("greedy_then_oldest"));
  CHECK_THAT(error_in("  \"sm\": {\"count\": 2.5}").message, StartsWith("sm.count must be a whole number"));
  CHECK_THAT(error_in("  \"l1\": 3").message, Contains("'l1' is a section"));
  CHECK_THAT(error_in("  \"l1\": {\"hit_latency\": {\"unit\": \"cycles\"}}").message, Contains("has no \"value\""));
  CHECK_THAT(error_in("  \"name\": 3").message, Contains("'name' must be a string"));
}

TEST_CASE("a value out of range is told what the range is, in the parameter's own unit") {
  const Error zero = error_in("  \"l1\": {\"hit_latency\": 0}");
  CHECK(zero.message == "l1.hit_latency is 0 cycles, out of its range: 1 to 10000 cycles");
  CHECK(zero.column == 25);
  CHECK_THAT(error_in("  \"l2\": {\"fetch\": {\"value\": 1, \"unit\": \"KiB\"}}").message,
             Contains("1024 bytes, out of its range: 32 to 64 bytes"));
  CHECK_THAT(error_in("  \"sm\": {\"count\": -1}").message, Contains("out of its range"));
  CHECK_THAT(error_in("  \"sm\": {\"clock\": 1e300}").message, Contains("out of its range"));
}

TEST_CASE("what is not JSON is an input error at the byte where it stops being it") {
  const TemporaryFolder folder;
  const Error comma = error_of(folder.write("bad.json", "{\n  \"extends\": \"teaching\",\n}\n"));
  CHECK(comma.kind == ErrorKind::input);
  CHECK_THAT(comma.message, StartsWith("this is not JSON: "));
  CHECK(comma.line == 3);
  CHECK(comma.column == 1);
  CHECK(error_of(folder.write("empty.json", "")).line == 1);
  CHECK_THAT(error_of(folder.write("list.json", "[1, 2]")).message, Contains("is a JSON object"));
  CHECK_THAT(error_of(folder.write("number.json", "12")).message, Contains("is a JSON object"));
  CHECK_THAT(error_of(folder.write("cut.json", R"({"name": "a)")).message, StartsWith("this is not JSON: "));
}

TEST_CASE("a file nested without end is refused, not followed") {
  const TemporaryFolder folder;
  CHECK_THAT(error_of(folder.write("deep.json", std::string(1000000, '['))).message, Contains("nested more than 32 deep"));
}

TEST_CASE("a key that stands twice is an error at the second") {
  const Error error = error_in("  \"l1\": {\"hit_latency\": 1,\n  \"hit_latency\": 2}");
  CHECK_THAT(error.message, Contains("stands twice"));
  CHECK(error.line == 4);
  CHECK(error.column == 3);
}

TEST_CASE("keys with escapes are still found at their place") {
  const Error error = error_in("  \"a\\\"b\\\\\": 1");
  CHECK(error.line == 3);
  CHECK(error.column == 3);
}

TEST_CASE("a machine by itself must give every parameter without a default, and is told which are missing") {
  const TemporaryFolder folder;
  const Error error = error_of(folder.write("bare.json", R"({"sm": {"count": 4}})"));
  CHECK_THAT(error.message, StartsWith("missing: launch.overhead, "));
  CHECK_THAT(error.message, Contains("dram.tREFI"));
  CHECK_THAT(error.message, !Contains("sm.count"));
  CHECK_THAT(error.message, !Contains("l2.ways"));
  CHECK_THAT(error.message, Contains("extends"));
}

TEST_CASE("a file without end is not read to its end") {
  if (!std::filesystem::exists("/dev/zero")) return;
  CHECK_THAT(error_of("/dev/zero").message, Contains("longer than 16 MiB"));
}

TEST_CASE("a number too large for any machine is no JSON number") {
  const Error error = error_in("  \"l1\": {\"hit_latency\": 1e999}");
  CHECK_THAT(error.message, Contains("number overflow"));
  CHECK_THAT(error.message, !Contains("json.exception"));
}

TEST_CASE("extends must lead somewhere, and not in a circle") {
  const TemporaryFolder folder;
  const Error nowhere = error_of(folder.write("lost.json", "{\n\"extends\": \"h20\"}"));
  CHECK(nowhere.kind == ErrorKind::input);
  CHECK(nowhere.line == 2);
  CHECK_THAT(nowhere.message, Contains("did you mean 'h200'?"));
  folder.write("b.json", R"({"extends": "a"})");
  const Error circle = error_of(folder.write("a.json", R"({"extends": "b"})"));
  CHECK_THAT(circle.message, Contains("circle"));
  CHECK(circle.file == (folder.path() / "b.json").string());
  CHECK_THAT(error_of(folder.write("self.json", R"({"extends": "self"})")).message, Contains("circle"));
}

TEST_CASE("an error in what is extended names that file") {
  const TemporaryFolder folder;
  const std::string base = folder.write("base.json", R"({"extends": "teaching", "l1": {"hit": 3}})");
  CHECK(error_of(folder.write("top.json", R"({"extends": "base"})")).file == base);
}

TEST_CASE("an unknown name is a usage error that gives the nearest and lists all; a missing file is an input error") {
  const Error name = error_of("a100-sxm-80gb");
  CHECK(name.kind == ErrorKind::usage);
  CHECK_THAT(name.message, Contains("did you mean 'a100-sxm4-80gb'?"));
  CHECK_THAT(name.message, Contains("a100-sxm4-40gb, a100-sxm4-80gb, h200, teaching"));
  const Error far = error_of("voodoo2");
  CHECK_THAT(far.message, !Contains("did you mean"));
  CHECK_THAT(far.message, Contains("teaching"));
  CHECK(error_of("./nowhere.json").kind == ErrorKind::input);
  CHECK(error_of("/").kind == ErrorKind::input);
}

TEST_CASE("an override is checked as a file is, and what is wrong with it is wrong usage") {
  for (const auto* bad :
       {"l1.hit_latency", "l1.hit_latncy=3", "l1.hit_latency=3ns", "l1.hit_latency=0", "l1.hit_latency=", "l1.hit_latency=four",
        "sm.count=2,3", "sm.scheduler=3", "l1.tag_bank_masks=1,2", "l1.tag_bank_masks=0xg,0x1", "=3", "", "l1.total=12 parsecs"}) {
    CAPTURE(bad);
    const Error error = error_of("teaching", {bad});
    CHECK(error.kind == ErrorKind::usage);
    CHECK_THAT(error.message, StartsWith("--set " + std::string(bad) + ": "));
  }
  CHECK_THAT(error_of("teaching", {"l1.hit_latncy=3"}).message, EndsWith("did you mean 'l1.hit_latency'?"));
}

TEST_CASE("a file whose parameters do not fit each other is an input error, an override that breaks them wrong usage") {
  CHECK_THAT(error_in("  \"l2\": {\"partitions\": 2, \"slices\": 3}").message,
             Contains("l2.slices (3) must be a multiple of l2.partitions (2)"));
  const Error error = error_of("h200", {"l2.slices=95"});
  CHECK(error.kind == ErrorKind::usage);
  CHECK_THAT(error.message, Contains("l2.slices (95)"));
}
