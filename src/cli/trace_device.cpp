#include "cli/trace_device.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace warpmem::cli {
namespace {

// What a configuration does not say, because no timing depends on it.
struct Card {
  std::string_view prefix;  // of the configuration's name
  std::string_view name;    // as the driver gives it
  unsigned capability;
  std::uint64_t memory;  // bytes that cudaMemGetInfo calls the total
};
constexpr Card cards[] = {
    {"h200", "NVIDIA H200", 90, 150'122'463'232},
    {"a100-sxm4-80gb", "NVIDIA A100-SXM4-80GB", 80, 85'093'646'336},
    {"a100-sxm4-40gb", "NVIDIA A100-SXM4-40GB", 80, 42'314'694'656},
};
constexpr Card other{"", "", 80, 42'314'694'656};

const Card& card_of(const MachineConfig& machine) {
  for (const Card& card : cards)
    if (machine.name.starts_with(card.prefix)) return card;
  return other;
}

}  // namespace

unsigned compute_capability(const MachineConfig& machine) { return card_of(machine).capability; }

std::string device_figures(const MachineConfig& machine) {
  const Card& card = card_of(machine);
  const std::uint64_t shared = machine.sm.shared_carveouts.empty() ? 0 : machine.sm.shared_carveouts.back().count;
  const std::uint64_t reserved = machine.sm.shared_reserved.count;
  // A bus moves data at both edges of its clock: bits = bytes per ns * 8 / (2 * GHz).
  const double bus_bits = machine.dram_peak_GBs() * 8 / (2 * machine.dram.clock.count / 1000);
  return fmt::format(
      "name={};memory={};shared_per_block=49152;shared_per_block_optin={};shared_per_sm={};shared_reserved={};l2={};sms={};"
      "warps_per_sm={};blocks_per_sm={};registers_per_sm={};clock_khz={};memory_clock_khz={};bus_bits={};major={};minor={}",
      card.name.empty() ? machine.name : card.name, card.memory, shared > reserved ? shared - reserved : 0, shared, reserved,
      machine.l2.total.count, machine.sm.count, machine.sm.max_warps, machine.sm.max_blocks, machine.sm.registers,
      std::llround(machine.sm.clock.count * 1000), std::llround(machine.dram.clock.count * 1000), std::llround(bus_bits),
      card.capability / 10, card.capability % 10);
}

}  // namespace warpmem::cli
