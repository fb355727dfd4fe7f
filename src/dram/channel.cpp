#include "dram/channel.hpp"

#include "units/mix.hpp"

namespace warpmem {

DramTimings DramTimings::from(const DramConfig& c, Megahertz sm_clock) {
  const auto ticks = [&](Nanoseconds ns) { return to_ticks(ns, sm_clock).count; };
  return {ticks(c.burst_time), ticks(c.tRCD), ticks(c.tRP),  ticks(c.tRAS), ticks(c.tCCD_S), ticks(c.tCCD_L), ticks(c.tRRD_S), ticks(c.tFAW),
          ticks(c.tCL),        ticks(c.tCWL), ticks(c.tWR),  ticks(c.tWTR), ticks(c.tRTW),   ticks(c.tRTP),   ticks(c.tRFC),   ticks(c.tREFI)};
}

void DramChannel::reset(const DramConfig& config, Megahertz sm_clock, std::uint32_t index) {
  t_ = DramTimings::from(config, sm_clock);
  grouped_rows_ = std::clamp(config.reorder_rows, 1U, most_rows);
  burst_bytes_ = static_cast<std::uint32_t>(config.burst.count);
  banks_.assign(std::size_t{config.bank_groups} * config.banks_per_group, Bank{});
  activates_ = {};
  next_activate_ = 0;
  last_activate_ = 0;
  bus_free_ = 0;
  // Controllers refresh their channels at different times; spread them evenly over tREFI.
  first_refresh_ = t_.tREFI == 0 ? ~std::uint64_t{0} : t_.tRFC + (t_.tREFI - std::min(t_.tRFC, t_.tREFI)) * (index + 1) / std::max(config.channels, 1U);
  write_bursts_ = 0;
  next_refresh_ = first_refresh_;
  write_batch_ = std::max(config.write_batch, 1U);
  counters = {};
}

void DramChannel::rewind() {
  for (Bank& bank : banks_) bank.activate_from = bank.column_from = bank.precharge_from = 0;
  activates_ = {};
  last_activate_ = 0;
  bus_free_ = 0;
  next_refresh_ = first_refresh_;
}

// Neighbouring rows lie in different banks; the rotation keeps power-of-two strides from meeting in one.
std::uint32_t DramChannel::bank_of(std::uint64_t row) const {
  const auto n = static_cast<std::uint32_t>(banks_.size());
  return static_cast<std::uint32_t>((row + mix(row / n)) % n);
}

// All-bank refresh: for tRFC in every tREFI the channel does nothing else, and all rows close.
void DramChannel::refresh_until(std::uint64_t at) {
  while (std::max(at, bus_free_) >= next_refresh_) {
    const std::uint64_t begin = std::max(bus_free_, next_refresh_);
    if (at > begin + t_.tRFC + t_.tREFI) {  // long idle: only the last refresh matters
      next_refresh_ += (at - next_refresh_) / t_.tREFI * t_.tREFI;
      bus_free_ = std::min(bus_free_, next_refresh_);
      if (next_refresh_ > at) next_refresh_ -= t_.tREFI;
    }
    bus_free_ = std::max(bus_free_, next_refresh_) + t_.tRFC;
    for (Bank& bank : banks_) {
      bank.rows.fill(no_row);
      bank.activate_from = std::max(bank.activate_from, bus_free_);
    }
    next_refresh_ += t_.tREFI;
  }
}

// When a column command of this row can go to its bank, once the row is open.
std::uint64_t DramChannel::open(Bank& bank, std::uint64_t row, std::uint64_t at) {
  const auto last = bank.rows.begin() + grouped_rows_;
  const auto found = std::find(bank.rows.begin(), last, row);
  const bool none_open = bank.rows[0] == no_row;
  std::rotate(bank.rows.begin(), found == last ? last - 1 : found, found == last ? last : found + 1);
  bank.rows[0] = row;
  if (found != last) {
    ++counters.row_hits;
    return std::max(at, bank.column_from);
  }
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

Tick DramChannel::read(Tick at, std::uint64_t row, std::uint32_t bursts) {
  refresh_until(at.count);
  Bank& bank = banks_[bank_of(row)];
  const std::uint64_t column = open(bank, row, at.count);
  bank.column_from = column + bursts * t_.tCCD_L;
  bank.precharge_from = std::max(bank.precharge_from, column + (bursts - 1) * t_.tCCD_L + t_.tRTP);
  const std::uint64_t slot = std::max(at.count + t_.tCL, bus_free_);
  const std::uint64_t length = bursts * std::max(t_.burst, t_.tCCD_S);
  bus_free_ = slot + length;
  counters.busy_ticks += length;
  counters.bytes_read += std::uint64_t{bursts} * burst_bytes_;
  return Tick(std::max(slot, column + t_.tCL) + length);
}

void DramChannel::write(Tick at, std::uint32_t bursts) {
  write_bursts_ += bursts;
  counters.bytes_written += std::uint64_t{bursts} * burst_bytes_;
  if (write_bursts_ < write_batch_) return;
  refresh_until(at.count);
  const std::uint64_t begin = std::max(at.count, bus_free_);
  bus_free_ = begin + t_.tRTW + write_bursts_ * std::max(t_.burst, t_.tCCD_S) + t_.tWTR;
  counters.busy_ticks += bus_free_ - begin;
  write_bursts_ = 0;
}

}  // namespace warpmem
