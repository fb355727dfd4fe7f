// The scale of a chart's axis: linear from 0 or logarithmic, with round ticks.
#pragma once

#include <vector>

namespace warpmem::report {

struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<double> ticks;         // ascending, within low and high
  double place(double value) const;  // 0 at low, 1 at high
};

// Of quantities: from 0, with the highest tick at or above the largest; logarithmic when they span a hundredfold.
Axis value_axis(const std::vector<double>& values);
// Of what was swept: from the least to the largest; logarithmic when the values lie more evenly so ({1..1024*2}).
Axis key_axis(std::vector<double> values);

}  // namespace warpmem::report
