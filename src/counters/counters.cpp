#include "warpmem/counters.hpp"

namespace warpmem {
namespace {

template <std::size_t N>
void add_all(std::array<std::uint64_t, N>& to, const std::array<std::uint64_t, N>& from) {
  for (std::size_t i = 0; i < N; ++i) to[i] += from[i];
}
void add_op(L1OpCounters& to, const L1OpCounters& from) {
  to.instructions += from.instructions;
  to.requests += from.requests;
  to.sectors += from.sectors;
  to.sector_hits += from.sector_hits;
  to.tag_wavefronts += from.tag_wavefronts;
  to.data_wavefronts += from.data_wavefronts;
  to.lane_bytes += from.lane_bytes;
  to.ideal_sectors += from.ideal_sectors;
}
void add_op(SharedOpCounters& to, const SharedOpCounters& from) {
  to.instructions += from.instructions;
  to.wavefronts += from.wavefronts;
  to.conflicts += from.conflicts;
  to.ideal_wavefronts += from.ideal_wavefronts;
  to.lane_bytes += from.lane_bytes;
}

}  // namespace

void SmCounters::add(const SmCounters& other) {
  for (std::size_t i = 0; i < memory_ops; ++i) {
    add_op(global[i], other.global[i]);
    add_op(local[i], other.local[i]);
    add_op(shared[i], other.shared[i]);
  }
  instructions += other.instructions;
  active_cycles += other.active_cycles;
  resident_warp_cycles += other.resident_warp_cycles;
  issue_busy += other.issue_busy;
  lsu_busy_ticks += other.lsu_busy_ticks;
  tag_busy += other.tag_busy;
  data_busy += other.data_busy;
  add_all(wait_ticks, other.wait_ticks);
  add_all(store_wait_ticks, other.store_wait_ticks);
}

void L2Counters::add(const L2Counters& other) {
  requests_tex += other.requests_tex;
  add_all(sectors_tex, other.sectors_tex);
  add_all(hits_tex, other.hits_tex);
  add_all(sectors, other.sectors);
  add_all(hits, other.hits);
  busy_ticks += other.busy_ticks;
  evicted_dirty_sectors += other.evicted_dirty_sectors;
}

void DramCounters::add(const DramCounters& other) {
  bytes_read += other.bytes_read;
  bytes_written += other.bytes_written;
  row_hits += other.row_hits;
  row_misses += other.row_misses;
  busy_ticks += other.busy_ticks;
}

void InstructionCounters::add(const InstructionCounters& other) {
  executed += other.executed;
  requests += other.requests;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  lines += other.lines;
  lane_bytes += other.lane_bytes;
  wait_ticks += other.wait_ticks;
}

}  // namespace warpmem
