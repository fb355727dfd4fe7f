// Every number of a kernel under one name: cycles, time, the profiler's metrics and the derived figures. Columns, gates,
// comparisons and charts all speak of these.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "warpmem/machine.hpp"
#include "warpmem/report.hpp"

namespace warpmem::report {

// How a value is shown; values themselves are in the unit that FORMATS and the JSON report give them.
enum class FigureUnit : std::uint8_t { count, ratio, share, bytes, microseconds, nanoseconds, bandwidth };

struct Figure {
  std::string name;     // "effective_bandwidth_GBs"
  std::string heading;  // "GB/s": how tables call it, and what users may type as well; the name where there is none
  FigureUnit unit = FigureUnit::count;
  bool metric = false;  // one of metrics(); otherwise cycles, time_us or one of derived()
};

// All of them, in the order of figure_values(): cycles, time_us, derived, metrics.
std::vector<Figure> all_figures();
std::vector<double> figure_values(const KernelResult& kernel, const MachineConfig& machine);

// Where in all_figures() a name or a heading stands. A usage error says what was meant.
Result<std::size_t> find_figure(const std::vector<Figure>& figures, std::string_view name);

// As people read it: "12.5 %", "4,096 B", "70.5 us", "139,600".
std::string figure_text(FigureUnit unit, double value);
// As programs read it: the fewest digits that give the same number again.
std::string plain_number(double value);
// `digits` figures that count, without zeros at the end: 3.125, 12.67, 1,240.
std::string significant(double value, int digits);

}  // namespace warpmem::report
