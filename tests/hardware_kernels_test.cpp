// Whole kernels whose accesses the generators can make, and published figures of the A100.
#include <algorithm>
#include <cmath>

#include "hardware_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

TEST_CASE("simple kernels of the H200 have its requests and sectors exactly", "[hardware]") {
  const struct {
    const char* kernel;
    const char* source;
    bool stores;  // the generator also makes the kernel's stores
  } cases[] = {{"copy1(", "gen:copy,elements=4194304", true},
               {"copy4(", "gen:copy,elements=1048576,bytes=16", true},
               {"copy_off1(", "gen:read,elements=4194304,offset=1", false},
               {"stride2(", "gen:read,elements=4194304,stride=2", false},
               {"stride8(", "gen:read,elements=4194304,stride=8", false},
               {"stride32(", "gen:read,elements=4194304,stride=32", false},
               {"aos12(", "gen:aos,elements=4194304,pitch=12,bytes=4", false},
               {"aos16(", "gen:aos,elements=4194304,pitch=16,bytes=4", false},
               {"soa(", "gen:copy,elements=4194304", true}};
  const json file = hardware_json("h200-kernels.json");
  const MachineConfig machine = shipped("h200");
  for (const auto& c : cases) {
    const auto& kernels = file.at("kernels");
    const auto row = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const json& k) { return k.at("kernel").get<std::string>().starts_with(c.kernel); });
    REQUIRE(row != kernels.end());
    const auto simulated = metric_map(simulate_one(c.source, machine));
    for (const std::string op : {"ld", "st"}) {
      if (op == "st" && !c.stores) continue;
      for (const std::string& name :
           {"smsp__inst_executed_op_global_" + op + ".sum", "l1tex__t_requests_pipe_lsu_mem_global_op_" + op + ".sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_" + op + ".sum"}) {
        INFO(c.kernel << " " << name);
        CHECK(simulated.at(name) == row->at("metrics").at(name).get<double>());
      }
    }
  }
}

TEST_CASE("vectorAdd has its known totals on the whole machine", "[hardware]") {
  const KernelResult k =
      simulate_one(std::string(WARPMEM_SOURCE_DIR) + "/traces/accel-sim-vectoradd/kernelslist.g", shipped("a100-sxm4-80gb"));
  CHECK(global(k, Op::load).requests == 3126);
  CHECK(global(k, Op::load).sectors == 12500);
  CHECK(global(k, Op::store).requests == 1563);
  CHECK(global(k, Op::store).sectors == 6250);
  CHECK(tex(k, L2Op::read) == 12500);
  CHECK(tex(k, L2Op::write) == 6250);
}

TEST_CASE("130 strides from the A100's L1 take its cycles per warp load", "[hardware]") {
  constexpr unsigned repeats = 12;
  const json rows = hardware_json("a100-published.json").at("l1_strides");
  REQUIRE(rows.size() == 130);
  std::string text = "warpmem-trace 1\n";
  for (const json& row : rows) text += stride_kernel(row, repeats);
  const auto kernels = simulate_text(text, shipped("a100-sxm4-80gb"));
  REQUIRE(kernels.size() == rows.size());
  double sum = 0, worst = 0;
  std::string worst_row;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(global(kernels[i], Op::load).sector_hits == global(kernels[i], Op::load).sectors);
    const double cycles = static_cast<double>(kernels[i].cycles) / (32.0 * 8 * repeats);
    const double measured = rows[i].at("cycles_per_warp_load");
    const double error = std::abs(cycles / measured - 1);
    sum += error;
    if (error > worst) {
      worst = error;
      std::ostringstream text_of_row;
      text_of_row << rows[i].at("bytes") << " B, stride " << rows[i].at("stride") << ": " << cycles << " for " << measured;
      worst_row = text_of_row.str();
    }
  }
  const double mean = sum / static_cast<double>(rows.size());
  std::cout << "A100, L1 strides: mean error " << 100 * mean << " %, worst " << 100 * worst << " % (" << worst_row << ")\n";
  CHECK(mean < 0.03);
}
