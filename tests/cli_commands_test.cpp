#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

TEST_CASE("help and version are results") {
  for (const char* arguments : {"help", "--help", "-h"}) {
    const Outcome o = warpmem(arguments);
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    for (const char* command : {"run", "explain", "gen", "check", "config", "help", "version"})
      CHECK(has(o.out, std::string("\n  ") + command));
  }
  CHECK(has(warpmem("version").out, "warpmem "));
  CHECK(warpmem("--version").out == warpmem("version").out);
}

TEST_CASE("each subcommand has a page with examples, in eighty columns") {
  for (const std::string command : {"run", "explain", "gen", "check", "config"}) {
    CAPTURE(command);
    const Outcome o = warpmem(command + " --help");
    CHECK(o.status == 0);
    CHECK(o.err.empty());
    CHECK(has(o.out, "usage: warpmem " + command));
    CHECK(has(o.out, "Examples:\n"));
    CHECK(warpmem("help " + command).out == o.out);
    CHECK(longest_line(o.out) <= 80);
  }
}

TEST_CASE("the overview and the list of machines keep to eighty columns") {
  CHECK(longest_line(warpmem("help").out) <= 80);
  CHECK(longest_line(warpmem("config list").out) <= 80);
  CHECK(longest_line(warpmem("config show h200").out) <= 80);
}

TEST_CASE("what is misspelt is guessed") {
  const Outcome o = warpmem("rnu");
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(has(o.err, "did you mean 'run'?"));
  CHECK(has(warpmem("explian x").err, "did you mean 'explain'?"));
  CHECK(has(warpmem("config lst").err, "did you mean 'list'?"));
  CHECK(warpmem("").status == 2);
  CHECK(warpmem("zzzzzz").status == 2);
  CHECK_FALSE(has(warpmem("zzzzzz").err, "did you mean"));
}

TEST_CASE("explain takes accesses however they are given") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("a.wmt", good_trace);
  const std::string spelt = warpmem("explain 'ld.global.b32 0x1004+4'").out;
  CHECK(has(spelt, "5 sectors"));
  CHECK(warpmem("explain ld.global.b32 0x1004+4").out == spelt);
  CHECK(has(warpmem("explain '" + trace + ":5'").out, spelt));
  CHECK(has(warpmem("explain '" + trace + "' --at 5").out, spelt));
  CHECK(has(warpmem("explain '" + trace + "' --at a.cu:3").out, spelt));
  CHECK(has(warpmem("explain -", "ld.global.b32 0x1004+4\n").out, spelt));
  CHECK(has(warpmem("explain '" + trace + "'").out, "32 lines, 32 sectors"));
  CHECK(has(warpmem("explain - --op ld.shared.b32", "0 128 256\n384").out, "4 wavefronts where 1 would do"));
  CHECK(has(warpmem("explain gen:read,elements=4096,stride=8 --at ld.global.b32").out, "32 sectors where 4 would do"));
  const Outcome two = warpmem("explain 'ld.shared.b32 0+128' 'ld.shared.b32 0+132' --json");
  CHECK(json::parse(two.out).size() == 2);
}

TEST_CASE("a line of a trace that is not text cannot be named: explain says what can") {
  const TemporaryFolder folder;
  const std::string binary = (folder.path() / "a.wmb").string();
  REQUIRE(warpmem("gen copy elements=64 -o '" + binary + "'").status == 0);
  for (const std::string& arguments : {"'" + binary + "' --at 7", "'" + binary + ":7'", std::string("gen:copy,elements=64 --at 7")}) {
    CAPTURE(arguments);
    const Outcome o = warpmem("explain " + arguments);
    CHECK(o.status == 3);
    CHECK(o.out.empty());
    CHECK(has(o.err, "is not text, so none of its lines can be named: give a source line (kernel.cu:14), a pc (0x...) or an operation"));
  }
  CHECK(warpmem("explain '" + binary + "' --at st.global.b32").status == 0);
}

TEST_CASE("explain says what is wrong") {
  CHECK(has(warpmem("explain 'ld.shared.b32 0+4' --svg - --json").err, "both go to standard output"));
  CHECK(has(warpmem("explain 'ld.global.b32 0x1000 @00000001'").out, "1 lane asks for 4 bytes, 4 in all. 1 line, 1 sector: "));
  CHECK(warpmem("explain").status == 2);
  const Outcome bad = warpmem("explain 'ld.global.b32 0x1001+4'");
  CHECK(bad.status == 3);
  CHECK(bad.out.empty());
  CHECK(has(bad.err, "^"));
  CHECK(warpmem("explain 'ld.global.b33 0'").status == 3);
  CHECK(warpmem("explain -", "").status == 3);
  std::string many;
  for (int i = 0; i < 33; ++i) many += std::to_string(4 * i) + " ";
  CHECK(has(warpmem("explain -", many).err, "33 addresses"));
  const TemporaryFolder folder;
  const std::string trace = folder.write("a.wmt", good_trace);
  CHECK(has(warpmem("explain '" + trace + ":99'").err, "there is no line 99"));
  CHECK(has(warpmem("explain '" + trace + ":2'").err, "no memory access"));
  CHECK(has(warpmem("explain '" + trace + "' --at b.cu:3").err, "no access at 'b.cu:3'"));
  CHECK(has(warpmem("explain '" + trace + "' --at 99999999999999999999999").err, "no access at '99999999999999999999999'"));
}

TEST_CASE("gen writes traces that check and run accept") {
  const TemporaryFolder folder;
  const std::string text = (folder.path() / "a.wmt").string();
  const std::string binary = (folder.path() / "a.wmb").string();
  REQUIRE(warpmem("gen copy elements=1024 stride=2 -o '" + text + "'").status == 0);
  REQUIRE(warpmem("gen copy elements=1024 stride=2 -o '" + binary + "'").status == 0);
  CHECK(read_file(text).starts_with("warpmem-trace 1\n"));
  CHECK(has(warpmem("check '" + text + "'").out, "a good trace"));
  CHECK(has(warpmem("check '" + binary + "'").out, "a good trace"));
  CHECK(warpmem("gen copy elements=1024 stride=2 -o -").out == read_file(text));
  const json a = json::parse(warpmem("run '" + text + "' --json -").out);
  const json b = json::parse(warpmem("run '" + binary + "' --json -").out);
  CHECK(a.at("kernels").at(0).at("metrics") == b.at("kernels").at(0).at("metrics"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("gen to standard output: a reader that has gone is no error, a full disk is one of writing") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const std::string err = (folder.path() / "err").string();
  // The `#` keeps what this line says of the streams.
  warpmem("gen copy elements=1048576 -o - 2>'" + err + "' | head -n 1 >'" + out + "' #");
  CHECK(read_file(out) == "warpmem-trace 1\n");
  CHECK(read_file(err).empty());
  if (!std::filesystem::exists("/dev/full")) return;
  CHECK(warpmem("gen copy elements=65536 -o - >/dev/full 2>'" + err + "' #").status == 4);
  CHECK(has(read_file(err), "standard output: cannot be written: No space left"));
  CHECK(warpmem("gen copy elements=65536 -o /dev/full").status == 4);
}

TEST_CASE("explain reads no more than an access can be") {
  const TemporaryFolder folder;
  const std::string endless(std::size_t{2} << 20, '1');
  CHECK(warpmem("explain -", endless).status == 3);
  const std::string file = folder.write("a.wmt", endless);
  CHECK(has(warpmem("explain '" + file + ":1'").err, "longer than 1 MiB"));
}

TEST_CASE("gen that cannot be done leaves nothing") {
  const TemporaryFolder folder;
  CHECK(warpmem("gen").status == 2);
  CHECK(warpmem("gen copy").status == 2);
  const Outcome o = warpmem("gen copx -o '" + (folder.path() / "a.wmt").string() + "'");
  CHECK(o.status == 2);
  CHECK(has(o.err, "copy"));
  CHECK(warpmem("gen copy elements=1024 -o /nonexistent/a.wmt").status == 2);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("check sums up a good trace and refuses a bad one") {
  const Outcome good = warpmem("check -", good_trace);
  CHECK(good.status == 0);
  CHECK(has(good.out, "ld.global.b32"));
  const json j = json::parse(warpmem("check - --json", good_trace).out);
  CHECK(j.at("kernels") == 1);
  CHECK(j.at("blocks") == 1);
  CHECK(j.at("warps") == 1);
  CHECK(j.at("records") == 2);
  CHECK(j.at("lane_accesses") == 64);
  CHECK(j.at("by_op") == json({{"ld.global.b32", 1}, {"st.global.b32", 1}}));
  const Outcome bad = warpmem("check -", bad_trace);
  CHECK(bad.status == 3);
  CHECK(bad.out.empty());
  CHECK(has(bad.err, "standard input:6:31"));
}

TEST_CASE("config lists, shows and checks machines") {
  const Outcome list = warpmem("config list");
  for (const char* name : {"a100-sxm4-40gb", "a100-sxm4-80gb", "h200", "teaching"}) CHECK(has(list.out, name));
  CHECK(json::parse(warpmem("config list --json").out).size() >= 4);
  CHECK(has(warpmem("config show h200").out, "l1.hit_latency"));
  const json shown = json::parse(warpmem("config show h200 --set l1.hit_latency=40 --json").out);
  CHECK(shown.at("parameters").at("l1.hit_latency").at("value") == "40");
  CHECK(warpmem("config check h200").status == 0);
  CHECK(json::parse(warpmem("config schema").out).is_object());
  const TemporaryFolder folder;
  const std::string bad = folder.write("bad.json", "{\"extends\": \"h200\", \"l1\": {\"hit_latenc\": 3}}");
  const Outcome o = warpmem("config check '" + bad + "'");
  CHECK(o.status == 3);
  CHECK(has(o.err, "hit_latency"));
  CHECK(warpmem("config").status == 2);
  CHECK(warpmem("config show").status == 2);
  CHECK(warpmem("config list h200").status == 2);
}

TEST_CASE("explain tells a file that is not there from an access that is misspelt") {
  for (const char* file : {"/tmp/nope/nope.wmt", "nope.wmt", "nope.wmt:5"}) {
    CAPTURE(file);
    const Outcome o = warpmem("explain " + std::string(file));
    CHECK(o.status == 3);
    CHECK(has(o.err, std::string(file) + ": no such file"));
  }
  const Outcome block = warpmem("explain 'block 0'");
  CHECK(block.status == 3);
  CHECK(has(block.err, "a `block` line is no memory access: name one that begins with ld, st, red or atom"));
  CHECK(has(warpmem("explain 'lx.global.b32 0'").err, "unknown operation"));
}
