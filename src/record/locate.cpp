#include <dlfcn.h>
#include <pthread.h>

#include "record/hook.hpp"
#include "record/recorder.hpp"
#include "record/text.hpp"

namespace warpmem::record {

constinit Image hook_image{};

namespace {

// Thread-local variables lie around the thread pointer.
bool is_thread_local(std::uint64_t address) {
  constexpr std::uint64_t reach = 64 << 10;
  return address - (reinterpret_cast<std::uint64_t>(__builtin_thread_pointer()) - reach) < 2 * reach;
}

// What hands a launch's arguments over reads what the host gave it, wherever that lies.
bool is_wrapping(Recorder& recorder, Code code) {
  const std::string& function = recorder.function_of(code);
  return function.empty() || function.starts_with("warpmem::");
}

}  // namespace

std::uint64_t locate(std::uint64_t address, Shape shape, Code code) {
  Recorder& recorder = *current_recorder;
  if (hook_image.holds(address)) {
    if (address - hook_image.device < hook_image.device_size) return where_of(shape, Arena::variables + (address - hook_image.device));
    if (shape.op() == 0 || is_wrapping(recorder, code)) return 0;
    recorder.runner().fail(*current_lane, code, "writes a variable of the host at " + hex(address) + ", or past the end of a shared array");
  }
  Lane& lane = *current_lane;
  if (address - reinterpret_cast<std::uint64_t>(lane.stack) < lane.stack_bytes) return 0;
  if (is_thread_local(address) || is_wrapping(recorder, code)) return 0;
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(address), &info) != 0) return 0;
  const std::string what = shape.op() == 0 ? "loads from " : shape.op() == 1 ? "stores to " : "updates ";
  recorder.runner().fail(
      lane, code,
      what + hex(address) + ", which is " +
          (address < 4096 ? "a null pointer"
                          : "no device memory: a pointer of the host (new, malloc, std::vector), or one that was never set"));
}

void find_host_stack() {
  if (current_host_stack.size != 0) return;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  void* begin = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &begin, &size) == 0) current_host_stack = {reinterpret_cast<std::uint64_t>(begin), size};
  pthread_attr_destroy(&attributes);
}

void give_way(Code code) { current_recorder->runner().stop(*current_lane, Stop::none, code); }

}  // namespace warpmem::record
