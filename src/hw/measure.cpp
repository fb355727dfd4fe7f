// The sections of `warpmem-hw measure`, by name.
#include "hw/hw.hpp"

namespace warpmem::hw {
namespace {

struct Section {
  const char* name;
  void (*measure)(Rows&);
};
constexpr Section sections[] = {
    {"latency", measure_latency},     {"near-far", measure_near_far}, {"shared", measure_shared}, {"bandwidth", measure_bandwidth},
    {"occupancy", measure_occupancy}, {"sms", measure_sms},           {"l1", measure_l1},         {"atomics", measure_atomics}};

}  // namespace

int measure(const std::vector<std::string>& wanted) {
  Rows rows;
  for (const std::string& name : wanted) {
    bool known = false;
    for (const Section& section : sections) known = known || name == section.name;
    if (!known) {
      std::fprintf(stderr, "warpmem-hw: there is no section '%s' to measure\n", name.c_str());
      return 2;
    }
  }
  for (const Section& section : sections) {
    bool chosen = wanted.empty();
    for (const std::string& name : wanted) chosen = chosen || name == section.name;
    if (!chosen) continue;
    std::fprintf(stderr, "warpmem-hw: %s\n", section.name);
    section.measure(rows);
  }
  Object all;
  all.put("schema", "warpmem-profile/1").put("device", device_facts()).raw("rows", array_text(rows));
  std::printf("%s\n", all.text().c_str());
  return 0;
}

}  // namespace warpmem::hw
