// warpmem top, warpmem diff and run --fail-on, as they are typed.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

TEST_CASE("top names the source line that costs the most") {
  const TemporaryFolder folder;
  folder.write("a.cu", "one\ntwo\n  float x = in[i];\n  out[32 * i] = x;\n");
  const std::string trace = folder.write("a.wmt", good_trace);
  const Outcome o = warpmem("top '" + trace + "'");
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(has(o.out, "a.cu:4  st.global.b32"));
  CHECK(has(o.out, "\n           out[32 * i] = x;\n"));  // read beside the trace
  CHECK(longest_line(o.out) <= 80);
  const json j = json::parse(warpmem("top '" + trace + "' --by sectors --json").out);
  CHECK(j.at("instructions").at(0).at("src") == "a.cu:4");
  CHECK(j.at("instructions").at(0).at("sectors_beyond") == 28);
}

TEST_CASE("top says what is wrong") {
  CHECK(has(warpmem("top gen:copy --by cicles").err, "did you mean 'cycles'?"));
  CHECK(warpmem("top gen:copy --by cicles").status == 2);
  CHECK(warpmem("top").status == 2);
  CHECK(warpmem("top gen:copy gen:copy").status == 2);
  CHECK(warpmem("top gen:copy --most x").status == 2);
  CHECK(warpmem("top -", bad_trace).status == 3);
}

TEST_CASE("diff of two traces, of two reports and of one of each say the same") {
  const TemporaryFolder folder;
  const std::string a = (folder.path() / "a.json").string();
  const std::string b = (folder.path() / "b.json").string();
  REQUIRE(warpmem("run gen:copy,elements=4096 --json '" + a + "'").status == 0);
  REQUIRE(warpmem("run gen:copy,elements=4096,stride=8 --json '" + b + "'").status == 0);
  const Outcome traces = warpmem("diff gen:copy,elements=4096 gen:copy,elements=4096,stride=8 --json");
  REQUIRE(traces.status == 0);
  const json expected = json::parse(traces.out).at("kernels");
  CHECK(expected.at(0).at("changes").at(0).at("figure") == "cycles");
  CHECK(json::parse(warpmem("diff '" + a + "' '" + b + "' --json").out).at("kernels") == expected);
  CHECK(json::parse(warpmem("diff '" + a + "' gen:copy,elements=4096,stride=8 --json").out).at("kernels") == expected);
  const Outcome same = warpmem("diff '" + a + "' gen:copy,elements=4096");
  CHECK(same.status == 0);
  CHECK(same.out.starts_with("No difference: every figure is the same."));
}

TEST_CASE("one trace on two machines") {
  const Outcome o = warpmem("diff gen:copy,elements=4096 --config teaching --config h200");
  CHECK(o.status == 0);
  CHECK(has(o.out, "A  gen:copy,elements=4096 on teaching\nB  gen:copy,elements=4096 on h200\n"));
  CHECK(has(o.out, "times faster than A"));
  CHECK(longest_line(o.out) <= 80);
}

TEST_CASE("diff says what is wrong") {
  const TemporaryFolder folder;
  CHECK(warpmem("diff").status == 2);
  CHECK(warpmem("diff gen:copy").status == 2);
  CHECK(warpmem("diff gen:copy gen:copy gen:copy").status == 2);
  CHECK(warpmem("diff - -").status == 2);
  const std::string check = folder.write("check.json", "{\"schema\": \"warpmem-check/1\"}");
  const Outcome o = warpmem("diff '" + check + "' gen:copy,elements=64");
  CHECK(o.status == 3);
  CHECK(o.out.empty());
  CHECK(has(o.err, "check.json: 'warpmem-check/1' is not a report"));
  for (const char* text : {"[]", "{}", " \n{\"a\": 1}\n"}) {
    const Outcome other = warpmem("diff '" + folder.write("other.json", text) + "' gen:copy,elements=64");
    CAPTURE(text);
    CHECK(other.status == 3);
    CHECK(has(other.err, "other.json: JSON, but not a report: expected what 'warpmem run --json FILE' writes"));
  }
  CHECK(warpmem("diff /nonexistent/a.json gen:copy,elements=64").status == 3);
}

TEST_CASE("--fail-on: the report is printed, the status is 1, and the line to blame is named") {
  const Outcome o = warpmem("run - --fail-on 'sectors_per_request_global_st > 8'", good_trace);
  CHECK(o.status == 1);
  CHECK(has(o.out, "k on a100-sxm4-80gb"));
  CHECK(has(o.err,
            "gate failed: kernel k: sectors_per_request_global_st is 32, which --fail-on 'sectors_per_request_global_st > 8' forbids\n"));
  CHECK(has(o.err, "  most of it: a.cu:4  st.global.b32: 32 sectors a request where 4 would do\n"));
  const Outcome json_too = warpmem("run - --json - --fail-on 'cycles > 1'", good_trace);
  CHECK(json_too.status == 1);
  CHECK(json::parse(json_too.out).at("kernels").size() == 1);
}

TEST_CASE("--fail-on: gates that hold change nothing; any broken one fails") {
  const Outcome plain = warpmem("run -", good_trace);
  const Outcome held = warpmem("run - --fail-on 'sectors_per_request_global_st > 32' --fail-on 'efficiency < 1 %'", good_trace);
  CHECK(held.status == 0);
  CHECK(held.err.empty());
  CHECK(held.out == plain.out);
  CHECK(warpmem("run - --fail-on 'cycles < 1' --fail-on 'kernel~k: cycles >= 1'", good_trace).status == 1);
}

TEST_CASE("--fail-on: what is misspelt or guards nothing is status 2") {
  const Outcome o = warpmem("run - --fail-on 'sector_per_request_global_st > 8'", good_trace);
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(has(o.err, "did you mean 'sectors_per_request_global_st'?"));
  const Outcome idle = warpmem("run - --fail-on 'kernel~elsewhere: cycles > 8'", good_trace);
  CHECK(idle.status == 2);
  CHECK(has(idle.err, "guards nothing: no kernel's name holds 'elsewhere'; there is k"));
}
