// The accesses that the sanitizer's hooks see of CUDA's types and functions: as wide as on a GPU, each once, loads first.
#include <catch2/catch.hpp>
#include <string>

#include "cuda/hooked.hpp"

std::vector<Hook> hooks;

namespace {

// The stack and the tables of the steps are no memory of the device.
bool is_on_stack(const void* address) {
  const char here = 0;
  const auto distance = reinterpret_cast<std::intptr_t>(address) - reinterpret_cast<std::intptr_t>(&here);
  return distance > -(1 << 16) && distance < 1 << 16;
}
void note(char kind, unsigned bytes, const void* address, int cache = -1) {
  if (!is_on_stack(address)) hooks.push_back({kind, bytes, address, cache});
}

std::string seen(void (*run)()) {
  run();  // the arrays are made
  hooks.clear();
  run();
  std::string text;
  for (const Hook& hook : hooks) {
    if (hook.bytes == 0) continue;
    text += (text.empty() ? "" : " ") + std::string(1, hook.kind) + std::to_string(hook.bytes);
    if (hook.cache >= 0) text += "." + std::to_string(hook.cache);
  }
  return text;
}

}  // namespace

extern "C" {
#define WARPMEM_TEST_HOOKS(n)                                  \
  void __tsan_read##n(void* p) { note('r', n, p); }            \
  void __tsan_write##n(void* p) { note('w', n, p); }           \
  void __tsan_unaligned_read##n(void* p) { note('r', n, p); }  \
  void __tsan_unaligned_write##n(void* p) { note('w', n, p); } \
  void __tsan_volatile_read##n(void* p) { note('R', n, p); }   \
  void __tsan_volatile_write##n(void* p) { note('W', n, p); }
WARPMEM_TEST_HOOKS(1)
WARPMEM_TEST_HOOKS(2)
WARPMEM_TEST_HOOKS(4)
WARPMEM_TEST_HOOKS(8)
WARPMEM_TEST_HOOKS(16)
void __tsan_read_range(void* p, unsigned long n) { note('r', static_cast<unsigned>(n), p); }
void __tsan_write_range(void* p, unsigned long n) { note('w', static_cast<unsigned>(n), p); }
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __sanitizer_cov_trace_pc() {}
void warpmem_access(const void* p, unsigned n, int kind, int cache) { note("lsda"[kind], n, p, cache); }
extern const unsigned warpmem_threadIdx[3] = {1, 0, 0}, warpmem_blockIdx[3] = {0, 0, 0}, warpmem_blockDim[3] = {2, 1, 1},
                      warpmem_gridDim[3] = {1, 1, 1};
}

TEST_CASE("each type and function of CUDA is seen as the accesses that a GPU would make") {
  for (const Step& step : steps()) {
    INFO(step.name);
    CHECK(seen(step.run) == step.expected);
  }
}

TEST_CASE("a copy names the addresses it goes between") {
  for (const Step& step : steps()) {
    if (step.name != "float4 copied") continue;
    step.run();
    hooks.clear();
    step.run();
    REQUIRE(hooks.size() >= 2);
    const auto from = reinterpret_cast<std::uintptr_t>(hooks[hooks.size() - 2].address);
    const auto to = reinterpret_cast<std::uintptr_t>(hooks.back().address);
    CHECK(hooks.back().kind == 'w');
    CHECK(from % 16 == 0);
    CHECK(to % 16 == 0);
    CHECK(from != to);
  }
}
