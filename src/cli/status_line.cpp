#include "cli/status_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace warpmem::cli {
namespace {

// A line is rewritten with a carriage return and an escape sequence.
bool can_rewrite() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

std::size_t terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

StatusLine::StatusLine(bool wanted) : wanted_(wanted && can_rewrite()), start_(Clock::now()), last_(start_) {}

StatusLine::~StatusLine() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

double StatusLine::elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

bool StatusLine::due() {
  if (!wanted_) return false;
  const auto now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(200)) return false;
  last_ = now;
  return true;
}

void StatusLine::show(const std::string& text) {
  // What reaches the last column may wrap, and a wrapped line is not wiped.
  std::fputs(("\r\033[K" + text.substr(0, terminal_columns() - 1)).c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

std::string per_second(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f} M/s", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.0f} k/s", rate / 1e3);
  return fmt::format("{:.{}f}/s", rate, rate < 10 ? 1 : 0);
}

std::string time_left(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s left", whole);
  if (whole < 3600) return fmt::format("{} min {} s left", whole / 60, whole % 60);
  return fmt::format("{} h {} min left", whole / 3600, whole / 60 % 60);
}

}  // namespace warpmem::cli
