#include "cli/trace_end.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "cli/console.hpp"
#include "cli/trace_words.hpp"
#include "report/layout.hpp"

namespace warpmem::cli {

std::optional<TraceEnd> read_trace_end(const std::filesystem::path& summary) {
  std::ifstream in(summary);
  if (!in) return std::nullopt;
  TraceEnd end;
  for (std::string line; std::getline(in, line);) {
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string key = line.substr(0, equals), value = line.substr(std::min(equals + 1, line.size()));
    const auto number = [&value](std::uint64_t& into) { std::from_chars(value.data(), value.data() + value.size(), into); };
    if (key == "launches") number(end.launches);
    if (key == "launches_traced") number(end.launches_traced);
    if (key == "stopped") end.stopped = true;
    if (key == "ended_by") end.budget_ended = !value.empty();
  }
  return end;
}

std::string next_line(const TraceWanted& wanted, const std::optional<TraceEnd>& end, int status) {
  std::error_code none;
  const bool there = std::filesystem::is_regular_file(wanted.output, none);
  const bool special = !there && std::filesystem::exists(wanted.output, none);
  if (end && end->launches_traced > 0)
    return there ? fmt::format("next: warpmem run --config {} {}", report::shell_word(wanted.machine),
                               report::shell_word(as_operand(wanted.output)))
                 : std::string();
  const std::string left = special                        ? std::string()
                           : wanted.there_before && there ? fmt::format(", and {} is left as it was", wanted.output)
                                                          : fmt::format(", and there is no {}", wanted.output);
  if (status != done) return wanted.there_before && there ? fmt::format("warpmem: nothing was recorded{}.", left) : std::string();
  if (!end) return fmt::format("warpmem: the program ended without its exit functions (_exit?): its trace is lost{}.", left);
  if (end->launches > 0 && !wanted.kernel.empty() && !end->budget_ended)
    return fmt::format("warpmem: no launch was traced{}: --kernel '{}' fits none that was launched (kernels here: {}).", left,
                       wanted.kernel, fmt::join(wanted.kernels, ", "));
  return fmt::format("warpmem: no launch was traced{}.", left);
}

}  // namespace warpmem::cli
