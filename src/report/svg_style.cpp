// The one style sheet of all pictures. Plain rules without variables: many viewers of SVG files know no others.
// Fills of one family go from light to dark, so that they stay apart in grey; what must not be taken for one another
// differs in pattern or outline as well. In print the light colours hold.
#include "report/svg.hpp"

namespace warpmem::report::svg {

std::string_view style() {
  return R"(
.warpmem-picture{font-family:system-ui,"Segoe UI","Helvetica Neue",Arial,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
.warpmem-picture .code{font-family:ui-monospace,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
.warpmem-picture .bold{font-weight:600}
.paper{fill:#fff}
.ink{fill:#16191d}.muted{fill:#565e66}
.rule{stroke:#c3c9cf;fill:none}.outline{stroke:#16191d;fill:none}.thread{stroke:#8a97a3;fill:none}.dashed{stroke:#9aa3ab;fill:none;stroke-dasharray:3 3}
.flow{fill:#8fb4dc}.flow-write{fill:#e9b872}
.stripe{stroke:#fff}.hatch{stroke:#8a4b08}.hatch-dot{fill:#8a4b08}
.empty{fill:#f4f6f8;stroke:#d3d9de}.panel{fill:#f4f6f8;stroke:#6b747d}.band{fill:#e6eaee}
.used{fill:#12508f;stroke:#fff}.on-used{fill:#fff}
.waste{fill:#fbe6c8;stroke:#c98a3c}.on-waste{fill:#3b2203}
.lane{fill:#dbe7f4;stroke:#12508f}.idle{fill:#fff;stroke:#c3c9cf}
.mark{stroke:#b3261e;fill:none}.mark-fill{fill:#b3261e}
.s0{fill:#dfeaf6}.s1{fill:#c2d8ee}.s2{fill:#a0c2e4}.s3{fill:#7aa7d6}.s4{fill:#528ac4}.s5{fill:#316cab}.s6{fill:#17508d}.s7{fill:#0a3467}
.on-s0,.on-s1,.on-s2,.on-s3{fill:#0b1620}.on-s4,.on-s5,.on-s6,.on-s7{fill:#fff}
.cell{stroke:#fff}
.curve0{fill:none;stroke-linejoin:round;stroke-dasharray:none}.curve1{fill:none;stroke-linejoin:round;stroke-dasharray:8 4}.curve2{fill:none;stroke-linejoin:round;stroke-dasharray:2 3}.curve3{fill:none;stroke-linejoin:round;stroke-dasharray:10 3 2 3}.curve4{fill:none;stroke-linejoin:round;stroke-dasharray:14 4}.curve5{fill:none;stroke-linejoin:round;stroke-dasharray:5 2 1 2 1 2}
.curve0{stroke:#0072b2}.curve-mark0{fill:#0072b2}.curve1{stroke:#c44e00}.curve-mark1{fill:#c44e00}.curve2{stroke:#00805e}.curve-mark2{fill:#00805e}.curve3{stroke:#a8528a}.curve-mark3{fill:#a8528a}.curve4{stroke:#8a6a00}.curve-mark4{fill:#8a6a00}.curve5{stroke:#3f3f3f}.curve-mark5{fill:#3f3f3f}
@media screen and (prefers-color-scheme:dark){
.paper{fill:#14181c}
.ink{fill:#edf0f3}.muted{fill:#a9b3bc}
.rule{stroke:#3d464e}.outline{stroke:#edf0f3}.thread{stroke:#6f7c88}.dashed{stroke:#6b757e}
.flow{fill:#3f6d9e}.flow-write{fill:#8a6224}
.stripe{stroke:#14181c}.hatch{stroke:#f0b35c}.hatch-dot{fill:#f0b35c}
.empty{fill:#1c2227;stroke:#333c44}.panel{fill:#1c2227;stroke:#84909b}.band{fill:#29313a}
.used{fill:#86bdf5;stroke:#14181c}.on-used{fill:#06121e}
.waste{fill:#40290a;stroke:#b9802f}.on-waste{fill:#ffe7c4}
.lane{fill:#20354b;stroke:#86bdf5}.idle{fill:#14181c;stroke:#3d464e}
.mark{stroke:#ff8a80}.mark-fill{fill:#ff8a80}
.s0{fill:#16293d}.s1{fill:#1d3b5a}.s2{fill:#265080}.s3{fill:#3068a5}.s4{fill:#4a88c8}.s5{fill:#74a9de}.s6{fill:#a3c9ef}.s7{fill:#d5e7fa}
.on-s0,.on-s1,.on-s2,.on-s3{fill:#f2f6fa}.on-s4,.on-s5,.on-s6,.on-s7{fill:#06121e}
.cell{stroke:#14181c}
.curve0{stroke:#56b4e9}.curve-mark0{fill:#56b4e9}.curve1{stroke:#ff9a4d}.curve-mark1{fill:#ff9a4d}.curve2{stroke:#3fd0a4}.curve-mark2{fill:#3fd0a4}.curve3{stroke:#e8a5cc}.curve-mark3{fill:#e8a5cc}.curve4{stroke:#f0cf65}.curve-mark4{fill:#f0cf65}.curve5{stroke:#d0d0d0}.curve-mark5{fill:#d0d0d0}
}
)";
}

}  // namespace warpmem::report::svg
