// The coalescer's view of one access for `explain`: what coalesce() computes, with the tag bank and pass of each line.
#include "coalesce/coalesce.hpp"
#include "warpmem/access.hpp"

namespace warpmem {

GlobalAccess analyse_global(const Record& record, const std::vector<std::uint64_t>& addresses, const L1Config& l1) {
  const TagBanks banks{l1.tag_bank_masks};
  CoalescedAccess access;
  coalesce(record, addresses.data(), banks, access);
  GlobalAccess out;
  out.requests = record.lanes.none() ? 0 : 1;
  out.sectors = access.sectors;
  out.l2_requests = access.count;
  out.tag_wavefronts = access.tag_wavefronts;
  out.data_wavefronts = access.data_wavefronts;
  out.ideal_sectors = access.ideal_sectors;
  std::array<unsigned, 4> in_bank{};
  for (unsigned i = 0; i < access.count; ++i) {
    const CoalescedLine& l = access.lines[i];
    const unsigned bank = banks.bank(l.line);
    out.lines.push_back({l.line, l.words, bank, in_bank[bank]++});
  }
  return out;
}

}  // namespace warpmem
