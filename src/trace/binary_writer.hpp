// Writes .wmb.
#pragma once

#include "trace/sink.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

Result<TraceSummary> write_binary(TraceSource& source, Sink& sink);

}  // namespace warpmem::trace
