#include <catch2/catch.hpp>
#include <cmath>

#include "report/derived.hpp"
#include "report_support.hpp"

using namespace report_test;

TEST_CASE("metrics carry the counters under the profiler's names") {
  const auto m = metrics(transpose());
  CHECK(figure(m, "smsp__inst_executed_op_global_ld.sum") == 512);
  CHECK(figure(m, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum") == 512);
  CHECK(figure(m, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") == 16'384);
  CHECK(figure(m, "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_st.sum") == 4096);
  CHECK(figure(m, "l1tex__data_pipe_lsu_wavefronts.sum") == 1024);
  CHECK(figure(m, "lts__t_requests_srcunit_tex.sum") == 16'896);
  CHECK(figure(m, "lts__t_sectors_srcunit_tex.sum") == 18'432);
  CHECK(figure(m, "lts__t_sectors_srcunit_tex_op_write_lookup_hit.sum") == 16'384);
  CHECK(figure(m, "lts__t_sectors_op_read.sum") == 3072);
  CHECK(figure(m, "dram__bytes_read.sum") == 65'536);
  CHECK(figure(m, "sm__cycles_elapsed.max") == 13'000);
  CHECK(figure(m, "gpu__time_duration.sum") == 13'000);
  CHECK(figure(m, "sm__warps_active.avg.per_cycle_active") == 32);
}

TEST_CASE("shared red and atom are both counted as atom") {
  const auto m = metrics(conflicts());
  CHECK(figure(m, "smsp__inst_executed_op_shared_red.sum") == 0);
  CHECK(figure(m, "smsp__inst_executed_op_shared_atom.sum") == 5);
  CHECK(figure(m, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum") == 16);
  CHECK(figure(m, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum") == 11);
  CHECK(figure(m, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum") == 3216);
  CHECK(figure(m, "l1tex__data_pipe_lsu_wavefronts.sum") == 3216);
}

TEST_CASE("metrics that need the machine's size") {
  const auto m = metrics(transpose(), machine());
  CHECK(figure(m, "sm__cycles_active.avg") == 10'000);
  CHECK(figure(m, "launch__waves_per_multiprocessor") == 2);
  CHECK(figure(m, "launch__shared_mem_per_block") == 1024);
}

TEST_CASE("derived figures follow their formulas") {
  const auto d = derived(transpose(), machine());
  CHECK(figure(d, "sectors_per_request_global_ld") == 4);
  CHECK(figure(d, "sectors_per_request_global_st") == 32);
  CHECK(figure(d, "useful_bytes") == 131'072);
  CHECK(figure(d, "moved_bytes") == 18'432 * 32);
  CHECK(figure(d, "efficiency") == Approx(131'072.0 / (18'432 * 32)));
  CHECK(figure(d, "effective_bandwidth_GBs") == Approx(13.1072));
  CHECK(figure(d, "peak_bandwidth_GBs") == 128);
  CHECK(figure(d, "bandwidth_efficiency") == Approx(0.1024));
  CHECK(figure(d, "dram_bandwidth_GBs") == Approx(6.5536));
  CHECK(figure(d, "l2_hit_rate") == Approx(16'384.0 / 18'432));
  CHECK(figure(d, "dram_row_hit_rate") == 0.75);
  CHECK(figure(d, "latency_global_ld_cycles") == 600);
  CHECK(figure(d, "latency_global_st_cycles") == 1800);  // a line
  CHECK(figure(d, "warps_active") == 32);
  CHECK(figure(d, "occupancy") == 0.5);
  CHECK(figure(d, "l2_utilisation") == Approx(0.9));
  CHECK(figure(derived(conflicts(), machine()), "shared_wavefronts_per_instruction") == Approx(3216.0 / 105));
}

TEST_CASE("the shares of the cycles sum to one") {
  const report::CycleShares s = report::weighed_shares(transpose(), machine());
  CHECK(s.launch + s.issue + s.waited() + s.other == Approx(1));
  CHECK(s.launch == Approx(0.04));
  CHECK(s.issue == Approx(0.01));
  CHECK(s.store_wait[static_cast<std::size_t>(Wait::l2)] == Approx(0.95 * 0.7));
}

TEST_CASE("a kernel that did nothing, on a machine of nothing, has no NaN and no infinity") {
  for (const auto& figures : {metrics(KernelResult{}), metrics(KernelResult{}, MachineConfig{}), derived(KernelResult{}, MachineConfig{})})
    for (const auto& [name, value] : figures) {
      CAPTURE(name);
      CHECK(std::isfinite(value));
    }
}
