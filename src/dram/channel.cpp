#include "dram/channel.hpp"

#include <algorithm>

namespace warpmem {

DramTimings DramTimings::from(const DramConfig& c, Megahertz sm_clock) {
  const auto ticks = [&](Nanoseconds ns) { return to_ticks(ns, sm_clock).count; };
  return {ticks(Nanoseconds(c.burst_time.count / c.bus_efficiency)),
          ticks(c.tRCD),
          ticks(c.tRP),
          ticks(c.tRAS),
          ticks(c.tCCD_S),
          ticks(c.tCCD_L),
          ticks(c.tRRD_S),
          ticks(c.tFAW),
          ticks(c.tCL),
          ticks(c.tWTR),
          ticks(c.tRTW),
          ticks(c.tRTP),
          ticks(c.tRFC),
          ticks(c.tREFI),
          ticks(c.turn_time)};
}

void DramChannel::reset(const DramConfig& config, Megahertz sm_clock, std::uint32_t index) {
  t_ = DramTimings::from(config, sm_clock);
  grouped_rows_ = std::clamp(config.reorder_rows, 1U, most_rows);
  burst_bytes_ = static_cast<std::uint32_t>(config.burst.count);
  write_batch_ = std::max(config.write_batch, 1U);
  write_bursts_ = 0;
  banks_.assign(std::size_t{config.bank_groups} * config.banks_per_group, Bank{});
  by_banks_ = Divider(banks_.size());
  counters = {};
  // Controllers do not refresh in step: else streams, which reach the same bank of all channels together, would meet it.
  refresh_phase_ = t_.tREFI == 0 ? 0 : mix(index) % t_.tREFI;
  rewind();
}

void DramChannel::rewind() {
  activates_ = {};
  last_activate_ = 0;
  bus_free_ = 0;
  writing_ = false;
  for (std::size_t i = 0; i < banks_.size(); ++i) {
    Bank& bank = banks_[i];
    bank.activate_from = bank.column_from = bank.precharge_from = 0;
    bank.refresh_due = t_.tREFI == 0 ? ~std::uint64_t{0} : (t_.tREFI * i / banks_.size() + refresh_phase_) % t_.tREFI + 1;
  }
}

// Every bank in its turn, once in tREFI: it closes its rows and is away for tRFC.
void DramChannel::refresh(Bank& bank, std::uint64_t at) {
  if (at < bank.refresh_due) return;
  const std::uint64_t last = bank.refresh_due + (at - bank.refresh_due) / t_.tREFI * t_.tREFI;
  bank.rows.fill(no_row);
  bank.activate_from = std::max(bank.activate_from, std::max(last, std::min(bank.precharge_from, at)) + t_.tRFC);
  bank.refresh_due = last + t_.tREFI;
}

// When a column command of this row can go to its bank, once the row is open.
std::uint64_t DramChannel::open(Bank& bank, std::uint64_t row, std::uint64_t at) {
  const auto tag = static_cast<std::uint32_t>(row);
  bool is_open = false;
  for (const std::uint32_t open_row : bank.rows) is_open |= open_row == tag;
  if (is_open) {
    ++counters.row_hits;
    return std::max(at, bank.column_from);
  }
  const bool none_open = bank.rows[0] == no_row;
  for (std::uint32_t i = grouped_rows_ - 1; i > 0; --i) bank.rows[i] = bank.rows[i - 1];
  bank.rows[0] = tag;
  ++counters.row_misses;
  std::uint64_t activate = std::max(at, bank.activate_from);
  if (!none_open) activate = std::max(activate, std::max(at, bank.precharge_from) + t_.tRP);
  activate = std::max({activate, last_activate_ + t_.tRRD_S, activates_[next_activate_] + t_.tFAW});
  last_activate_ = activate;
  activates_[next_activate_] = activate;
  next_activate_ = (next_activate_ + 1) % 4;
  bank.precharge_from = activate + t_.tRAS;
  bank.column_from = activate + t_.tRCD;
  return bank.column_from;
}

Tick DramChannel::read(Tick at, Tick from, std::uint64_t row, std::uint32_t bursts) {
  Bank& bank = banks_[bank_of(row)];
  refresh(bank, at.count);
  const std::uint64_t column = open(bank, row, at.count);
  bank.column_from = column + bursts * t_.tCCD_L;
  bank.precharge_from = std::max(bank.precharge_from, column + (bursts - 1) * t_.tCCD_L + t_.tRTP);
  if (writing_) {
    bus_free_ += t_.tWTR;
    counters.busy_ticks += t_.tWTR;
    writing_ = false;
  }
  const std::uint64_t slot = std::max(at.count + t_.tCL, bus_free_);
  const std::uint64_t length = bursts * std::max(t_.burst, t_.tCCD_S);
  bus_free_ = slot + length;
  counters.busy_ticks += length;
  counters.bytes_read += std::uint64_t{bursts} * burst_bytes_;
  return Tick(std::max({slot, column + t_.tCL, from.count + t_.tCL}) + length);
}

Tick DramChannel::write(Tick at, std::uint32_t bursts) {
  write_bursts_ += bursts;
  counters.bytes_written += std::uint64_t{bursts} * burst_bytes_;
  if (write_bursts_ >= write_batch_) {
    const std::uint64_t begin = std::max(at.count, bus_free_);
    bus_free_ = begin + (writing_ ? 0 : t_.tRTW + t_.turn) + write_bursts_ * std::max(t_.burst, t_.tCCD_S);
    writing_ = true;
    counters.busy_ticks += bus_free_ - begin;
    write_bursts_ = 0;
  }
  // The queue holds two batches beside the one that gathers.
  const std::uint64_t held = std::uint64_t{2} * write_batch_ * std::max(t_.burst, t_.tCCD_S);
  return Tick(std::max(at.count, bus_free_ - std::min(bus_free_, held)));
}

}  // namespace warpmem
