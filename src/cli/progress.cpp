#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace warpmem::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

extern "C" void on_interrupt(int) { interrupts = 1; }

double seconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

std::string rate(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.1f} M/s", per_second / 1e6);
  return fmt::format("{:.0f} k/s", per_second / 1e3);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_wanted() { return interrupts != 0; }

Result<std::optional<KernelHead>> WatchedTrace::next_kernel() {
  auto head = inner_.next_kernel();
  if (head && *head) {
    ++kernels_;
    blocks_read_ = 0;
    blocks_ = (*head)->grid.volume();
  }
  return head;
}

Result<bool> WatchedTrace::next_block(BlockTrace& out) {
  auto more = inner_.next_block(out);
  if (more && *more) ++blocks_read_;
  return more;
}

Progress::Progress(const WatchedTrace& trace, bool wanted)
    : trace_(trace), wanted_(wanted && isatty(STDERR_FILENO) != 0), start_(Clock::now()), kernel_start_(start_), last_(start_) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::update(std::uint64_t instructions) {
  if (!wanted_) return;
  const auto now = Clock::now();
  if (trace_.kernels() != kernel_) {
    kernel_ = trace_.kernels();
    kernel_start_ = now;
  }
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(200)) return;
  last_ = now;
  std::string line = fmt::format("\r\033[Kkernel {}: {:.1f} M instructions, {}", kernel_, static_cast<double>(instructions) / 1e6,
                                 rate(static_cast<double>(instructions) / seconds(now - start_)));
  // Blocks are read as SMs take them, so their number tells how far the launch has come.
  const double read = static_cast<double>(trace_.blocks_read());
  const double all = static_cast<double>(trace_.blocks());
  const double spent = seconds(now - kernel_start_);
  if (read > 0 && read < all && spent > 1)
    line += fmt::format(", {:.0f} % of its blocks, {:.0f} s left", 100 * read / all, spent * (all - read) / read);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace warpmem::cli
