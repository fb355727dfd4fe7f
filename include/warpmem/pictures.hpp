// Results as pictures (SVG) and as a page (HTML). Nothing is printed: pictures are strings, the page goes to a stream that
// the caller owns. Everything that comes from a trace is escaped.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "warpmem/machine.hpp"
#include "warpmem/report.hpp"
#include "warpmem/trace.hpp"

namespace warpmem {

struct Picture {
  std::string name;  // fit for a file's name, without extension: "lanes", "2-st.global.b32-lanes"
  std::string svg;   // a whole file
};

// Global and local: lanes against sectors. Shared: lanes against banks before and after the fix, if there is one, and
// the array by banks.
std::vector<Picture> access_pictures(const ParsedAccess& access, const MachineConfig& machine);
// Lanes against banks for two accesses to shared memory, side by side.
Picture compared_picture(const ParsedAccess& before, const ParsedAccess& after);
// Where the cycles went, what moved, bandwidth against its ceilings, and an access of each of the hottest instructions.
std::vector<Picture> kernel_pictures(const KernelResult& kernel, const MachineConfig& machine, const std::vector<SampleAccess>& samples);

// One self-contained page without scripts: verdict, pictures, tables, hottest lines beside their source text. Of many
// kernels the longest are shown in full and all of them in a table.
class HtmlReport {
 public:
  HtmlReport(std::ostream& out, const MachineConfig& machine, ReportContext context);
  ~HtmlReport();
  HtmlReport(const HtmlReport&) = delete;
  HtmlReport& operator=(const HtmlReport&) = delete;
  void kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples);
  // Writes the page. The trace's digest is known only now.
  void finish(const std::string& trace_digest);

 private:
  struct Pages;
  std::ostream& out_;
  const MachineConfig& machine_;
  ReportContext context_;
  std::unique_ptr<Pages> pages_;
};

}  // namespace warpmem
