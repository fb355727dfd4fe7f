// Changes of where data lies: maps of byte addresses under which no two bytes meet. Every access to the array goes through
// the map, whichever instruction makes it, so the program does what it did.
#pragma once

#include <optional>

#include "units/lanes.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::advise {

bool changes_layout(FixKind kind);

class LayoutMap {
 public:
  // `free`: an address with nothing behind it, for arrays that are laid out anew.
  LayoutMap(const Fix& fix, std::uint64_t free);
  Space space() const { return space_; }
  // Bytes that a block's shared memory grows by.
  std::uint64_t growth() const { return growth_; }
  // Where `bytes` at `address` go; none when they would be torn apart.
  std::optional<std::uint64_t> operator()(std::uint64_t address, unsigned bytes) const;

 private:
  std::optional<std::uint64_t> inside(std::uint64_t offset, unsigned bytes) const;
  Fix fix_;
  Space space_ = Space::global;
  std::uint64_t growth_ = 0;
  std::uint64_t free_ = 0;
  std::uint64_t plane_ = 0;  // bytes from plane to plane
};

// The record with its addresses mapped, written as put_addresses() does. False: an access would be torn apart.
bool map_record(Record& record, const std::uint64_t* list, const std::vector<LayoutMap>& maps, std::uint64_t* out, std::uint64_t& used);

}  // namespace warpmem::advise
