#include "cli/progress.hpp"

#include <fmt/format.h>

#include <csignal>

namespace warpmem::cli {
namespace {

volatile std::sig_atomic_t interrupts = 0;

extern "C" void on_interrupt(int) { interrupts = 1; }

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

void Progress::update(std::uint64_t instructions) {
  if (trace_.kernels() != kernel_) {
    kernel_ = trace_.kernels();
    kernel_start_ = line_.elapsed();
  }
  if (!line_.due()) return;
  const double elapsed = line_.elapsed();
  std::string text = fmt::format("kernel {}: {:.1f} M instructions, {}", kernel_, static_cast<double>(instructions) / 1e6,
                                 per_second(static_cast<double>(instructions) / elapsed));
  // Blocks are read as SMs take them, so their number tells how far the launch has come.
  const double read = static_cast<double>(trace_.blocks_read());
  const double all = static_cast<double>(trace_.blocks());
  const double spent = elapsed - kernel_start_;
  if (read > 0 && read < all && spent > 1)
    text += fmt::format(", {:.0f} % of its blocks, {}", 100 * read / all, time_left(spent * (all - read) / read));
  line_.show(text);
}

}  // namespace warpmem::cli
