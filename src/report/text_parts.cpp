#include "report/text_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "trace/utf8.hpp"

namespace warpmem::report {
namespace {

// A line of someone's file as a terminal may get it: no control characters, and what cannot be shown is a '?'.
std::string printable(std::string line, bool ascii) {
  const bool plain = ascii || trace::find_invalid_utf8(line) != line.npos || line.find("\xC2") != line.npos;
  for (char& c : line) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7F) c = ' ';
    if (plain && code >= 0x80) c = '?';
  }
  return line;
}

// The instruction's source line, indented and cut to the width; "" where it cannot be read.
std::string source_line(const InstructionInfo& info, SourceText& text, const TextStyle& style) {
  const auto place = source_place(info.source);
  const auto line = place ? text.line(*place) : std::nullopt;
  if (!line) return "";
  const std::size_t first = line->find_first_not_of(" \t");
  if (first == line->npos) return "";
  return "   " + shortened(printable(line->substr(first), style.ascii), style.width - 3, style.ascii) + '\n';
}

}  // namespace

std::string headline(const KernelResult& kernel, const MachineConfig& machine, const ReportContext& context, const TextStyle& style) {
  const Verdict v = verdict(kernel, machine);
  const bool held = v.sentence.starts_with("held");
  std::string sentence = fmt::format("{} on {}{} {}", kernel.head.name, context.config_name, held ? ":" : "", v.sentence);
  sentence = wrap(sentence, style.width);
  const std::size_t name = std::min(sentence.size(), kernel.head.name.size());
  return bold(sentence.substr(0, name), style) + sentence.substr(name) + '\n';
}

std::string speed(const KernelResult& kernel, const MachineConfig& machine) {
  const double useful = ratio(static_cast<double>(global_total(kernel).lane_bytes), kernel.time_us * 1000);
  const double peak = machine.dram.burst_time.count > 0 ? machine.dram_peak_GBs() : 0;
  std::string out = fmt::format("{}   {}", counted(kernel.cycles, "cycle"), microseconds(kernel.time_us));
  // Caches can give more than DRAM could.
  if (useful > 0)
    out += fmt::format("   {} useful, {} of {}peak", bandwidth(useful), percent(ratio(useful, peak)), useful > peak ? "DRAM's " : "");
  out += '\n';
  if (kernel.elapsed_cycles > kernel.cycles)
    out += fmt::format("With the launch, as a profiler counts: {}, {}.\n", counted(kernel.elapsed_cycles, "cycle"),
                       microseconds(kernel.elapsed_ns / 1000));
  return out;
}

std::string instruction_title(std::size_t number, const InstructionInfo& info, double share, SourceText& text, const TextStyle& style) {
  const std::string owed = percent(share) + " of cycles";
  const std::string place = place_of(info);
  std::string title = fmt::format("{}  {}", number, place);
  if (place != info.op) title += "  " + info.op;
  const std::size_t room = style.width > owed.size() + 3 ? style.width - owed.size() - 2 : 20;
  return left(shortened(title, room, style.ascii), room) + "  " + owed + '\n' + source_line(info, text, style);
}

std::string place_to_type(const InstructionInfo& info, const std::vector<InstructionInfo>& all) {
  const auto alone = [&](auto same) { return std::count_if(all.begin(), all.end(), same) <= 1; };
  if (!info.source.empty()) {
    if (alone([&](const InstructionInfo& other) { return other.source == info.source; })) return info.source;
    if (alone([&](const InstructionInfo& other) { return other.op == info.op; })) return info.op;
    return info.pc != 0 ? fmt::format("{:#x}", info.pc) : info.source;
  }
  if (info.trace_line != 0) return fmt::format("{}", info.trace_line);
  if (info.pc != 0) return fmt::format("{:#x}", info.pc);
  return info.op;
}

}  // namespace warpmem::report
