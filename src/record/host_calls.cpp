// The functions of runtime.hpp that host code calls.
#include <mutex>
#include <new>

#include "record/current.hpp"
#include "record/recorder.hpp"
#include "record/signals.hpp"

using namespace warpmem::record;

namespace {

// Launches of several host threads come one after the other: built-in variables and shared memory are there once.
std::recursive_mutex launching;
thread_local bool next_is_cooperative = false;

}  // namespace

extern "C" {

int warpmem_launch(const unsigned grid[3], const unsigned block[3], size_t shared, const char* name, const char* file, int line,
                   const void* function, void (*thread)(void*), void* context) {
  if (current_lane != nullptr) warpmem_fail("launches a kernel from device code, which is not supported: launch it from the host");
  Recorder* const before = current_recorder;
  // An embedded program is run by its reader, which is one.
  std::unique_lock<std::recursive_mutex> lock(launching, std::defer_lock);
  if (before == nullptr) lock.lock();
  Recorder& recorder = active_recorder();
  catch_device_faults();
  find_host_stack();
  current_recorder = &recorder;
  recorder.arena().open();
  LaunchRequest request{{grid[0], grid[1], grid[2]},
                        {block[0], block[1], block[2]},
                        shared,
                        name == nullptr ? "" : name,
                        file == nullptr ? "" : file,
                        line,
                        function,
                        {thread, context},
                        next_is_cooperative};
  next_is_cooperative = false;
  int error = 0;
  bool room = true;
  try {
    error = recorder.launch(request);
  } catch (const std::bad_alloc&) {
    room = false;  // said outside: stop() does not return
  }
  if (!room)
    recorder.stop(warpmem::Error{warpmem::ErrorKind::input, "kernel " + request.name + ": " + no_room, request.file,
                                 static_cast<std::uint64_t>(line > 0 ? line : 0)});
  recorder.arena().close();
  current_recorder = before;
  return error;
}

void warpmem_launch_refused(const char* name, const char* file, int line, const void* function, const char* why) noexcept {
  LaunchRequest request;
  request.name = name == nullptr ? "" : name;
  request.file = file == nullptr ? "" : file;
  request.line = line;
  request.function = function;
  active_recorder().refused(request, why);
}

void warpmem_next_launch_is_cooperative(void) noexcept { next_is_cooperative = true; }
void warpmem_set_carveout(const void* function, int percent) noexcept { active_recorder().set_carveout(function, percent); }

void* warpmem_device_allocate(size_t bytes, int kind) noexcept {
  Recorder& recorder = active_recorder();
  if (kind != 2 && recorder.arena().bytes_in_use() + bytes > recorder.settings().device.memory) return nullptr;
  return recorder.arena().allocate(bytes, kind);
}
int warpmem_device_free(void* pointer) noexcept { return active_recorder().arena().release(pointer) ? 1 : 0; }
int warpmem_device_find(const void* pointer, void** start, size_t* bytes) noexcept {
  const auto found = active_recorder().arena().find(reinterpret_cast<std::uint64_t>(pointer));
  if (!found) return 0;
  if (start != nullptr) *start = reinterpret_cast<void*>(found->begin);
  if (bytes != nullptr) *bytes = found->bytes;
  return found->kind + 1;
}
size_t warpmem_device_bytes_in_use(void) noexcept { return active_recorder().arena().bytes_in_use(); }
void warpmem_device_open(void) noexcept { active_recorder().arena().open(); }
void warpmem_device_close(void) noexcept { active_recorder().arena().close(); }
void warpmem_device_reset(void) noexcept { active_recorder().arena().reset(); }
const warpmem_device_figures* warpmem_device(void) noexcept { return &active_recorder().settings().device; }

}  // extern "C"
