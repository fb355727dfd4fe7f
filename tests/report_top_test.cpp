// top: what costs the most, over launches and kernels.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/top.hpp"
#include "report_support.hpp"

using namespace report_test;
using namespace warpmem::report;

namespace {

Top top_of(const std::vector<KernelResult>& kernels, bool by_line = false) {
  Top top(by_line);
  for (const KernelResult& k : kernels) top.kernel(k, machine());
  return top;
}

}  // namespace

TEST_CASE("the costliest first: by cycles, by sectors and by wavefronts beyond the least") {
  const Top top = top_of({transpose()});
  const auto by_cycles = top.rows(TopBy::cycles, 0);
  REQUIRE(by_cycles.size() == 2);
  CHECK(by_cycles[0].op == "st.global.b32");
  // 921,600 of 1,228,800 cycles of waiting are the store's; launch and issue are nobody's.
  CHECK(by_cycles[0].share == Approx(3 * by_cycles[1].share));
  CHECK(by_cycles[0].where == "transpose.cu:14");
  const auto by_sectors = top.rows(TopBy::sectors, 0);
  REQUIRE(by_sectors.size() == 1);  // the load moves nothing that it need not
  CHECK(by_sectors[0].sectors_beyond == 16'384 - 2048);
  CHECK(top.rows(TopBy::wavefronts, 0)[0].wavefronts_beyond == 4096 - 512);
  CHECK(top.rows(TopBy::executed, 1).size() == 1);
}

TEST_CASE("launches of one name count together, and shares are of the whole run") {
  const auto once = top_of({transpose()}).rows(TopBy::cycles, 0);
  const auto twice = top_of({transpose(), transpose()}).rows(TopBy::cycles, 0);
  REQUIRE(twice.size() == 2);
  CHECK(twice[0].counters.executed == 1024);
  CHECK(twice[0].share == Approx(once[0].share));
  const Top mixed = top_of({transpose(), conflicts()});
  CHECK(mixed.kernels() == 2);
  CHECK(mixed.cycles() == 14'000);
  CHECK(mixed.rows(TopBy::cycles, 0)[0].share == Approx(once[0].share * 10 / 14));
}

TEST_CASE("instructions of one source line come together when asked") {
  const auto rows = top_of({transpose()}, true).rows(TopBy::cycles, 0);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].op == "ld.global.b32, st.global.b32");
  CHECK(rows[0].counters.executed == 1024);
  CHECK(rows[0].cause.empty());
}

TEST_CASE("the text says first what takes most, and what is left out") {
  const ReportContext context{"paper", "", "a.wmt", ""};
  const std::string text = top_text(top_of({transpose()}), TopBy::cycles, 1, context, {});
  CHECK(text.starts_with("transpose.cu:14 (st.global.b32) takes "));
  CHECK(text.find("of 10,000 cycles on paper.") != std::string::npos);
  CHECK(text.find("1 more: --most 2") != std::string::npos);
  CHECK(top_text(top_of({}), TopBy::sectors, 10, context, {}).starts_with("No instruction moves a sector more than it needs"));
}

TEST_CASE("as JSON") {
  const auto j = nlohmann::json::parse(top_json(top_of({transpose()}), TopBy::sectors, 10, {"paper", "fnv1a:0", "a.wmt", ""}));
  CHECK(j.at("schema") == "warpmem-top/1");
  CHECK(j.at("by") == "sectors");
  CHECK(j.at("instructions").at(0).at("sectors_beyond") == 14'336);
}
