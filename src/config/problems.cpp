// What single ranges cannot say: parameters that do not fit each other.
#include <algorithm>

#include "config/value.hpp"

namespace warpmem {
namespace {

class Checker {
 public:
  std::vector<std::string> found;
  void expect(bool holds, std::string otherwise) {
    if (!holds) found.push_back(std::move(otherwise));
  }
};

std::string as_text(std::uint64_t n) { return std::to_string(n); }

void check_ranges(const MachineConfig& m, Checker& check) {
  // A machine built in code has not been through the loader.
  for (const Parameter& p : parameters()) {
    const auto in_range = [&](double v) { return v >= p.least && v <= p.most; };
    const bool holds = std::visit(
        [&](auto* member) {
          using T = std::remove_pointer_t<decltype(member)>;
          if constexpr (std::is_same_v<T, std::vector<Bytes>>) {
            return std::ranges::all_of(*member, [&](Bytes b) { return in_range(static_cast<double>(b.count)); });
          } else if constexpr (std::is_same_v<T, std::array<std::uint64_t, 2>> || std::is_same_v<T, WarpScheduler>) {
            return true;
          } else if constexpr (std::is_arithmetic_v<T>) {
            return in_range(static_cast<double>(*member));
          } else {
            return in_range(static_cast<double>(member->count));
          }
        },
        reading_target(p, m));
    check.expect(holds, std::string(p.key) + " is " + value_text(p, m) + ", out of its range: " + number_text(p.least) + " to " +
                            number_text(p.most));
  }
}

void check_sm(const MachineConfig& m, Checker& check) {
  check.expect(m.sm.quadrants == 0 || m.sm.max_warps % m.sm.quadrants == 0,
               "sm.max_warps (" + as_text(m.sm.max_warps) + ") must be a multiple of sm.quadrants (" + as_text(m.sm.quadrants) + ")");
  check.expect(!m.sm.shared_carveouts.empty(), "sm.shared_carveouts is empty; give at least one size");
  check.expect(std::ranges::adjacent_find(m.sm.shared_carveouts, std::greater_equal<>()) == m.sm.shared_carveouts.end(),
               "sm.shared_carveouts must ascend");
  if (!m.sm.shared_carveouts.empty()) {
    const Bytes largest = *std::ranges::max_element(m.sm.shared_carveouts);
    check.expect(largest < m.l1.total, "the largest of sm.shared_carveouts (" + as_text(largest.count) +
                                           " bytes) must leave some of l1.total (" + as_text(m.l1.total.count) + " bytes) to L1");
  }
}

void check_caches(const MachineConfig& m, Checker& check) {
  check.expect(m.l1.tag_bank_masks[0] != 0 && m.l1.tag_bank_masks[1] != 0, "l1.tag_bank_masks: a mask of 0 leaves tag banks unused");
  check.expect(m.l1.tag_bank_masks[0] != m.l1.tag_bank_masks[1], "l1.tag_bank_masks: equal masks leave tag banks unused");
  check.expect(m.l1.total.count % line_bytes == 0, "l1.total must be a multiple of the 128-byte line");
  check.expect(m.l2.partitions == 0 || m.l2.slices % m.l2.partitions == 0,
               "l2.slices (" + as_text(m.l2.slices) + ") must be a multiple of l2.partitions (" + as_text(m.l2.partitions) + ")");
  const std::uint64_t set_bytes = std::uint64_t{m.l2.slices} * m.l2.ways * line_bytes;
  check.expect(set_bytes == 0 || m.l2.total.count >= set_bytes,
               "l2.total (" + as_text(m.l2.total.count) +
                   " bytes) is less than one set in each slice: l2.slices * l2.ways * 128 = " + as_text(set_bytes) + " bytes");
  check.expect(m.l2.fetch.count % sector_bytes == 0, "l2.fetch must be 32 or 64 bytes");
  // Phase by phase, an SM runs ahead of L2 by at most the shortest round trip.
  check.expect(m.l2.request_latency.count + m.l2.reply_latency.count >= 1,
               "l2.request_latency and l2.reply_latency must together be at least 1 cycle");
}

void check_dram(const MachineConfig& m, Checker& check) {
  const DramConfig& d = m.dram;
  const auto at_least = [&](Nanoseconds longer, const char* name, Nanoseconds shorter, const char* other) {
    check.expect(longer >= shorter, std::string("dram.") + name + " (" + number_text(longer.count) + " ns) must be at least dram." + other +
                                        " (" + number_text(shorter.count) + " ns)");
  };
  at_least(d.tRAS, "tRAS", d.tRCD, "tRCD");
  at_least(d.tCCD_L, "tCCD_L", d.tCCD_S, "tCCD_S");
  at_least(d.tFAW, "tFAW", d.tRRD_S, "tRRD_S");
  check.expect(d.tREFI.count == 0 || d.tRFC < d.tREFI, "dram.tREFI (" + number_text(d.tREFI.count) +
                                                           " ns) must be longer than dram.tRFC (" + number_text(d.tRFC.count) +
                                                           " ns), or 0 for no refresh");
  check.expect(d.row.count % line_bytes == 0, "dram.row (" + as_text(d.row.count) + " bytes) must be a multiple of the 128-byte line");
  if (d.burst.count == 0) return;
  check.expect(
      m.l2.fetch.count % d.burst.count == 0,
      "l2.fetch (" + as_text(m.l2.fetch.count) + " bytes) must be a multiple of dram.burst (" + as_text(d.burst.count) + " bytes)");
}

}  // namespace

std::vector<std::string> config_problems(const MachineConfig& machine) {
  Checker check;
  check_ranges(machine, check);
  check_sm(machine, check);
  check_caches(machine, check);
  check_dram(machine, check);
  return std::move(check.found);
}

}  // namespace warpmem
