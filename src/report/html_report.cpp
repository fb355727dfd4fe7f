// The page of a run. Of a trace with many launches the longest are kept, so that memory use has a limit.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "report/derived.hpp"
#include "report/findings.hpp"
#include "report/format.hpp"
#include "report/html_kernel.hpp"
#include "report/html_parts.hpp"
#include "report/svg.hpp"
#include "warpmem/pictures.hpp"

namespace warpmem {
namespace {

using namespace report;

constexpr std::size_t most_in_full = 12;
constexpr std::size_t most_rows = 2000;

struct Section {
  std::uint64_t number = 0, cycles = 0;
  std::string html;
};

}  // namespace

struct HtmlReport::Pages {
  explicit Pages(const std::string& trace) : text(trace) {}
  SourceText text;
  std::vector<Section> sections;  // at most most_in_full
  struct Row {
    std::uint64_t number = 0;
    std::string name, cells;
  };
  std::vector<Row> rows;
  std::uint64_t kernels = 0, cycles = 0;
  double time_us = 0;
};

HtmlReport::HtmlReport(std::ostream& out, const MachineConfig& machine, ReportContext context)
    : out_(out), machine_(machine), context_(std::move(context)), pages_(std::make_unique<Pages>(context_.trace_source)) {}
HtmlReport::~HtmlReport() = default;

void HtmlReport::kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples) {
  Pages& p = *pages_;
  ++p.kernels;
  p.cycles += kernel.cycles;
  p.time_us += kernel.time_us;
  if (p.rows.size() < most_rows) {
    const L1OpCounters global = global_total(kernel);
    const double touched = static_cast<double>(global.sectors) * sector_bytes;
    p.rows.push_back(
        {p.kernels, kernel.head.name,
         fmt::format("<td>{}</td><td>{}</td><td>{}</td><td class=\"left wrap\">{}</td>", count(kernel.cycles), microseconds(kernel.time_us),
                     touched > 0 ? percent(std::min(1.0, static_cast<double>(global.lane_bytes) / touched)) : "-",
                     svg::escaped(verdict(kernel, machine_).sentence))});
  }
  const auto shorter = [](const Section& a, const Section& b) { return a.cycles < b.cycles; };
  if (p.sections.size() == most_in_full) {
    const auto least = std::min_element(p.sections.begin(), p.sections.end(), shorter);
    if (least->cycles >= kernel.cycles) return;
    p.sections.erase(least);
  }
  p.sections.push_back({p.kernels, kernel.cycles, kernel_html(kernel, machine_, context_, samples, p.kernels, p.text)});
}

void HtmlReport::finish(const std::string& trace_digest) {
  const Pages& p = *pages_;
  const std::string title = fmt::format("{} on {}", context_.trace_source, context_.config_name);
  out_ << html::page_start("warpmem: " + title) << html::element("h1", title) << '\n';
  if (p.kernels == 0) out_ << "<p>The trace holds no kernel.</p>\n";
  if (p.kernels > 1) {
    out_ << html::element("p", fmt::format("{} kernels, one after the other: {}, {}.", count(p.kernels), counted(p.cycles, "cycle"),
                                           microseconds(p.time_us)))
         << "\n<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">kernel</th><th scope=\"col\">cycles</th><th "
            "scope=\"col\">time</th>"
            "<th scope=\"col\">used</th><th scope=\"col\" class=\"left\">verdict</th></tr></thead>\n<tbody>\n";
    for (const Pages::Row& row : p.rows) {
      const std::string name = fmt::format("{}. {}", count(row.number), svg::escaped(row.name));
      const bool shown = std::any_of(p.sections.begin(), p.sections.end(), [&row](const Section& s) { return s.number == row.number; });
      out_ << "<tr><td>" << (shown ? fmt::format("<a href=\"#k{}\">{}</a>", row.number, name) : name) << "</td>" << row.cells << "</tr>\n";
    }
    out_ << "</tbody></table></div>\n";
    if (p.rows.size() < p.kernels)
      out_ << html::element("p", fmt::format("{} more, in the sums alone.", counted(p.kernels - p.rows.size(), "kernel")), "muted") << '\n';
    if (p.sections.size() < p.kernels)
      out_ << html::element("p", fmt::format("The {} longest follow in full.", p.sections.size()), "muted") << '\n';
  }
  for (const Section& s : p.sections) out_ << s.html;
  out_ << "<footer>"
       << svg::escaped(fmt::format("warpmem {}. Machine {} ({}). Trace {} ({}).", version(), context_.config_name, context_.config_digest,
                                   context_.trace_source, trace_digest))
       << "</footer>\n"
       << html::page_end();
}

}  // namespace warpmem
