// How long each kernel takes, with L2 empty of its data and with what the run before left there.
#include <algorithm>

#include "hw/hw.hpp"

namespace warpmem::hw {

int time_kernels(const std::vector<kernels::Spec>& specs, int repeats) {
  Rows rows;
  bool all_right = true;
  for (const kernels::Spec& spec : specs) {
    std::vector<double> cold, warm;
    Run run(*spec.kernel, spec.values, [&](Run& host, const std::function<void()>& once) {
      once();
      for (int k = 0; k < repeats; ++k) {
        flush_l2();
        Run::check(cudaDeviceSynchronize());
        cold.push_back(1e3 * event_ms(once));
        warm.push_back(1e3 * event_ms(once));
      }
      host.clear_outputs();
      once();
    });
    const std::string problem = run_host(*spec.kernel, run);
    all_right = all_right && problem.empty();
    Object row;
    row.put("kernel", canonical(spec)).put("right", problem.empty());
    if (!problem.empty()) row.put("problem", problem);
    if (!cold.empty()) {
      const double cold_us = median(cold), warm_us = median(warm);
      row.put("cold_us", cold_us).put("cold_us_least", *std::min_element(cold.begin(), cold.end())).put("warm_us", warm_us);
      row.put("useful_bytes", static_cast<std::uint64_t>(run.useful()))
          .put("cold_useful_GBs", static_cast<double>(run.useful()) / cold_us * 1e-3);
    }
    rows.push_back(row);
    std::fprintf(stderr, "%s\n", row.text().c_str());
  }
  Object all;
  all.put("schema", "warpmem-hw-time/1").put("device", device_facts()).put("repeats", repeats).raw("kernels", array_text(rows));
  std::printf("%s\n", all.text().c_str());
  return all_right ? 0 : 1;
}

}  // namespace warpmem::hw
