// The functions of runtime.hpp that device code calls.
#include <algorithm>

#include "record/hook.hpp"
#include "record/recorder.hpp"

using namespace warpmem::record;

#define HERE code_at(__builtin_return_address(0))

namespace {

Lane& device_lane() {
  Lane* const lane = current_lane;
  if (lane != nullptr) return *lane;
  // Host code has no warp: a program that gets here was not compiled as device code.
  __builtin_trap();
}

std::uint64_t operate(WarpOperation operation, unsigned mask, std::uint64_t value, Code code, int source = 0,
                      unsigned long long* all = nullptr) {
  Lane& lane = device_lane();
  lane.operation = operation;
  lane.mask = mask | 1U << lane.linear % 32;
  lane.value = value;
  lane.source = source;
  lane.all = all;
  current_recorder->runner().stop(lane, Stop::warp_operation, code);
  return lane.value;
}

std::uint64_t wait_for_block(std::uint8_t kind, std::uint64_t value, Code code) {
  Lane& lane = device_lane();
  lane.barrier_kind = kind;
  lane.value = value;
  current_recorder->runner().stop(lane, Stop::barrier, code);
  return lane.value;
}

}  // namespace

extern "C" {

void warpmem_shared_variable(const void* variable, size_t bytes, size_t alignment, const char* name) noexcept {
  if (current_lane != nullptr && variable != nullptr) current_recorder->shared().declare(variable, bytes, alignment, name);
}

unsigned long long warpmem_cycles(void) noexcept {
  // No divisor of what programs wait for: they expect to have waited longer, not as long.
  constexpr unsigned long long per_call = 37;
  static thread_local unsigned long long cycles = 0;
  return cycles += per_call;
}

int warpmem_in_kernel(void) noexcept { return current_lane != nullptr ? 1 : 0; }
unsigned warpmem_lane(void) noexcept { return current_lane == nullptr ? 0 : current_lane->linear % 32; }
unsigned warpmem_warp(void) noexcept { return current_lane == nullptr ? 0 : current_lane->linear / 32; }

void warpmem_barrier(void) { wait_for_block(0, 0, HERE); }
int warpmem_barrier_reduce(int kind, int value) {
  return static_cast<int>(wait_for_block(static_cast<std::uint8_t>(1 + std::clamp(kind, 0, 2)), value != 0 ? 1 : 0, HERE));
}
void warpmem_grid_barrier(void) {
  const Code code = HERE;
  if (current_recorder->one_block()) {
    wait_for_block(0, 0, code);
    return;
  }
  if (current_recorder->cooperative()) {
    wait_for_block(Lane::of_grid, 0, code);
    return;
  }
  current_recorder->runner().fail(device_lane(), code,
                                  "waits for all blocks of the grid, but was not launched to: use cudaLaunchCooperativeKernel");
}

void warpmem_syncwarp(unsigned mask) { operate(WarpOperation::sync, mask, 0, HERE); }
unsigned warpmem_active_mask(void) {
  Lane& lane = device_lane();
  current_recorder->runner().stop(lane, Stop::active, HERE);
  return static_cast<unsigned>(lane.value);
}
unsigned warpmem_ballot(unsigned mask, int predicate) {
  return static_cast<unsigned>(operate(WarpOperation::ballot, mask, predicate != 0 ? 1 : 0, HERE));
}
unsigned long long warpmem_exchange(unsigned mask, unsigned long long value, int source) {
  return operate(WarpOperation::exchange, mask, value, HERE, source);
}
void warpmem_all_values(unsigned mask, unsigned long long value, unsigned long long values[32], unsigned* present) {
  *present = static_cast<unsigned>(operate(WarpOperation::all_values, mask, value, HERE, 0, values));
}

void warpmem_not_modelled(const char* what) {
  if (current_log != nullptr) current_recorder->not_modelled(what);
}

void warpmem_fail(const char* message) {
  const Code code = HERE;
  if (current_lane != nullptr) current_recorder->runner().fail(*current_lane, code, message);
  active_recorder().stop(warpmem::Error{warpmem::ErrorKind::input, message});
  __builtin_trap();
}

}  // extern "C"
