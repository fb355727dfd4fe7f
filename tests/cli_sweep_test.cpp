// warpmem sweep: what braces stand for, what comes out, and what is said of a mistake.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// The points of a sweep, as the sources they run.
std::vector<std::string> points(const std::string& arguments) {
  const Outcome o = warpmem("sweep --list " + arguments);
  REQUIRE(o.status == 0);
  std::vector<std::string> out;
  for (std::string line : lines_of(o.out)) {
    REQUIRE(line.starts_with("warpmem run "));
    out.push_back(line.substr(12));
  }
  return out;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("braces: lists, ranges, steps, factors, both ways") {
  CHECK(points("'gen:read,stride={1,2,8}'") == Words{"gen:read,stride=1", "gen:read,stride=2", "gen:read,stride=8"});
  CHECK(points("'gen:read,stride={1..64}'").size() == 64);
  CHECK(points("'gen:read,stride={1..64..8}'").back() == "gen:read,stride=57");
  CHECK(points("'gen:read,stride={1..1024*2}'").size() == 11);
  CHECK(points("'gen:read,stride={1..1000*2}'").back() == "gen:read,stride=512");
  CHECK(points("'gen:read,stride={3..1}'") == Words{"gen:read,stride=3", "gen:read,stride=2", "gen:read,stride=1"});
  CHECK(points("'gen:read,stride={8..1*2}'").back() == "gen:read,stride=1");
  CHECK(points("'gen:read,stride={1,4..6,32}'").size() == 5);
  CHECK(points("'gen:chase,footprint={16Ki..1Mi*4}'").front() == "gen:chase,footprint=16384");
  CHECK(points("'gen:chase,footprint={16Ki..1Mi*4}'").back() == "gen:chase,footprint=1048576");
}

TEST_CASE("several braces are all combinations, the last changing fastest; machines and overrides change slowest") {
  CHECK(points("'gen:read,bytes={4,8},stride={1,2}'") ==
        Words{"gen:read,bytes=4,stride=1", "gen:read,bytes=4,stride=2", "gen:read,bytes=8,stride=1", "gen:read,bytes=8,stride=2"});
  CHECK(points("'gen:{read,write}' --config '{teaching,h200}' --set 'l1.hit_latency={30,40}'") ==
        Words{"gen:read --config teaching --set l1.hit_latency=30", "gen:write --config teaching --set l1.hit_latency=30",
              "gen:read --config teaching --set l1.hit_latency=40", "gen:write --config teaching --set l1.hit_latency=40",
              "gen:read --config h200 --set l1.hit_latency=30", "gen:write --config h200 --set l1.hit_latency=30",
              "gen:read --config h200 --set l1.hit_latency=40", "gen:write --config h200 --set l1.hit_latency=40"});
  CHECK(points("'gen:copy,bytes={1..16*2}' --set 'l1.usable={0.5..0.9..0.1}'").size() == 25);
}

TEST_CASE("the textbook's table: lines, bytes by lines and efficiency by lines, with sectors beside them") {
  // Base 1024: 256 elements of 4 bytes behind a 2 MiB boundary.
  const Outcome o = warpmem(
      "sweep 'gen:read,elements=32,block=32,offset=256,stride={1,2,4,8,32}' "
      "--columns lines/request,line_bytes,line_efficiency,sectors/request,sector_bytes,efficiency");
  CHECK(o.status == 0);
  CHECK(o.out ==
        "         lines/  bytes by  efficiency  sectors/  bytes by\n"
        "stride  request     lines    by lines   request   sectors  efficiency\n"
        "     1        1     128 B       100 %         4     128 B       100 %\n"
        "     2        2     256 B        50 %         8     256 B        50 %\n"
        "     4        4     512 B        25 %        16     512 B        25 %\n"
        "     8        8   1,024 B      12.5 %        32   1,024 B      12.5 %\n"
        "    32       32   4,096 B     3.125 %        32   1,024 B      12.5 %\n");
}

TEST_CASE("the default columns fit what the traces do") {
  const std::string global = warpmem("sweep 'gen:read,elements=64,stride={1,2}'").out;
  for (const char* heading : {"stride", "cycles", "time", "sectors/", "moved", "efficiency", "GB/s"}) CHECK(has(global, heading));
  CHECK_FALSE(has(global, "wavefronts/"));
  const std::string shared = warpmem("sweep 'gen:shared,stride={1,32}'").out;
  CHECK(has(shared, "wavefronts/"));
  CHECK_FALSE(has(shared, "sectors/"));
  CHECK(has(warpmem("sweep 'gen:chase,footprint={1Ki,2Ki},steps=64'").out, "load"));
}

TEST_CASE("each line is what run says of that point alone") {
  const json run = json::parse(warpmem("run gen:copy,elements=4096,stride=4 --config h200 --json -").out).at("kernels").at(0);
  const json sweep = json::parse(warpmem("sweep 'gen:copy,elements=4096,stride={2,4}' --config h200 --json").out);
  CHECK(sweep.at("schema") == "warpmem-sweep/1");
  const json& point = sweep.at("points").at(1);
  CHECK(point.at("keys") == json({{"stride", "4"}}));
  CHECK(point.at("trace") == "gen:copy,elements=4096,stride=4");
  CHECK(point.at("cycles") == run.at("cycles"));
  CHECK(point.at("metrics") == run.at("metrics"));
  CHECK(point.at("derived") == run.at("derived"));
}

TEST_CASE("threads change nothing in the output") {
  const std::string arguments = "sweep 'gen:copy,elements={1024..8192*2},stride={1,3}' --config '{teaching,h200}' --csv";
  const Outcome one = warpmem(arguments);
  CHECK(one.status == 0);
  CHECK(one.err.empty());
  CHECK(one.out == warpmem(arguments + " --threads 4").out);
  CHECK(lines_of(one.out).size() == 17);
}

TEST_CASE("CSV has a header, numbers in full, and quotes where a field needs them") {
  const auto lines = lines_of(warpmem("sweep 'gen:read,elements=64,stride={1,2}' --csv --columns cycles,efficiency").out);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "stride,cycles,efficiency");
  CHECK(lines[1].starts_with("1,"));
  CHECK(lines[2].ends_with(",0.5"));
  const auto mixed = lines_of(warpmem("sweep gen:read,elements=64 gen:shared,stride=2 --csv --columns cycles").out);
  REQUIRE(mixed.size() == 3);
  CHECK(mixed[1].starts_with("\"gen:read,elements=64\","));
}

TEST_CASE("a list of traces is a sweep too, and sources that the shell took apart are put together again") {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.wmt", good_trace);
  const std::string b =
      folder.write("b.wmt", std::string(good_trace) + "kernel second grid=1 block=32\nblock 0\nwarp 0\nld.global.b32 0\n");
  const Outcome files = warpmem("sweep '" + a + "' '" + b + "' --csv --columns cycles");
  const auto lines = lines_of(files.out);
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "trace,kernel,cycles");
  CHECK(has(lines[3], "b.wmt,second,"));
  CHECK(warpmem("sweep '" + (folder.path() / "{a,b}.wmt").string() + "' --csv --columns cycles").out == files.out);
  CHECK(lines_of(warpmem("sweep gen:read,elements=64,stride=1 gen:read,elements=64,stride=2 --csv --columns cycles").out)[0] ==
        "stride,cycles");
}

TEST_CASE("a chart is a complete SVG file with a curve for each of the other keys") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "a.svg").string();
  const std::string arguments = "sweep 'gen:read,elements=1024,stride={1..16*2}' --config '{teaching,h200}'";
  const Outcome o = warpmem(arguments + " --svg '" + file + "'");
  CHECK(o.status == 0);
  CHECK(has(o.out, "stride"));  // the table comes all the same
  const std::string svg = read_file(file);
  CHECK(has(svg, "<svg "));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(has(svg, "GB/s by stride"));
  CHECK(has(svg, "data-curve=\"teaching\""));
  CHECK(has(svg, "data-curve=\"h200\""));
  CHECK(has(svg, "prefers-color-scheme"));
  CHECK(warpmem(arguments + " --svg -").out == svg);
  CHECK(has(warpmem(arguments + " --svg - --x config --y cycles").out, "cycles by config"));
  CHECK(has(warpmem(arguments + " --svg - --x strid").err, "did you mean 'stride'?"));
}

TEST_CASE("mistakes: status 2 before anything runs, and what was expected") {
  const auto complaint = [](const std::string& arguments) {
    const Outcome o = warpmem("sweep " + arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    return o.err;
  };
  CHECK(has(complaint("'gen:read,stride={1..}'"), "expected a range of numbers"));
  CHECK(has(complaint("'gen:read,stride={1..8*1}'"), "more than 1"));
  CHECK(has(complaint("'gen:read,stride={1,,2}'"), "an item is empty"));
  CHECK(has(complaint("'gen:read,stride={1,2'"), "without }"));
  CHECK(has(complaint("'gen:read,stride={1,{2,3}}'"), "braces within braces"));
  CHECK(has(complaint("'gen:read,stride={1..1000000}'"), "100000 values"));
  CHECK(has(complaint("'gen:read,stride={1..1000},offset={1..1000}'"), "100000 points"));
  CHECK(has(complaint("'gen:read,strid={1,2}'"), "stride"));
  CHECK(has(complaint("gen:read --columns eficiency"), "did you mean 'efficiency'?"));
  CHECK(has(complaint("gen:read --config a100-sxm4-80gb h200"), "quote"));
  CHECK(has(complaint("gen:read --set l1.hit_latency=30 l1.hit_latency=40"), "is a setting, not a trace: quote"));
  CHECK(has(complaint("gen:read --csv --json"), "choose one"));
  CHECK(has(complaint("gen:read --svg -"), "nothing is swept"));
  CHECK(has(complaint("- '-'"), "standard input can be read once"));
  CHECK(has(complaint(""), "what is to be swept?"));
}

TEST_CASE("one bad point leaves no result, and is named") {
  const TemporaryFolder folder;
  const std::string bad = folder.write("bad.wmt", bad_trace);
  const Outcome o = warpmem("sweep gen:read,elements=64 '" + bad + "' gen:write,elements=64 -j 2");
  CHECK(o.status == 3);
  CHECK(o.out.empty());
  CHECK(has(o.err, "bad.wmt:6:31"));
  CHECK(has(o.err, "(at trace="));
}

TEST_CASE("a gate over a sweep names the points that break it") {
  const Outcome o = warpmem("sweep 'gen:read,elements=64,stride={1,2,8}' --fail-on 'sectors/request > 4' --csv");
  CHECK(o.status == 1);
  CHECK(lines_of(o.out).size() == 4);
  CHECK_FALSE(has(o.err, "stride=1:"));
  CHECK(has(o.err, "gate failed: stride=2: kernel read: sectors_per_request_global is 8"));
  CHECK(has(o.err, "gate failed: stride=8: "));
}

TEST_CASE("Ctrl-C in a sweep: status 130 and no result") {
  const Outcome o =
      warpmem("sweep 'gen:read,elements=4000000000,stride={1..4}' -j 2", "", "timeout --foreground --preserve-status -s INT 3");
  CHECK(o.status == 130);
  CHECK(o.out.empty());
  CHECK(has(o.err, "interrupted"));
}

TEST_CASE("--figures lists every name that columns and gates know") {
  const std::string list = warpmem("sweep --figures").out;
  for (const char* name : {"cycles", "time_us", "efficiency", "lines_per_request_global", "l1tex__data_pipe_lsu_wavefronts.sum"})
    CHECK(has(list, name));
}
