// One DRAM channel: banks with an open row each, one data bus, timings under JEDEC's names.
//
// Nothing ticks: a bank is its open row and its next-allowed times. Decisions of the model (docs/model.md, "dram"):
//  - The controller's reordering (first ready, first come) is approximated twice. A request finds its row open when that
//    is among the `reorder_rows` rows last opened in its bank: the queue would have served it with the earlier ones of
//    that row. And the bus serves requests in arrival order without waiting for a bank that is late: the late request's
//    data come when its bank is ready, the bus time is spent in its turn.
//  - Writes gather and go out in batches, which turn the bus around where a read goes before or after. L2 and controller have time to put a
//    batch in the order of rows and banks, so it takes its bus time and leaves the rows that reads use as they were.
//  - Each bank is refreshed by itself, in turn, when it is due; none is postponed.
//  - What the best streams leave unused of the bus (`bus_efficiency`) is spread evenly over the bursts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "units/clocks.hpp"
#include "units/divider.hpp"
#include "units/mix.hpp"
#include "warpmem/config.hpp"
#include "warpmem/counters.hpp"

namespace warpmem {

// JEDEC's timings in ticks.
struct DramTimings {
  std::uint64_t burst, tRCD, tRP, tRAS, tCCD_S, tCCD_L, tRRD_S, tFAW, tCL, tWTR, tRTW, tRTP, tRFC, tREFI, turn;
  static DramTimings from(const DramConfig& config, Megahertz sm_clock);
};

class DramChannel {
 public:
  // `index`: of the channel; sets when its refreshes fall.
  void reset(const DramConfig& config, Megahertz sm_clock, std::uint32_t index);

  // Time starts at 0 again; open rows and writes not yet sent stay.
  void rewind();

  // Reads `bursts` bursts of one row. `at`: when the request takes its place in the queue; never before that of the last
  // call. `from`: when its command can reach the bank, at `at` or later. Returns when the last burst's data are on the
  // bus's end.
  Tick read(Tick at, Tick from, std::uint64_t row, std::uint32_t bursts);
  Tick read(Tick at, std::uint64_t row, std::uint32_t bursts) { return read(at, at, row, bursts); }
  // Takes bursts to write. They leave when a batch is full. Returns when the queue has room again: not before `at`.
  Tick write(Tick at, std::uint32_t bursts);

  // Neighbouring rows lie in different banks; the rotation keeps power-of-two strides from meeting in one.
  std::uint32_t bank_of(std::uint64_t row) const {
    const auto n = static_cast<std::uint32_t>(by_banks_.divisor());
    const std::uint64_t round = by_banks_.quotient(row);
    const std::uint32_t bank = static_cast<std::uint32_t>(row - round * n) + scale(static_cast<std::uint32_t>(mix(round)), n);
    return bank >= n ? bank - n : bank;
  }
  // Bursts that the bus has to move before one whose command is sent at `at`.
  std::uint32_t queued_bursts(Tick at) const {
    const std::uint64_t slot = at.count + t_.tCL;
    return bus_free_ <= slot ? 0 : static_cast<std::uint32_t>((bus_free_ - slot) / std::max(t_.burst, t_.tCCD_S));
  }

  DramCounters counters;

 private:
  static constexpr std::uint32_t no_row = ~std::uint32_t{0};
  static constexpr std::uint32_t most_rows = 8;
  // One line of the host's cache. Rows are told apart by 32 bits, which is 4 TiB of a channel.
  struct alignas(64) Bank {
    std::array<std::uint32_t, most_rows> rows;                             // grouped by the controller's queue, opened last first
    std::uint64_t activate_from = 0, column_from = 0, precharge_from = 0;  // next-allowed times
    std::uint64_t refresh_due = 0;
    Bank() { rows.fill(no_row); }
  };
  static_assert(sizeof(Bank) == 64);
  std::uint64_t open(Bank& bank, std::uint64_t row, std::uint64_t at);
  void refresh(Bank& bank, std::uint64_t at);

  DramTimings t_{};
  std::uint32_t burst_bytes_ = 32;
  std::uint32_t grouped_rows_ = 1;
  std::vector<Bank> banks_;
  Divider by_banks_;
  std::array<std::uint64_t, 4> activates_{};  // the last four, for tFAW
  std::uint32_t next_activate_ = 0;
  std::uint64_t last_activate_ = 0;
  std::uint64_t bus_free_ = 0;
  std::uint64_t refresh_phase_ = 0;
  bool writing_ = false;  // what went over the bus last
  std::uint32_t write_bursts_ = 0, write_batch_ = 1;
};

}  // namespace warpmem
