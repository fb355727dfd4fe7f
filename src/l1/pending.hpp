// L1's requests in flight: what was asked of L2, and which instructions wait for it.
#pragma once

#include <cstdint>
#include <vector>

#include "l1/tag_store.hpp"
#include "units/bring_near.hpp"
#include "warpmem/units.hpp"

namespace warpmem {

// Loads wait on entries; an entry is one line request to L2. A later load of a sector already asked for joins the
// entry instead of asking again. Tags name entries by 16 bits, so at most 65,535 may be open: `l1.pending_sectors` ends
// there.
class PendingMisses {
 public:
  using Entry = std::uint32_t;
  using Waiter = std::uint32_t;  // the caller's index of the waiting instruction
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  explicit PendingMisses(L1Tags& tags) : tags_(tags) {}
  void reset() {
    entries_.clear();
    links_.clear();
    free_entry_ = no_entry;
    free_link_ = none;
    sectors_in_flight_ = 0;
  }
  // `slot`: of the tag store, or none when the line is not kept (.cg, .cv, atomics). `waiter`: who asked first.
  Entry open(L1Tags::Slot slot, SectorMask sectors, Waiter waiter) {
    const Entry e = take(entries_, free_entry_, no_entry);
    Line& entry = entries_[e];
    entry.slot = slot;
    entry.first = waiter;
    entry.joined = none;
    entry.older = no_entry;
    entry.sectors = sectors;
    if (slot != L1Tags::none) {
      entry.older = tags_.pending_entry(slot);
      tags_.pending_entry(slot) = static_cast<std::uint16_t>(e);
    }
    sectors_in_flight_ += sectors.size();
    return e;
  }
  // Joins every entry of the slot that brings one of these sectors. Returns how many.
  unsigned join(L1Tags::Slot slot, SectorMask sectors, Waiter waiter) {
    unsigned joined = 0;
    for (Entry e = tags_.pending_entry(slot); e != no_entry; e = entries_[e].older) {
      if ((entries_[e].sectors & sectors).none()) continue;
      const std::uint32_t l = take(links_, free_link_, none);
      links_[l] = {waiter, entries_[e].joined};
      entries_[e].joined = l;
      ++joined;
    }
    return joined;
  }
  // The slot is given up: what is on its way still serves those who wait, and is not kept.
  void orphan(L1Tags::Slot slot) {
    for (Entry e = tags_.pending_entry(slot); e != no_entry; e = entries_[e].older) entries_[e].slot = L1Tags::none;
    tags_.pending_entry(slot) = L1Tags::no_entry;
  }
  // Two steps ahead of close(): the entry, then what it leads to.
  WARPMEM_HINT void prefetch_entry(Entry e) const { bring_near(&entries_[e]); }
  WARPMEM_HINT void prefetch_slot(Entry e) const {
    if (entries_[e].slot != L1Tags::none) tags_.prefetch(entries_[e].slot);
    if (entries_[e].joined != none) bring_near(&links_[entries_[e].joined]);
  }
  Waiter first_waiter(Entry e) const { return entries_[e].first; }
  L1Tags::Slot slot(Entry e) const { return entries_[e].slot; }
  SectorMask sectors(Entry e) const { return entries_[e].sectors; }
  // Ends the entry and calls done(waiter) for each that waited, last come first.
  template <class Done>
  void close(Entry e, Done&& done) {
    const Line entry = entries_[e];
    if (entry.slot != L1Tags::none) {
      if (tags_.pending_entry(entry.slot) == e) {
        tags_.pending_entry(entry.slot) = entry.older;
      } else {
        Entry at = tags_.pending_entry(entry.slot);
        while (entries_[at].older != e) at = entries_[at].older;
        entries_[at].older = entry.older;
      }
    }
    sectors_in_flight_ -= entry.sectors.size();
    for (std::uint32_t l = entry.joined; l != none;) {
      const Link link = links_[l];
      links_[l].next = free_link_;
      free_link_ = l;
      l = link.next;
      done(link.waiter);
    }
    done(entry.first);
    entries_[e].older = free_entry_;
    free_entry_ = static_cast<std::uint16_t>(e);
  }
  std::uint32_t sectors_in_flight() const { return sectors_in_flight_; }

 private:
  struct Line {
    L1Tags::Slot slot;
    Waiter first;
    std::uint32_t joined;  // list of links
    std::uint16_t older;   // of the same slot; next free one when free
    SectorMask sectors;
  };
  static_assert(sizeof(Line) == 16);
  struct Link {
    Waiter waiter;
    std::uint32_t next;
  };
  static constexpr std::uint16_t no_entry = L1Tags::no_entry;
  static std::uint16_t next_of(const Line& e) { return e.older; }
  static std::uint32_t next_of(const Link& l) { return l.next; }
  // One that is free, else a new one. `Index`: of the pool, `end` where the list of the free ones ends.
  template <class T, class Index>
  static Index take(std::vector<T>& pool, Index& first_free, Index end) {
    const Index i = first_free;
    if (i == end) {
      pool.emplace_back();
      return static_cast<Index>(pool.size() - 1);
    }
    first_free = next_of(pool[i]);
    return i;
  }

  L1Tags& tags_;  // keeps the head of each slot's list
  std::vector<Line> entries_;
  std::vector<Link> links_;
  std::uint16_t free_entry_ = no_entry;
  std::uint32_t free_link_ = none;
  std::uint32_t sectors_in_flight_ = 0;
};

}  // namespace warpmem
