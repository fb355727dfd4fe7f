// Counting what a trace holds while it passes.
#pragma once

#include "trace/visit.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

void add_records(TraceSummary& summary, std::span<const Record> records);
void add_not_modelled(TraceSummary& summary, const std::vector<NotModelled>& more);

// Reads the trace to its end. Calls launch(head) for each launch, block(head, trace, summary) for each block and end()
// after the launch's last; each returns Result<bool>, whose error ends the reading. `block` counts the records.
template <class Launch, class Block, class End>
Result<TraceSummary> read_through(TraceSource& source, Launch&& launch, Block&& block, End&& end) {
  TraceSummary summary;
  BlockTrace trace;
  for (;;) {
    Result<std::optional<KernelHead>> head = source.next_kernel();
    if (!head) return tl::make_unexpected(head.error());
    if (!*head) return summary;
    ++summary.kernels;
    if (Result<bool> done = launch(**head); !done) return tl::make_unexpected(done.error());
    for (;;) {
      const Result<bool> more = source.next_block(trace);
      if (!more) return tl::make_unexpected(more.error());
      if (!*more) break;
      ++summary.blocks;
      summary.warps += (*head)->warps_per_block();
      if (Result<bool> done = block(**head, trace, summary); !done) return tl::make_unexpected(done.error());
    }
    if (Result<bool> done = end(); !done) return tl::make_unexpected(done.error());
    add_not_modelled(summary, source.not_modelled());
  }
}

}  // namespace warpmem::trace
