// The text of a whole run: one kernel in full, many as a table with a line each.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "warpmem/report.hpp"

namespace warpmem {
namespace {

using namespace report;

constexpr const char* short_bound(Bound bound) {
  switch (bound) {
    case Bound::nothing:
      return "-";
    case Bound::dram:
      return "DRAM";
    case Bound::l2:
      return "L2";
    case Bound::l1_data:
      return "L1 data";
    case Bound::l1_tag:
      return "L1 tags";
    case Bound::shared:
      return "shared";
    case Bound::lsu:
      return "LSU";
    case Bound::issue:
      return "issue";
    case Bound::launch:
      return "launch";
    case Bound::uncoalesced:
      return "sectors";
    case Bound::queueing:
      return "queueing";
    default:
      return "latency";
  }
}

std::string table_line(const std::string& number, const std::string& name, const std::string& cycles, const std::string& time,
                       const std::string& useful, const std::string& used, const std::string& bound, const TextStyle& style) {
  const std::size_t room = style.width > 80 ? style.width - 80 + 21 : 21;
  std::string out = right(number, 5) + "  " + left(shortened(name, room, style.ascii), room) + right(cycles, 13) + right(time, 10) +
                    right(useful, 11) + right(used, 8) + "  " + bound;
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

}  // namespace

RunReport::RunReport(std::ostream& out, const MachineConfig& machine, ReportContext context, TextStyle style, bool every_kernel)
    : out_(out), machine_(machine), context_(std::move(context)), style_(style), every_kernel_(every_kernel) {}

std::string RunReport::row(const KernelResult& kernel) const {
  const L1OpCounters global = global_total(kernel);
  const double useful = ratio(static_cast<double>(global.lane_bytes), kernel.time_us * 1000);
  const double touched = static_cast<double>(global.sectors) * sector_bytes;
  const double used = std::min(1.0, ratio(static_cast<double>(global.lane_bytes), touched));
  return table_line(count(kernels_), kernel.head.name, count(kernel.cycles), microseconds(kernel.time_us),
                    useful > 0 ? bandwidth(useful) : "-", touched > 0 ? decimal(100 * used, 1) : "-",
                    short_bound(verdict(kernel, machine_).bound), style_);
}

void RunReport::kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples) {
  ++kernels_;
  cycles_ += kernel.cycles;
  time_us_ += kernel.time_us;
  if (every_kernel_) {
    if (kernels_ > 1) out_ << '\n';
    out_ << kernel_text(kernel, machine_, context_, style_, samples);
    return;
  }
  if (kernels_ == 1) {
    first_in_full_ = kernel_text(kernel, machine_, context_, style_, samples);
    first_row_ = row(kernel);
    return;
  }
  if (kernels_ == 2) {
    std::string head = table_line("", "kernel", "cycles", "time", "useful", "used %", "bound by", style_);
    head.pop_back();
    out_ << bold(head, style_) << '\n' << first_row_;
  }
  out_ << row(kernel);
}

void RunReport::finish() {
  if (kernels_ == 0) out_ << "The trace holds no kernel.\n";
  if (kernels_ == 1 && !every_kernel_) out_ << first_in_full_;
  if (kernels_ < 2) return;
  out_ << '\n'
       << wrap(fmt::format("{} kernels on {}, one after the other: {}, {}.", count(kernels_), context_.config_name,
                           counted(cycles_, "cycle"), microseconds(time_us_)),
               style_.width)
       << '\n';
  if (every_kernel_ || context_.trace_source.empty() || context_.trace_source == "-") return;
  std::vector<std::string> words = {"warpmem", "run", context_.trace_source};
  const auto config = config_words(context_.config_name);
  words.insert(words.end(), config.begin(), config.end());
  words.push_back("--verbose");
  out_ << '\n' << bold("next:", style_) << ' ' << command(words, style_.width, 6) << '\n';
}

}  // namespace warpmem
