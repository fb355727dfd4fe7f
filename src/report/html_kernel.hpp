#pragma once

#include <string>
#include <vector>

#include "report/source_text.hpp"
#include "warpmem/pictures.hpp"

namespace warpmem::report {

// One kernel's part of the page, as a <section>; `number` (from 1) makes its ids its own.
std::string kernel_html(const KernelResult& kernel, const MachineConfig& machine, const ReportContext& context,
                        const std::vector<SampleAccess>& samples, std::uint64_t number, SourceText& text);

}  // namespace warpmem::report
