#include "trace/binary_writer.hpp"
#include "trace/text_writer.hpp"

namespace warpmem {

Result<TraceSummary> write_trace(TraceSource& source, const std::string& path, TraceFormat format) {
  Result<trace::Sink> sink = trace::Sink::open(path);
  if (!sink) return tl::make_unexpected(sink.error());
  Result<TraceSummary> summary = format == TraceFormat::text ? trace::write_text(source, *sink) : trace::write_binary(source, *sink);
  if (!summary) return summary;
  if (const Result<bool> finished = sink->finish(); !finished) return tl::make_unexpected(finished.error());
  return summary;
}

}  // namespace warpmem
