#include "machine/engine.hpp"

#include <algorithm>

#include "warp/occupancy.hpp"

namespace warpmem {
namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};
constexpr std::uint64_t windows_per_report = 64;  // about a millisecond of a busy machine

std::uint64_t longest_window(const MachineConfig& m) {
  const double round_trip = m.l2.request_latency.count + m.l2.reply_latency.count;
  return static_cast<std::uint64_t>(std::max(1.0, std::min(round_trip, m.launch.block_turnaround.count)));
}

}  // namespace

Engine::Engine(const MachineConfig& m, const RunOptions& options)
    : machine_(m), options_(options), map_(m), crew_(std::max(1U, options.threads)), dispatcher_(m.launch), window_(longest_window(m)) {
  if (options.window_cycles != 0) window_ = std::min(window_, options.window_cycles);
  for (std::uint32_t i = 0; i < m.sm.count; ++i) sms_.emplace_back(m, static_cast<std::uint16_t>(i), window_);
  lanes_.reserve(map_.lanes());
  for (std::uint32_t i = 0; i < map_.lanes(); ++i) lanes_.emplace_back(m, map_);
  calendars_.resize(crew_.size());
  shares_.reserve(crew_.size());
  std::vector<std::uint16_t> thread_of_lane;
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) thread_of_lane.push_back(static_cast<std::uint16_t>(owner_of_lane(lane)));
  for (unsigned t = 0; t < crew_.size(); ++t) {
    shares_.push_back({Outbox(map_, crew_.size(), thread_of_lane),
                       {},
                       {},
                       Sorter<LineRequest>(lanes_.size()),
                       Sorter<LineReply>(sms_.size()),
                       CycleOrder(window_)});
    for (unsigned to = 0; to < crew_.size(); ++to) shares_[t].replies.emplace_back(window_);
    for (std::size_t sm = 0; sm < sms_.size(); ++sm) calendars_[t].push_back(&shares_[t].replies[owner_of_sm(sm)]);
  }
}

Result<KernelResult> Engine::run_launch(const KernelHead& head, TraceSource& trace) {
  const Result<Occupancy> occupied = occupancy(head, machine_);
  if (!occupied) return tl::make_unexpected(occupied.error());
  const bool flush = options_.flush_caches || first_launch_;
  first_launch_ = false;
  const auto spans_of = [&](std::size_t unit) { return unit < options_.timeline.units ? options_.timeline.spans_per_unit : 0; };
  for (std::size_t i = 0; i < sms_.size(); ++i) sms_[i].begin_launch(head, *occupied, flush, spans_of(i));
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].begin_timeline(static_cast<std::uint16_t>(i), spans_of(i));
    if (flush) {
      lanes_[i].flush(i);
    } else {
      lanes_[i].rewind();
    }
  }
  for (Share& share : shares_) {
    share.outbox.clear();
    for (ReplyCalendar& calendar : share.replies) calendar.clear();
  }
  dispatcher_.begin_launch(machine_.sm.count, occupied->blocks_per_sm);

  std::vector<BlockEnd> ended;
  std::uint64_t mark = never;
  const auto turnaround = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(machine_.launch.block_turnaround.count));
  std::uint64_t begin = 0;
  std::uint64_t windows = 0;
  if (const Result<bool> started = dispatcher_.start(Cycle(window_), trace, sms_); !started) return tl::make_unexpected(started.error());
  for (;;) {
    const Cycle end((begin / window_ + 1) * window_);
    crew_.each([&](unsigned thread) { replay_sms(thread, Cycle(begin), end); });
    if (const std::uint64_t m = last_mark(); m != mark) {
      mark = m;
      for (MemoryLane& lane : lanes_) lane.restart_counters_from(Cycle(mark));
    }
    crew_.each([&](unsigned thread) { answer(thread, Cycle(begin), end); });
    for (Share& share : shares_) {
      ended.insert(ended.end(), share.ended.begin(), share.ended.end());
      share.ended.clear();
    }
    dispatcher_.take_back(ended);
    if (const Result<bool> started = dispatcher_.start(Cycle(end.count + turnaround), trace, sms_); !started) {
      return tl::make_unexpected(started.error());
    }
    if (options_.progress && ++windows % windows_per_report == 0) {
      const std::uint64_t done = instructions_done();
      if (!options_.progress(done_before_ + done)) {
        interrupted_ = true;
        return KernelResult{};
      }
    }
    begin = next_window();
    if (begin == never) break;
  }
  if (!std::all_of(sms_.begin(), sms_.end(), [](const Sm& sm) { return sm.idle(); })) {
    return tl::make_unexpected(Error{ErrorKind::internal, "kernel " + head.name + ": warps were left with nothing to wake them"});
  }
  KernelResult result = collect(head, trace, *occupied);
  done_before_ += instructions_done();
  return result;
}

void Engine::replay_sms(unsigned thread, Cycle begin, Cycle end) {
  Share& own = shares_[thread];
  own.replies_to_sm.clear();
  for (Share& other : shares_) {
    other.replies[thread].now_at(begin.count / window_);
    own.replies_to_sm.add(other.replies[thread].arriving());
  }
  own.replies_to_sm.sort([](const LineReply& r) { return r.sm; });
  own.outbox.clear();
  // An SM's state is far from the host when its turn comes, and is read in steps of which each needs the one before. So
  // the next three SMs take a step each before one replays.
  const std::size_t first = first_sm_of(thread), last = first_sm_of(thread + 1);
  const auto is_here = [&](std::size_t sm) { return sm >= first && sm < last; };
  for (std::size_t sm = first; sm < last + 3; ++sm) {
    const std::size_t to_find = sm, to_look = sm - 1, to_take = sm - 2, to_run = sm - 3;  // beyond `last` before the first
    if (is_here(to_find)) sms_[to_find].bring_near_itself();
    if (is_here(to_look)) sms_[to_look].bring_near_what_waits(own.replies_to_sm.of(to_look));
    if (is_here(to_take)) sms_[to_take].take_replies(own.replies_to_sm.of(to_take));
    if (is_here(to_run)) sms_[to_run].run(begin, end, own.outbox, own.ended);
  }
  for (Share& other : shares_) other.replies[thread].done();
}

void Engine::answer(unsigned thread, Cycle begin, Cycle end) {
  Share& own = shares_[thread];
  const Tick limit = to_ticks(end) + to_ticks(machine_.l2.request_latency);
  own.requests_of_lane.clear();
  for (const Share& share : shares_) own.requests_of_lane.add(share.outbox.of_thread(thread));
  own.requests_of_lane.sort([](const LineRequest& r) { return r.lane; });
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    if (owner_of_lane(lane) != thread) continue;
    const auto requests = own.requests_of_lane.of(lane);
    // In the order (cycle, sm, sequence).
    const auto order = own.order.sort(requests.size(), begin.count, [&](std::size_t i) { return requests[i]->sent.count; });
    if (!order.empty() || lanes_[lane].next_event() < limit) lanes_[lane].run(requests, order, limit, calendars_[thread].data());
  }
}

// Where the next window begins: at the next thing an SM does by itself, at a reply, or where a lane's next work would
// be within reach. ~0: nothing is left to do.
std::uint64_t Engine::next_window() {
  std::uint64_t next = never;
  for (Sm& sm : sms_) next = std::min(next, sm.next_event());
  for (const Share& share : shares_) {
    for (const ReplyCalendar& calendar : share.replies) next = std::min(next, calendar.next());
  }
  const Tick request_latency = to_ticks(machine_.l2.request_latency);
  for (const MemoryLane& lane : lanes_) {
    const Tick work = lane.next_event();
    if (work.count != never) next = std::min(next, (work - request_latency).count / ticks_per_cycle);
  }
  return next;
}

std::uint64_t Engine::last_mark() const {
  std::uint64_t mark = never;
  for (const Sm& sm : sms_) {
    if (sm.last_mark() != never && (mark == never || sm.last_mark() > mark)) mark = sm.last_mark();
  }
  return mark;
}

std::uint64_t Engine::instructions_done() const {
  std::uint64_t n = 0;
  for (const Sm& sm : sms_) n += sm.issued();
  return n;
}

KernelResult Engine::collect(const KernelHead& head, const TraceSource& trace, const Occupancy& occupied) {
  KernelResult r;
  r.head = head;
  r.occupancy = occupied;
  r.instructions = trace.instructions();
  r.per_instruction.resize(r.instructions.size());
  r.not_modelled = trace.not_modelled();
  std::uint64_t last_end = 0;
  for (const Sm& sm : sms_) {
    last_end = std::max(last_end, sm.last_end().count);
    r.sm.add(sm.counters());
    const auto& rows = sm.per_instruction();
    if (rows.size() > r.per_instruction.size()) r.per_instruction.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) r.per_instruction[i].add(rows[i]);
  }
  for (const MemoryLane& lane : lanes_) {
    r.l2.add(lane.l2_counters());
    r.dram.add(lane.dram_counters());
  }
  const auto add_timeline = [&](const Timeline& t) {
    r.timeline.spans.insert(r.timeline.spans.end(), t.spans.begin(), t.spans.end());
    r.timeline.levels.insert(r.timeline.levels.end(), t.levels.begin(), t.levels.end());
    r.timeline.complete = r.timeline.complete && t.complete;
  };
  for (const Sm& sm : sms_) add_timeline(sm.timeline());
  for (const MemoryLane& lane : lanes_) add_timeline(lane.timeline());
  const std::uint64_t mark = last_mark();
  r.cycles = last_end - (mark == never ? 0 : mark);
  r.elapsed_cycles = r.cycles + static_cast<std::uint64_t>(machine_.launch.overhead.count);
  r.time_us = to_nanoseconds(static_cast<double>(r.cycles), machine_.sm.clock) / 1e3;
  r.elapsed_ns = to_nanoseconds(static_cast<double>(r.elapsed_cycles), machine_.sm.clock);
  r.launch_wait_cycles = dispatcher_.waited() / (std::uint64_t{machine_.sm.count} * occupied.blocks_per_sm);
  return r;
}

}  // namespace warpmem
