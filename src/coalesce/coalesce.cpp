#include "coalesce/coalesce.hpp"

#include <algorithm>

#include "units/bank_degree.hpp"

namespace warpmem {
namespace {

// The fewest sectors that the distinct bytes asked for fit in. Below four bytes a lane, bytes that two lanes share
// within a word are not told apart, so this is then an upper bound.
unsigned fewest_sectors(std::uint64_t lane_bytes, unsigned words) {
  return static_cast<unsigned>((std::min<std::uint64_t>(lane_bytes, std::uint64_t{words} * 4) + sector_bytes - 1) / sector_bytes);
}

unsigned tag_wavefronts(const CoalescedLine* lines, unsigned count, TagBanks banks) {
  std::array<unsigned, 4> in_bank{};
  for (unsigned i = 0; i < count; ++i) ++in_bank[banks.bank(lines[i].line)];
  return *std::max_element(in_bank.begin(), in_bank.end());
}

// What most well-written kernels do most of the time: all lanes side by side within one line.
bool coalesce_whole_line(const Record& r, CoalescedAccess& out) {
  const std::uint64_t bytes = std::uint64_t{r.bytes} * lanes_per_warp;
  const std::uint64_t place = r.base % line_bytes;
  if (r.op > Op::store || r.listed || r.lanes != LaneMask::all() || r.stride != r.bytes || place + bytes > line_bytes) return false;
  const auto first_word = static_cast<unsigned>(place / 4), last_word = static_cast<unsigned>((place + bytes - 1) / 4);
  out.count = 1;
  out.sectors = static_cast<unsigned>((place + bytes - 1) / sector_bytes - place / sector_bytes + 1);
  out.tag_wavefronts = out.data_wavefronts = out.data_cycles = 1;
  out.ideal_sectors = static_cast<unsigned>(bytes / sector_bytes);
  out.lines[0].line = LineAddress(r.base / line_bytes);
  out.lines[0].words = WordMask(~0U << first_word & ~0U >> (words_per_line - 1 - last_word));
  return true;
}

// Lanes side by side, no gap: lines follow from the first and last byte alone.
// Returns false when two of the lines share a tag bank, where the data stage needs the lanes.
bool coalesce_run(const Record& r, TagBanks banks, CoalescedAccess& out) {
  const auto first_lane = static_cast<unsigned>(std::countr_zero(r.lanes.bits));
  const unsigned active = r.lanes.size();
  const std::uint64_t begin = r.base + std::uint64_t{first_lane} * r.bytes;
  const std::uint64_t end = begin + std::uint64_t{active} * r.bytes;
  const std::uint64_t first_line = begin / line_bytes;
  out.count = static_cast<unsigned>((end - 1) / line_bytes - first_line + 1);
  for (unsigned i = 0; i < out.count; ++i) {
    out.lines[i].line = LineAddress(first_line + i);
    out.lines[i].words = WordMask::all();
  }
  out.lines[0].words = out.lines[0].words & WordMask(~0U << (begin / 4 % words_per_line));
  out.lines[out.count - 1].words = out.lines[out.count - 1].words & WordMask(~0U >> (words_per_line - 1 - (end - 1) / 4 % words_per_line));
  out.sectors = static_cast<unsigned>((end - 1) / sector_bytes - begin / sector_bytes + 1);
  out.ideal_sectors = static_cast<unsigned>((end - begin + sector_bytes - 1) / sector_bytes);
  out.tag_wavefronts = out.count == 1 ? 1 : tag_wavefronts(out.lines.data(), out.count, banks);
  // Every lane group has 128 bytes or fewer side by side: one pass over the banks each.
  out.data_wavefronts = lane_group(first_lane + active - 1, r.bytes) - lane_group(first_lane, r.bytes) + 1;
  out.data_cycles = out.data_wavefronts;
  return out.tag_wavefronts == 1 || r.op == Op::store;
}

// Lanes whole lines apart: each has its own line and all ask for the same place in it, so that any two of one lane group
// meet in their banks, whichever passes they are in, and the data stage takes a wavefront for each.
void coalesce_lines_apart(const Record& r, TagBanks banks, CoalescedAccess& out) {
  const std::uint64_t place = r.base % line_bytes;
  const WordMask words((r.bytes <= 4 ? 1U : (1U << r.bytes / 4) - 1U) << place / 4);
  const std::int64_t step = r.stride / static_cast<std::int64_t>(line_bytes);
  out.count = 0;
  for (std::uint32_t left = r.lanes.bits; left != 0; left &= left - 1) {
    out.lines[out.count].line = LineAddress(r.base / line_bytes + static_cast<std::uint64_t>(std::countr_zero(left) * step));
    out.lines[out.count++].words = words;
  }
  out.sectors = out.data_wavefronts = out.data_cycles = out.count;
  out.ideal_sectors = fewest_sectors(std::uint64_t{out.count} * r.bytes, out.count * words.size());
  out.tag_wavefronts = tag_wavefronts(out.lines.data(), out.count, banks);
}

// The lines of each tag pass: the k-th line of each tag bank, in the order lanes first name them.
struct TagPasses {
  std::array<std::array<std::uint8_t, lanes_per_warp>, 4> of_bank;
  std::array<unsigned, 4> in_bank{};
  unsigned lines_in_first = 0;  // pass; no later pass has more

  TagPasses(const WordRows& rows, TagBanks banks) {
    for (unsigned i = 0; i < rows.count; ++i) {
      const unsigned bank = banks.bank(LineAddress(rows.row[i]));
      of_bank[bank][in_bank[bank]++] = static_cast<std::uint8_t>(i);
    }
    for (const unsigned n : in_bank) lines_in_first += n > 0 ? 1 : 0;
  }
  // Bank degree of the words of passes first..last-1, lane group after lane group.
  unsigned data_wavefronts(const WordRows& rows, unsigned groups, unsigned first, unsigned last) const {
    unsigned wavefronts = 0;
    for (unsigned group = 0; group < groups; ++group) {
      BankDegree degree;
      for (unsigned bank = 0; bank < 4; ++bank) {
        for (unsigned pass = first; pass < std::min(last, in_bank[bank]); ++pass) degree.add(rows.words[of_bank[bank][pass]][group]);
      }
      wavefronts += degree.max();
    }
    return wavefronts;
  }
};

// Reductions: every tag pass by itself.
unsigned pass_data_wavefronts(const WordRows& rows, unsigned groups, TagBanks banks, unsigned passes) {
  const TagPasses order(rows, banks);
  unsigned wavefronts = 0;
  for (unsigned pass = 0; pass < passes; ++pass) wavefronts += order.data_wavefronts(rows, groups, pass, pass + 1);
  return wavefronts;
}

// Loads: counted pass by pass, but the data of passes that meet in no bank leave together.
void load_data(const WordRows& rows, unsigned groups, TagBanks banks, CoalescedAccess& out) {
  const TagPasses order(rows, banks);
  out.data_wavefronts = 0;
  for (unsigned pass = 0; pass < out.tag_wavefronts; ++pass) out.data_wavefronts += order.data_wavefronts(rows, groups, pass, pass + 1);
  out.data_cycles = out.tag_wavefronts == 1 ? out.data_wavefronts : order.data_wavefronts(rows, groups, 0, out.tag_wavefronts);
}

// Stores: as many passes as a buffer holds go together, later ones come too late to join and go alone. Where passes
// have only one line each, the late ones still gather in buffers; with two lines, the first two do.
unsigned store_data_wavefronts(const WordRows& rows, unsigned bytes, TagBanks banks, unsigned passes) {
  const unsigned groups = lane_groups(bytes);
  const unsigned together = bytes < 4 ? 4 : 8;
  const TagPasses order(rows, banks);
  unsigned wavefronts = 0;
  for (unsigned pass = 0; pass < passes;) {
    const bool late_join = order.lines_in_first == 2 && pass == together;
    const unsigned span = pass == 0 || order.lines_in_first == 1 ? together : late_join ? 2 : 1;
    wavefronts += order.data_wavefronts(rows, groups, pass, pass + span);
    pass += span;
  }
  return wavefronts;
}

void coalesce_lanes(const Record& r, const std::uint64_t* addresses, TagBanks banks, CoalescedAccess& out) {
  WordRows rows;
  for_each_lane(r, addresses, [&](unsigned lane, std::uint64_t address) { rows.add(address, r.bytes, lane_group(lane, r.bytes)); });
  out.count = rows.count;
  out.sectors = 0;
  unsigned words = 0;
  for (unsigned i = 0; i < rows.count; ++i) {
    out.lines[i].line = LineAddress(rows.row[i]);
    out.lines[i].words = WordMask(rows.all_words(i));
    out.sectors += sectors_of(out.lines[i].words).size();
    words += out.lines[i].words.size();
  }
  out.ideal_sectors = fewest_sectors(std::uint64_t{r.lanes.size()} * r.bytes, words);
  out.tag_wavefronts = tag_wavefronts(out.lines.data(), out.count, banks);
  if (r.op == Op::load) {
    load_data(rows, lane_groups(r.bytes), banks, out);
  } else {
    out.data_cycles = out.data_wavefronts = store_data_wavefronts(rows, r.bytes, banks, out.tag_wavefronts);
  }
}

// red and atom: lanes are dealt into passes so that no pass names an address twice.
void coalesce_passes(const Record& r, const std::uint64_t* addresses, TagBanks banks, CoalescedAccess& out) {
  LaneAddresses at;
  std::array<std::uint8_t, lanes_per_warp> pass_of;
  unsigned passes = 0;
  for_each_lane(r, addresses, [&](unsigned lane, std::uint64_t address) {
    at[lane] = address;
    unsigned pass = 0;
    for (std::uint32_t before = r.lanes.bits & ((1U << lane) - 1U); before != 0; before &= before - 1) {
      if (at[static_cast<unsigned>(std::countr_zero(before))] == address) ++pass;
    }
    pass_of[lane] = static_cast<std::uint8_t>(pass);
    passes = std::max(passes, pass + 1);
  });
  out.count = out.sectors = out.tag_wavefronts = out.data_wavefronts = 0;
  unsigned words = 0;
  for (unsigned pass = 0; pass < passes; ++pass) {
    WordRows rows;
    for (std::uint32_t left = r.lanes.bits; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      if (pass_of[lane] == pass) rows.add(at[lane], r.bytes, lane_group(lane, r.bytes));
    }
    const unsigned first = out.count;
    for (unsigned i = 0; i < rows.count; ++i, ++out.count) {
      out.lines[out.count].line = LineAddress(rows.row[i]);
      out.lines[out.count].words = WordMask(rows.all_words(i));
      out.sectors += sectors_of(out.lines[out.count].words).size();
      if (pass == 0) words += out.lines[out.count].words.size();
    }
    const unsigned tags = tag_wavefronts(&out.lines[first], rows.count, banks);
    out.tag_wavefronts += tags;
    out.data_wavefronts += pass_data_wavefronts(rows, lane_groups(r.bytes), banks, tags);
  }
  if (r.op == Op::atomic) out.data_wavefronts *= 2;  // the old values come back through the same stage
  out.data_cycles = out.data_wavefronts;
  out.ideal_sectors = fewest_sectors(std::uint64_t{r.lanes.size()} * r.bytes, words);
}

}  // namespace

void coalesce(const Record& record, const std::uint64_t* addresses, TagBanks banks, CoalescedAccess& out) {
  if (coalesce_whole_line(record, out)) return;
  if (record.lanes.none()) {
    out.count = out.sectors = out.tag_wavefronts = out.data_wavefronts = out.data_cycles = out.ideal_sectors = 0;
  } else if (record.op == Op::reduction || record.op == Op::atomic) {
    coalesce_passes(record, addresses, banks, out);
  } else if (!record.listed && record.stride != 0 && record.stride % static_cast<std::int64_t>(line_bytes) == 0) {
    coalesce_lines_apart(record, banks, out);
  } else if (!is_run(record) || !coalesce_run(record, banks, out)) {
    coalesce_lanes(record, addresses, banks, out);
  }
}

}  // namespace warpmem
