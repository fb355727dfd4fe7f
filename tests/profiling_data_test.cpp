// What was measured on a GPU with warpmem-hw, and the lists that measuring goes by.
#include <set>

#include "hardware_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

TEST_CASE("the profiler is asked for exactly the metrics that reports name", "[profiling]") {
  std::istringstream file(content_of(std::string(WARPMEM_SOURCE_DIR) + "/src/hw/metrics.txt"));
  std::set<std::string> asked, named;
  for (std::string name; file >> name;) asked.insert(name);
  const MachineConfig machine = shipped("h200");
  for (const auto& [name, value] : metrics(simulate_one("gen:copy,elements=32", machine), machine)) named.insert(name);
  CHECK(asked == named);
}

TEST_CASE("our kernels have the counters of the kernels measured before them", "[profiling]") {
  const json before = hardware_json("h200-kernels.json").at("kernels");
  const json ours = hardware_json("h200/kernels.json").at("kernels");
  REQUIRE(before.size() == 25);
  REQUIRE(ours.size() >= before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    INFO(ours[i].at("source"));
    for (const char* name : {"smsp__inst_executed_op_global_ld.sum", "smsp__inst_executed_op_global_st.sum",
                             "smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum",
                             "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                             "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}) {
      INFO(name);
      CHECK(ours[i].at("metrics").at(name) == before[i].at("metrics").at(name));
    }
    // Times repeat to a few percent, those of the shortest to 15: a slower one was not compiled the same way.
    CHECK(ours[i].at("metrics").at("sm__cycles_elapsed.max").get<double>() ==
          Approx(before[i].at("metrics").at("sm__cycles_elapsed.max").get<double>()).epsilon(0.15));
  }
}

TEST_CASE("every kernel gave the right result on the GPU", "[profiling]") {
  const json times = hardware_json("h200/times.json").at("kernels");
  REQUIRE(times.size() >= 60);
  for (const json& row : times) {
    INFO(row.at("kernel"));
    CHECK(row.at("right") == true);
    CHECK(row.at("warm_us").get<double>() > 0);
  }
}
