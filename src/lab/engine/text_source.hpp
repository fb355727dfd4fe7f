// A trace that is pasted into the page: text in memory instead of a file.
#pragma once

#include <memory>
#include <string>

#include "warpmem/trace.hpp"

namespace warpmem::lab {

// A text trace, CSV or Accel-Sim, recognised by content as a file would be, or "gen:NAME,key=value,..." on one line.
Result<std::unique_ptr<TraceSource>> open_text(std::string text);

}  // namespace warpmem::lab
