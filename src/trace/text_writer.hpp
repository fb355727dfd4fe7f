// Writes the text format.
#pragma once

#include "trace/sink.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

Result<TraceSummary> write_text(TraceSource& source, Sink& sink);

}  // namespace warpmem::trace
