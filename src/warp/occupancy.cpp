#include "warp/occupancy.hpp"

#include <algorithm>
#include <limits>

namespace warpmem {
namespace {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return unit == 0 ? value : (value + unit - 1) / unit * unit; }

}  // namespace

// The limits are those of the CUDA occupancy calculator. The driver's choice of carve-out is not documented; this one
// is right for all 25 kernels and the cache walks measured (launch__shared_mem_config_size in
// tests/hardware/h200-kernels.json and h200-caches.json): the smallest that holds five thirds of the blocks that
// registers allow, but no more than the SM can have.
Result<Occupancy> occupancy(const KernelHead& head, const MachineConfig& m) {
  const SmConfig& sm = m.sm;
  const std::uint32_t warps = head.warps_per_block();
  if (warps > sm.max_warps) {
    return input_error("kernel " + head.name + ": a block of " + std::to_string(warps) + " warps does not fit an SM of " + m.name + " (" +
                       std::to_string(sm.max_warps) + " warps)");
  }
  const std::uint64_t registers =
      head.registers == 0 ? 0 : round_up(std::uint64_t{head.registers} * lanes_per_warp, sm.register_unit) * warps;
  const std::uint64_t shared = round_up(head.shared.count, sm.shared_unit.count) + sm.shared_reserved.count;
  const std::uint64_t largest = sm.shared_carveouts.empty() ? 0 : sm.shared_carveouts.back().count;
  if (registers > sm.registers) {
    return input_error("kernel " + head.name + ": a block needs " + std::to_string(registers) + " registers, an SM of " + m.name + " has " +
                       std::to_string(sm.registers));
  }
  if (head.shared.count > 0 && shared > largest) {
    return input_error("kernel " + head.name + ": a block asks for " + std::to_string(head.shared.count) +
                       " bytes of shared memory, an SM of " + m.name + " gives at most " +
                       std::to_string(largest - sm.shared_reserved.count));
  }

  Occupancy o;
  struct Limit {
    std::uint64_t blocks;
    const char* name;
  };
  const std::uint64_t unlimited = std::numeric_limits<std::uint32_t>::max();
  Limit best{sm.max_warps / warps, "warps"};
  const Limit others[] = {{sm.max_blocks, "blocks"}, {registers == 0 ? unlimited : sm.registers / registers, "registers"}};
  for (const Limit& l : others) {
    if (l.blocks < best.blocks) best = l;
  }
  constexpr std::uint32_t usual_registers = 16;  // of the small kernels measured; taken where a trace does not say
  const std::uint64_t per_block =
      registers != 0 ? registers : round_up(std::uint64_t{usual_registers} * lanes_per_warp, sm.register_unit) * warps;
  const std::uint64_t by_registers = std::max(best.blocks, sm.registers / per_block);
  const std::uint64_t wanted = std::min<std::uint64_t>(by_registers * 5 * shared / 3, sm.max_blocks * shared);
  const std::uint64_t asked = std::min(head.carveout ? head.carveout->count : wanted, largest);
  for (const Bytes b : sm.shared_carveouts) {
    o.shared_carveout = b;
    if (b.count >= asked && b.count >= shared) break;
  }
  if (shared > 0 && o.shared_carveout.count / shared < best.blocks) best = {o.shared_carveout.count / shared, "shared memory"};
  // With no carve-out to speak of, the reserved bytes alone must not stop a launch.
  o.blocks_per_sm = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, best.blocks));
  o.warps_per_sm = o.blocks_per_sm * warps;
  o.limited_by = best.name;
  o.l1_capacity = Bytes(m.l1.total.count - o.shared_carveout.count);
  return o;
}

}  // namespace warpmem
