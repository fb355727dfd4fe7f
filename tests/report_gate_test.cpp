// --fail-on: conditions as they are written, judged on kernels whose figures are known by hand.
#include <catch2/catch.hpp>

#include "report/blame.hpp"
#include "report/gate.hpp"
#include "report_support.hpp"

using namespace report_test;
using report::parse_gate;

namespace {

bool breaks(const std::string& condition, const KernelResult& kernel = transpose()) {
  const auto gate = parse_gate(condition);
  REQUIRE(gate.has_value());
  return report::broken(*gate, kernel, machine()).has_value();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string complaint(const std::string& condition) {
  const auto gate = parse_gate(condition);
  REQUIRE_FALSE(gate.has_value());
  CHECK(gate.error().kind == ErrorKind::usage);
  return gate.error().message;
}

}  // namespace

TEST_CASE("a gate breaks when its condition holds: every comparison on both sides of the limit") {
  // The transpose's loads take 4 sectors each.
  CHECK(breaks("sectors_per_request_global_ld < 5"));
  CHECK_FALSE(breaks("sectors_per_request_global_ld < 4"));
  CHECK(breaks("sectors_per_request_global_ld <= 4"));
  CHECK_FALSE(breaks("sectors_per_request_global_ld <= 3"));
  CHECK(breaks("sectors_per_request_global_ld > 3"));
  CHECK_FALSE(breaks("sectors_per_request_global_ld > 4"));
  CHECK(breaks("sectors_per_request_global_ld >= 4"));
  CHECK_FALSE(breaks("sectors_per_request_global_ld >= 5"));
  CHECK(breaks("sectors_per_request_global_ld == 4"));
  CHECK_FALSE(breaks("sectors_per_request_global_ld == 5"));
  CHECK(breaks("sectors_per_request_global_ld != 5"));
  CHECK_FALSE(breaks("sectors_per_request_global_ld != 4"));
}

TEST_CASE("cycles, time, metrics, derived figures and headings of tables are all figures") {
  CHECK(breaks("cycles == 10000"));
  CHECK(breaks("time_us == 10"));
  CHECK(breaks("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum==16384"));
  CHECK(breaks("sectors/request == 18"));
  CHECK(breaks("sm__cycles_active.avg == 10000"));
}

TEST_CASE("limits may be percentages and thousands") {
  const double efficiency = figure(derived(transpose(), machine()), "efficiency");
  CHECK(efficiency == Approx(0.2222).epsilon(0.001));
  CHECK(breaks("efficiency < 23 %"));
  CHECK_FALSE(breaks("efficiency < 22%"));
  CHECK(breaks("cycles == 10K"));
  CHECK(breaks("dram_bytes == 64Ki"));
}

TEST_CASE("kernel~NAME keeps a gate to kernels whose name holds NAME") {
  CHECK(breaks("kernel~trans: cycles > 1"));
  CHECK_FALSE(breaks("kernel~columns: cycles > 1"));
  KernelResult templated = transpose();
  templated.head.name = "lib::copy<(int)4, a::b>";
  CHECK(breaks("kernel~lib::copy<(int)4, a::b>: cycles > 1", templated));
}

TEST_CASE("what cannot be meant says what was expected") {
  CHECK(has(complaint("sectors_per_request_globl_ld > 8"), "did you mean 'sectors_per_request_global_ld'?"));
  CHECK(has(complaint("cycles"), "expected FIGURE, one of"));
  CHECK(has(complaint("cycles >"), "expected a number behind '>'"));
  CHECK(has(complaint("cycles > many"), "not 'many'"));
  CHECK(has(complaint("> 8"), "expected a figure"));
  CHECK(has(complaint("kernel~x cycles > 8"), "colon"));
  CHECK(has(complaint("kernel~: cycles > 8"), "a part of a kernel's name"));
  CHECK(has(complaint("cycles ! 8"), "expected FIGURE, one of"));
}

TEST_CASE("a broken gate names kernel, figure, value, condition and the source line with most of it") {
  const auto gate = parse_gate("sectors_per_request_global_st > 8");
  const auto text = report::broken(*gate, transpose(), machine());
  REQUIRE(text.has_value());
  CHECK(*text ==
        "kernel transpose: sectors_per_request_global_st is 32, which --fail-on 'sectors_per_request_global_st > 8' forbids\n"
        "  most of it: transpose.cu:14  st.global.b32: 32 sectors a request where 4 would do");
}

TEST_CASE("the blame keeps to what the figure speaks of") {
  CHECK(report::blame("sectors_per_request_global_ld", transpose())->instruction == 0);
  CHECK(report::blame("sectors_per_request_global_st", transpose())->instruction == 1);
  CHECK(report::blame("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", transpose())->instruction == 0);
  CHECK(report::blame("efficiency", transpose())->instruction == 1);
  CHECK(report::blame("cycles", transpose())->instruction == 1);
  CHECK_FALSE(report::blame("shared_conflicts_per_instruction", transpose()).has_value());
  CHECK(has(report::blame("shared_conflicts_per_instruction", conflicts())->text, "32 wavefronts each where 1 would do"));
}

TEST_CASE("gates are told of every kernel, and one that concerned none is named") {
  report::Gates gates({*parse_gate("cycles > 5000"), *parse_gate("kernel~elsewhere: cycles > 1")});
  gates.kernel(transpose(), machine());
  gates.kernel(conflicts(), machine());
  CHECK(gates.failures().size() == 1);
  REQUIRE(gates.idle().size() == 1);
  CHECK(has(gates.idle()[0], "no kernel's name holds 'elsewhere'; there are transpose, columns"));
}
