#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report_support.hpp"

using namespace report_test;
using nlohmann::json;

namespace {

json report_of(const std::vector<KernelResult>& kernels) {
  std::ostringstream out;
  const MachineConfig m = machine();
  JsonReport report(out, m);
  for (const KernelResult& k : kernels) report.kernel(k);
  report.finish({m.name, m.digest, "a.wmt", "sha256:1"});
  return json::parse(out.str());
}

// What users, tests and checks rely on.
std::vector<std::string> promised_metrics() {
  std::vector<std::string> names = {"l1tex__data_pipe_lsu_wavefronts.sum",
                                    "lts__t_requests_srcunit_tex.sum",
                                    "lts__t_sectors_srcunit_tex.sum",
                                    "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
                                    "dram__bytes_read.sum",
                                    "dram__bytes_write.sum",
                                    "sm__cycles_elapsed.max",
                                    "gpu__time_duration.sum",
                                    "sm__warps_active.avg.per_cycle_active",
                                    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
                                    "l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum"};
  for (const std::string op : {"ld", "st", "red", "atom"}) {
    for (const std::string space : {"global", "shared"}) names.push_back("smsp__inst_executed_op_" + space + "_" + op + ".sum");
    for (const std::string what : {"requests", "sectors", "output_wavefronts"})
      names.push_back("l1tex__t_" + what + "_pipe_lsu_mem_global_op_" + op + ".sum");
  }
  for (const std::string op : {"ld", "st", "atom"}) {
    names.push_back("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" + op + ".sum");
    names.push_back("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_" + op + ".sum");
  }
  for (const std::string op : {"read", "write", "red"}) {
    names.push_back("lts__t_sectors_srcunit_tex_op_" + op + ".sum");
    names.push_back("lts__t_sectors_op_" + op + ".sum");
  }
  return names;
}

}  // namespace

TEST_CASE("the JSON report has the promised shape") {
  const json r = report_of({transpose(), conflicts()});
  CHECK(r.at("schema") == "warpmem-report/1");
  CHECK(r.at("tool").at("version") == std::string(version()));
  CHECK(r.at("config") == json({{"name", "paper"}, {"digest", "fnv1a:0"}}));
  CHECK(r.at("trace") == json({{"source", "a.wmt"}, {"digest", "sha256:1"}}));
  REQUIRE(r.at("kernels").size() == 2);
  const json& k = r["kernels"][0];
  CHECK(k.at("name") == "transpose");
  CHECK(k.at("grid") == json({64, 1, 1}));
  CHECK(k.at("block") == json({256, 1, 1}));
  CHECK(k.at("cycles") == 10'000);
  CHECK(k.at("time_us") == 10.0);
  const json& st = k.at("instructions").at(1);
  CHECK(st.at("pc") == 0x20);
  CHECK(st.at("src") == "transpose.cu:14");
  CHECK(st.at("op") == "st.global.b32");
  CHECK(st.at("requests") == 512);
  CHECK(st.at("sectors") == 16'384);
  CHECK(st.at("ideal_sectors") == 2048);
  CHECK(st.at("wavefronts") == 4096);
  CHECK(st.at("ideal_wavefronts") == 512);
  CHECK(r["kernels"][1].at("not_modelled") == json::array({{{"what", "texture loads"}, {"count", 1234}}}));
}

TEST_CASE("every promised metric is there, counts as integers") {
  const json r = report_of({transpose()});
  const json& m = r["kernels"][0].at("metrics");
  for (const std::string& name : promised_metrics()) {
    CAPTURE(name);
    REQUIRE(m.contains(name));
    if (name.ends_with(".sum")) CHECK(m[name].is_number_integer());
  }
}

TEST_CASE("findings name the rule, the share, the place and the cause") {
  const json found = report_of({transpose()})["kernels"][0].at("findings");
  REQUIRE(found.size() == 2);
  CHECK(found[0].at("rule") == "l2-bound");
  CHECK(found[0].at("where") == "kernel");
  CHECK(found[1].at("rule") == "uncoalesced-store");
  CHECK(found[1].at("where") == "transpose.cu:14");
  CHECK(found[1].at("share").get<double>() == Approx(0.95 * 0.75));
}

TEST_CASE("a trace without kernels gives an empty list") { CHECK(report_of({}).at("kernels") == json::array()); }

TEST_CASE("a name that is not UTF-8 does not break the report") {
  KernelResult k = transpose();
  k.head.name = "k\xff\"\n";
  CHECK_NOTHROW(report_of({k}));
}
