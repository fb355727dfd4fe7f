// Runs what a plan names, when first asked, and gives every figure of it by name.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lesson/plan.hpp"
#include "warpmem/machine.hpp"
#include "warpmem/pictures.hpp"

namespace warpmem::lesson {

struct Value {
  double number = 0;
  Unit unit = Unit::ratio;
};
// "12.5 %", "4,096 B", "1.2 us", "476 GB/s", "8".
std::string show(const Value& value);

struct Measured {
  std::string what;   // as in the plan
  std::string title;  // what to call it: the same, or the name in a written trace
  KernelResult result;
  std::vector<SampleAccess> samples;  // the first execution of each instruction
  // Every figure of report/figures.hpp, the keys of a kernel, and the short names that lesson texts use:
  //   lines sectors store_lines store_sectors       of an average global load or store
  //   loads stores load_sectors load_bytes          of all global loads, and how many there are
  //   loaded_words                                  4-byte words asked for by lanes
  //   data_wavefronts                               of an average global load
  //   shared_loads wavefronts conflicts             shared loads; of an average one
  //   shared_stores store_wavefronts                shared stores; of an average one
  //   instructions threads registers                in all; of the launch; of a thread
  //   latency_us transfer_us                        how long a lone load waits on this machine, at most the run's time; the rest
  //   distinct_bytes wanted_share span_bytes        of a single access: bytes without repetition; their share of the sectors;
  //                                                 from the first line touched to the end of the last
  std::map<std::string, Value, std::less<>> figures;
};

class Bench {
 public:
  // Both must outlive it.
  Bench(const Plan& plan, const MachineConfig& machine) : plan_(plan), machine_(machine) {}

  Result<const Measured*> run(std::string_view name);  // lives as long as the bench
  // "RUN.FIGURE", or a number of the machine: warp, line, sector, word, banks, machine.sms, machine.clock_MHz,
  // machine.memory_clock_MHz, machine.bus_bytes, machine.peak_GBs, machine.l2_bytes, machine.register_bytes,
  // machine.l1_bytes.
  Result<Value> value(std::string_view name);
  Result<double> evaluate(std::string_view expression);

  const MachineConfig& machine() const { return machine_; }
  const std::map<std::string, Measured, std::less<>>& done() const { return done_; }

 private:
  const Plan& plan_;
  const MachineConfig& machine_;
  std::optional<double> lone_load_us_;
  std::map<std::string, Measured, std::less<>> done_;
};

}  // namespace warpmem::lesson
