// What tests of advice share: advice on a trace, and a changed trace read to its end.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "advise/rewrite.hpp"
#include "simulate_support.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::test {

using advise::Advice;
using advise::Fix;
using advise::FixKind;
using advise::Seen;
using advise::Trial;

inline std::string shipped_trace(const std::string& name) { return std::string(WARPMEM_SOURCE_DIR) + "/traces/" + name + ".wmt"; }
inline advise::Opener opener(const std::string& trace) {
  return [trace] { return open_trace(trace); };
}

// On the only launch of a trace.
inline Advice advice_on(const std::string& trace, const MachineConfig& machine) {
  auto all = advise::advise(opener(trace), machine);
  INFO(trace << ": " << (all ? std::string() : all.error().message));
  REQUIRE(all.has_value());
  REQUIRE(all->size() == 1);
  return std::move(all->front());
}
// The fewest cycles that a change of this kind alone brought; null when none was tried.
inline const Trial* tried(const Advice& advice, FixKind kind) {
  for (const Trial& t : advice.trials)
    if (t.fixes.size() == 1 && t.fixes[0].kind == kind) return &t;
  return nullptr;
}
inline const advise::Finding* found(const Advice& advice, advise::Rule rule) {
  for (const advise::Finding& f : advice.findings)
    if (f.rule == rule) return &f;
  return nullptr;
}

struct Lane {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  unsigned lane = 0;
};
// Calls use(record, address, lane) for each lane of each memory access of the next launch, and barrier(block, warp)
// where a warp comes to one.
template <class Use, class Barrier>
KernelHead each_lane(TraceSource& source, Use&& use, Barrier&& barrier) {
  const auto head = source.next_kernel();
  REQUIRE(head.has_value());
  REQUIRE(head->has_value());
  BlockTrace block;
  trace::VisitScratch scratch;
  for (;;) {
    const auto more = source.next_block(block);
    REQUIRE(more.has_value());
    if (!*more) break;
    trace::visit_records(
        **head, block, scratch, [&](std::uint32_t warp, std::span<const Record> records, std::span<const std::uint64_t> list) {
          for (const Record& r : records) {
            if (r.op == Op::barrier) barrier(block.index, warp);
            if (!touches_memory(r.op)) continue;
            for_each_lane(r, list.data(), [&](unsigned lane, std::uint64_t a) { use(r, a, Lane{block.index, warp, lane}); });
          }
        });
  }
  return **head;
}

// What the survey sees of the only launch.
inline Seen seen_of(const std::string& trace) {
  auto source = open_trace(trace);
  REQUIRE(source.has_value());
  advise::Survey survey(**source);
  each_lane(
      survey, [](const Record&, std::uint64_t, Lane) {}, [](std::uint64_t, std::uint32_t) {});
  return survey.take();
}

// Every byte that global accesses of one operation touch, in order, as often as it is touched.
inline std::vector<std::uint64_t> touched(TraceSource& source, Op op) {
  std::vector<std::uint64_t> bytes;
  each_lane(
      source,
      [&](const Record& r, std::uint64_t a, Lane) {
        if (r.op != op || r.space != Space::global) return;
        for (unsigned b = 0; b < r.bytes; ++b) bytes.push_back(a + b);
      },
      [](std::uint64_t, std::uint32_t) {});
  std::sort(bytes.begin(), bytes.end());
  return bytes;
}
inline std::vector<std::uint64_t> touched(const std::string& trace, Op op) {
  auto source = open_trace(trace);
  REQUIRE(source.has_value());
  return touched(**source, op);
}
inline std::unique_ptr<advise::Rewritten> rewritten(const std::string& trace, const Fix& fix) {
  auto made = advise::rewrite(opener(trace), seen_of(trace), {fix});
  REQUIRE(made.has_value());
  REQUIRE(*made != nullptr);
  return *std::move(made);
}

}  // namespace warpmem::test
