// warpmem advise, as it is typed.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

namespace {

const std::string traces = std::string(WARPMEM_SOURCE_DIR) + "/traces/";

}  // namespace

TEST_CASE("advise says what the lanes do, what to write instead, and what it brought") {
  const Outcome ran = warpmem("advise '" + traces + "transpose-shared.wmt'");
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(has(ran.out, "Lane l reads 128 l bytes further on, 32 words: always in the same bank."));
  CHECK(has(ran.out, "Tried: rows padded to 33 words: "));
  CHECK(has(ran.out, "__shared__ float t[32][33]; instead of t[32][32]"));
  CHECK(longest_line(ran.out) <= 80);
}

TEST_CASE("the naive transpose is sent through a padded tile, and told what the padding is for") {
  const Outcome ran = warpmem("advise '" + traces + "transpose-naive.wmt'");
  CHECK(has(ran.out, "Lane l writes 256 l bytes further on: every lane its own line."));
  CHECK(has(ran.out, "through shared memory, rows padded to 33 words"));
  CHECK(has(ran.out, "(32 words a row instead: "));
}

TEST_CASE("noise and vain trials are shown with --all alone") {
  const std::string trace = "'" + traces + "transpose-naive.wmt'";
  const Outcome brief = warpmem("advise " + trace), whole = warpmem("advise --all " + trace);
  CHECK_FALSE(has(brief.out, "Too little"));
  CHECK(has(whole.out, "Too little"));
  CHECK(whole.out.size() > brief.out.size());
}

TEST_CASE("advise as JSON names findings, fixes and costs") {
  const Outcome ran = warpmem("advise --json '" + traces + "shared-32-way-column.wmt'");
  REQUIRE(ran.status == 0);
  const json report = json::parse(ran.out);
  CHECK(report["schema"] == "warpmem-advice/1");
  const json& kernel = report["kernels"][0];
  CHECK(kernel["findings"][0]["rule"] == "bank-conflicts");
  CHECK(kernel["findings"][0]["lane_step"] == 128);
  const json& best = kernel["trials"][0];
  CHECK(best["helps"] == true);
  CHECK(best["cycles"] < kernel["cost"]["cycles"]);
  CHECK(best["fixes"][0]["fix"] == "pad-rows");
  CHECK(best["cost"]["shared_wavefronts"] == 1);
}

TEST_CASE("advise refuses what it cannot read twice, and reports a bad trace as run does") {
  const Outcome piped = warpmem("advise -", good_trace);
  CHECK(piped.status == 2);
  CHECK(has(piped.err, "save it to a file"));
  CHECK(warpmem("advise").status == 2);
  CHECK(warpmem("advise a b").status == 2);
  const TemporaryFolder folder;
  const Outcome bad = warpmem("advise '" + folder.write("bad.wmt", bad_trace) + "'");
  CHECK(bad.status == 3);
  CHECK(bad.out.empty());
  CHECK(has(bad.err, "bad.wmt:6"));
}

TEST_CASE("run --advise adds the tried fixes to the report, and to its JSON") {
  const std::string trace = "'" + traces + "shared-32-way-column.wmt'";
  const Outcome plain = warpmem("run " + trace), advised = warpmem("run --advise " + trace);
  CHECK(advised.status == 0);
  CHECK(advised.out.starts_with(plain.out));
  CHECK(has(advised.out, "Tried: rows padded to 33 words: 23 cycles instead of 85"));
  const json report = json::parse(warpmem("run --advise --json - " + trace).out);
  CHECK(report["advice"][0]["trials"][0]["cycles"] == 23);
  CHECK_FALSE(json::parse(warpmem("run --json - " + trace).out).contains("advice"));
  CHECK(warpmem("run --advise -", good_trace).status == 2);
}

TEST_CASE("run says how the lanes lie") {
  CHECK(has(warpmem("run '" + traces + "transpose-naive.wmt'").out, "Lane l writes 256 l bytes further on: every lane its own line."));
}

TEST_CASE("where a trial helps, advice does not begin with nothing found") {
  const Outcome ran = warpmem("advise gen:copy,elements=1048576");
  CHECK(has(ran.out, "Tried: "));
  CHECK(has(ran.out, "times faster"));
  CHECK_FALSE(has(ran.out, "Nothing found"));
}

TEST_CASE("a sum by atomics alone is told to add up within the warp or block first") {
  const Outcome ran = warpmem("advise kernel:sum-atomic");
  CHECK(has(ran.out, "L2 does those"));
  CHECK(has(ran.out, "Add up within the"));
  CHECK_FALSE(has(ran.out, "are too few to wait with"));
}
