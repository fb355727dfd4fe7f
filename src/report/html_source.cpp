#include "report/html_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/html_parts.hpp"
#include "report/svg.hpp"

namespace warpmem::report {
namespace {

constexpr std::uint64_t lines_around = 3;
constexpr double hot_from = 0.1;  // of the cycles

void add(SourceCost& cost, const InstructionInfo& info, const InstructionCounters& c, double share) {
  if (cost.ops.find(info.op) == std::string::npos) cost.ops += (cost.ops.empty() ? "" : ", ") + info.op;
  cost.share += share;
  cost.executed += c.executed;
  cost.requests += c.requests;
  cost.sectors += c.sectors;
  cost.ideal_sectors += c.ideal_sectors;
  cost.wavefronts += c.wavefronts;
  cost.ideal_wavefronts += c.ideal_wavefronts;
}

// "32 / 4": each, and the least possible.
std::string against(std::uint64_t n, std::uint64_t ideal, std::uint64_t each) {
  if (n == 0 || each == 0) return "-";
  return fmt::format("{} / {}", times(ratio(n, each)), times(ratio(ideal, each)));
}

std::string cells(const SourceCost& c) {
  return fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td>", html::share_bar(c.share), count(c.executed),
                     against(c.sectors, c.ideal_sectors, c.requests), against(c.wavefronts, c.ideal_wavefronts, c.executed));
}

std::string head(std::string_view first, std::string_view last) {
  return fmt::format(
      "<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">cycles</th><th scope=\"col\">executed</th>"
      "<th scope=\"col\">sectors / least</th><th scope=\"col\">wavefronts / least</th><th scope=\"col\" "
      "class=\"left\">{}</th></tr></thead>\n",
      first, last);
}

std::string listing(const std::string& file, const std::map<std::uint64_t, SourceCost>& costs, SourceText& text) {
  std::string out = fmt::format("<div class=\"scroll\"><table>{}\n{}<tbody>\n", html::element("caption", file), head("line", "source"));
  std::uint64_t last = 0;
  for (const auto& [line, cost] : costs) {
    const std::uint64_t from = std::max(last + 1, line > lines_around ? line - lines_around : 1);
    if (last != 0 && from > last + 1) out += "<tr class=\"gap\"><td colspan=\"6\">&#8943;</td></tr>\n";
    const auto next = costs.upper_bound(line);
    const std::uint64_t to =
        std::min(text.lines(file), next == costs.end() ? line + lines_around : std::min(line + lines_around, next->first - 1));
    for (std::uint64_t n = from; n <= std::max(to, line); ++n) {
      const bool costs_something = n == line;
      const std::string_view classes = !costs_something ? "quiet" : cost.share >= hot_from ? "hot" : "warm";
      out += fmt::format("<tr class=\"{}\"><td>{}</td>{}<td class=\"source code\">{}</td></tr>\n", classes, n,
                         costs_something ? cells(cost) : std::string("<td></td><td></td><td></td><td></td>"),
                         svg::escaped(text.line({file, n}).value_or("")));
    }
    last = std::max(to, line);
  }
  return out + "</tbody></table></div>\n";
}

}  // namespace

std::vector<SourceCost> source_costs(const KernelResult& kernel, const MachineConfig& machine) {
  std::vector<double> shares(kernel.instructions.size(), 0);
  for (const HotInstruction& h : hottest(kernel, machine, kernel.instructions.size()))
    shares[static_cast<std::size_t>(h.info - kernel.instructions.data())] = h.share;
  std::map<std::pair<std::string, std::uint64_t>, SourceCost> by_line;
  std::map<std::string, SourceCost> others;
  for (std::size_t i = 0; i < kernel.instructions.size() && i < kernel.per_instruction.size(); ++i) {
    const InstructionInfo& info = kernel.instructions[i];
    if (kernel.per_instruction[i].executed == 0 || kernel.per_instruction[i].requests == 0) continue;
    const auto place = source_place(info.source);
    SourceCost& cost = place ? by_line[{place->file, place->line}] : others[place_of(info)];
    cost.place = place_of(info);
    add(cost, info, kernel.per_instruction[i], shares[i]);
  }
  std::vector<SourceCost> out;
  for (auto& [place, cost] : by_line) out.push_back(std::move(cost));
  std::vector<SourceCost> rest;
  for (auto& [place, cost] : others) rest.push_back(std::move(cost));
  std::stable_sort(rest.begin(), rest.end(), [](const SourceCost& a, const SourceCost& b) { return a.share > b.share; });
  for (SourceCost& cost : rest) out.push_back(std::move(cost));
  return out;
}

std::string source_html(const std::vector<SourceCost>& costs, SourceText& text) {
  std::map<std::string, std::map<std::uint64_t, SourceCost>> readable;
  std::string rest;
  for (const SourceCost& cost : costs) {
    const auto place = source_place(cost.place);
    if (place && text.line(*place)) {
      readable[place->file][place->line] = cost;
      continue;
    }
    rest += fmt::format("<tr class=\"{}\"><td>{}</td>{}<td class=\"left code\">{}</td></tr>\n", cost.share >= hot_from ? "hot" : "warm",
                        svg::escaped(cost.place), cells(cost), svg::escaped(cost.ops));
  }
  std::string out;
  for (const auto& [file, lines] : readable) out += listing(file, lines, text);
  if (!rest.empty()) out += "<div class=\"scroll\"><table>" + head("place", "operations") + "<tbody>\n" + rest + "</tbody></table></div>\n";
  return out;
}

}  // namespace warpmem::report
