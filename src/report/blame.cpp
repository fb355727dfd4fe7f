#include "report/blame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"

namespace warpmem::report {
namespace {

enum class Measure : std::uint8_t { sectors, lines, wavefronts, waiting };

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

Measure measure_of(std::string_view figure) {
  if (holds(figure, "wavefront") || holds(figure, "conflict")) return Measure::wavefronts;
  if (holds(figure, "line_") || holds(figure, "lines_")) return Measure::lines;
  for (const char* part : {"sector", "request", "efficiency", "bytes", "hit", "dram", "l2_"})
    if (holds(figure, part)) return Measure::sectors;
  return Measure::waiting;
}

// "ld" as a word of the figure's name: between underscores, points and the ends.
bool speaks_of(std::string_view figure, std::string_view word) {
  const auto is_edge = [&](std::size_t at) { return at >= figure.size() || figure[at] == '_' || figure[at] == '.'; };
  for (std::size_t at = figure.find(word); at != std::string_view::npos; at = figure.find(word, at + 1))
    if ((at == 0 || is_edge(at - 1)) && is_edge(at + word.size())) return true;
  return false;
}

bool concerned(std::string_view figure, std::string_view op) {
  for (const char* space : {"global", "shared", "local"})
    if (speaks_of(figure, space) && !holds(op, std::string(".") + space)) return false;
  if (speaks_of(figure, "atom") && holds(figure, "shared")) return op.starts_with("atom.") || op.starts_with("red.");
  for (const char* kind : {"ld", "st", "red", "atom"})
    if (speaks_of(figure, kind) && !op.starts_with(std::string(kind) + '.')) return false;
  return true;
}

double beyond(std::uint64_t n, std::uint64_t least) { return static_cast<double>(n) - static_cast<double>(std::min(n, least)); }

// What is compared first, and second where the first is equal.
std::pair<double, double> weight(Measure measure, const InstructionInfo& info, const InstructionCounters& c) {
  switch (measure) {
    case Measure::sectors:
      return {beyond(c.sectors, c.ideal_sectors), static_cast<double>(c.sectors)};
    case Measure::lines:
      return {beyond(c.lines, c.requests), static_cast<double>(c.lines)};
    case Measure::wavefronts:
      return {beyond(c.wavefronts, c.ideal_wavefronts), static_cast<double>(c.wavefronts)};
    default:
      return {waited_ticks(info, c), static_cast<double>(c.executed)};
  }
}

std::string where_fewer(const std::string& many, double each, double least) {
  return least < each && least > 0 ? fmt::format("{} where {} would do", many, times(least)) : many;
}

std::string said(Measure measure, const InstructionInfo& info, const InstructionCounters& c) {
  switch (measure) {
    case Measure::sectors: {
      const double each = ratio(c.sectors, c.requests);
      return where_fewer(amount(each, "sector") + " a request", each, ratio(c.ideal_sectors, c.requests));
    }
    case Measure::lines:
      return amount(ratio(c.lines, c.requests), "line") + " a request";
    case Measure::wavefronts: {
      const double each = ratio(c.wavefronts, c.executed);
      return where_fewer(amount(each, "wavefront") + " each", each, ratio(c.ideal_wavefronts, c.executed));
    }
    default:
      return fmt::format("{} of waiting, run {}", counted(static_cast<std::uint64_t>(waited_ticks(info, c)) / ticks_per_cycle, "cycle"),
                         counted(c.executed, "time"));
  }
}

}  // namespace

std::optional<Blame> blame(std::string_view figure, const KernelResult& kernel) {
  const Measure measure = measure_of(figure);
  const std::size_t n = std::min(kernel.instructions.size(), kernel.per_instruction.size());
  std::optional<std::size_t> worst;
  std::pair<double, double> most{0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    const InstructionCounters& c = kernel.per_instruction[i];
    if (c.executed == 0 || !concerned(figure, kernel.instructions[i].op)) continue;
    const auto w = weight(measure, kernel.instructions[i], c);
    if (w > most) {
      most = w;
      worst = i;
    }
  }
  if (!worst) return {};
  const InstructionInfo& info = kernel.instructions[*worst];
  const std::string place = place_of(info);
  const std::string name = place == info.op ? place : place + "  " + info.op;
  return Blame{*worst, name + ": " + said(measure, info, kernel.per_instruction[*worst])};
}

}  // namespace warpmem::report
