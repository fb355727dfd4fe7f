#include "record/signals.hpp"

#include <signal.h>
#include <ucontext.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "record/hook.hpp"
#include "record/recorder.hpp"
#include "record/text.hpp"

namespace warpmem::record {
namespace {

constexpr std::array caught{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
std::array<struct sigaction, caught.size()> before;

struct Caught {
  int signal = 0;
  std::uint64_t address = 0, pc = 0;
  bool stack_used_up = false;
};
thread_local Caught fault;
constexpr std::size_t landing_bytes = 64 << 10, handler_bytes = 64 << 10;
thread_local std::unique_ptr<unsigned char[]> landing_stack;

// Runs after the handler has returned, in the place of the instruction that could not be done.
[[noreturn]] void land() {
  const Code code = hook_image.holds(fault.pc) ? static_cast<Code>(fault.pc - hook_image.begin + 1) : 0;
  std::string what;
  if (fault.stack_used_up) {
    what = "has used up its stack of " + std::to_string(current_lane->stack_bytes) +
           " bytes: it calls itself without end, or its local arrays need a larger one (--stack)";
  } else if (fault.signal == SIGFPE) {
    what = "divides an integer by zero, or the smallest by -1";
  } else if (fault.signal == SIGILL) {
    what = "comes to a trap, or to where the compiler took it for granted that nothing comes (a function without its return?)";
  } else {
    what = "accesses memory at " + hex(fault.address) + (fault.address < 4096 ? ", a null pointer" : ", where nothing is");
  }
  current_recorder->runner().fail(*current_lane, code, std::move(what));
}

Error host_access(Recorder& recorder, std::uint64_t address, Code code) {
  const std::string& line = code == 0 ? std::string() : recorder.line_of(code);
  const std::size_t colon = line.rfind(':');
  const auto found = recorder.arena().before(address);
  return Error{ErrorKind::input,
               "host code touches device memory at " + hex(address) +
                   (found ? ", in or behind the allocation of " + std::to_string(found->bytes) + " bytes at " + hex(found->begin) : "") +
                   ", which only kernels can: copy it with cudaMemcpy, or allocate it with cudaMallocManaged",
               colon == line.npos ? std::string() : line.substr(0, colon), colon == line.npos ? 0 : std::stoull(line.substr(colon + 1))};
}

// The same for host code.
[[noreturn]] void land_host() {
  Recorder& recorder = active_recorder();
  recorder.stop(host_access(recorder, fault.address, hook_image.holds(fault.pc) ? static_cast<Code>(fault.pc - hook_image.begin + 1) : 0));
  std::abort();
}

bool redirect(ucontext_t& context, void (*landing)(), bool to_own_stack) {
#if defined(__x86_64__)
  auto& registers = context.uc_mcontext.gregs;
  fault.pc = static_cast<std::uint64_t>(registers[REG_RIP]);
  std::uint64_t stack = static_cast<std::uint64_t>(registers[REG_RSP]) - 1024;
  if (to_own_stack) stack = reinterpret_cast<std::uint64_t>(landing_stack.get() + landing_bytes);
  registers[REG_RSP] = static_cast<greg_t>((stack & ~std::uint64_t{15}) - 8);
  registers[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uint64_t>(landing));
  return true;
#elif defined(__aarch64__)
  fault.pc = context.uc_mcontext.pc;
  std::uint64_t stack = context.uc_mcontext.sp - 1024;
  if (to_own_stack) stack = reinterpret_cast<std::uint64_t>(landing_stack.get() + landing_bytes);
  context.uc_mcontext.sp = stack & ~std::uint64_t{15};
  context.uc_mcontext.pc = reinterpret_cast<std::uint64_t>(landing);
  return true;
#else
  (void)context, (void)landing, (void)to_own_stack;
  return false;
#endif
}

void handle(int signal, siginfo_t* info, void* context) {
  if (current_lane != nullptr && landing_stack) {
    fault.signal = signal;
    fault.address = reinterpret_cast<std::uint64_t>(info->si_addr);
    const auto low = reinterpret_cast<std::uint64_t>(current_lane->stack);
    fault.stack_used_up = signal != SIGFPE && fault.address - (low - Stack::guard_bytes) < Stack::guard_bytes;
    if (redirect(*static_cast<ucontext_t*>(context), &land, fault.stack_used_up)) return;
  } else if (const auto address = reinterpret_cast<std::uint64_t>(info->si_addr); Arena::stopped_host(address)) {
    fault.address = address;
    if (redirect(*static_cast<ucontext_t*>(context), &land_host, false)) return;
  }
  // The host's own: as if nobody had caught it. The instruction is done again and comes to whoever was there before.
  for (std::size_t i = 0; i < caught.size(); ++i)
    if (caught[i] == signal) sigaction(signal, &before[i], nullptr);
}

// A thread's alternative stack, taken back when the thread ends.
struct HandlerStack {
  std::unique_ptr<unsigned char[]> memory{new unsigned char[handler_bytes]};
  HandlerStack() {
    stack_t stack{};
    sigaltstack(nullptr, &stack);
    if ((stack.ss_flags & SS_DISABLE) == 0) return;
    stack = {};
    stack.ss_sp = memory.get();
    stack.ss_size = handler_bytes;
    sigaltstack(&stack, nullptr);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;
  ~HandlerStack() {
    stack_t stack{};
    sigaltstack(nullptr, &stack);
    if (stack.ss_sp != memory.get()) return;
    stack.ss_flags = SS_DISABLE;
    sigaltstack(&stack, nullptr);
  }
};

}  // namespace

void catch_device_faults() {
  // Whoever came later gets what is not device code's.
  struct sigaction action {};
  action.sa_sigaction = &handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < caught.size(); ++i) {
    struct sigaction now {};
    sigaction(caught[i], nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == &handle) continue;
    before[i] = now;
    sigaction(caught[i], &action, nullptr);
  }
  static thread_local const HandlerStack stack;
  if (!landing_stack) landing_stack.reset(new unsigned char[landing_bytes]);
}

}  // namespace warpmem::record
