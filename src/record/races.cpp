#include "record/races.hpp"

namespace warpmem::record {

void Races::note(Touch& touch, std::uint32_t warp, Code code) const {
  touch.several = touch.epoch == epoch_ && (touch.several || touch.warp != warp);
  touch.epoch = epoch_;
  touch.warp = warp;
  touch.code = code;
}

std::optional<Races::Pair> Races::access(std::uint32_t offset, unsigned bytes, unsigned op, std::uint32_t warp, Code code) {
  std::optional<Pair> found;
  const std::uint32_t first = offset / 4, last = (offset + bytes - 1) / 4;
  if (words_.size() <= last) words_.resize(last + 1);
  const bool atomic = op >= 2, writes = op != 0;
  for (std::uint32_t i = first; i <= last; ++i) {
    Word& word = words_[i];
    const auto check = [&](const Touch& before, bool wrote) {
      if (!found && conflicts(before, warp)) found = Pair{before.code, code, before.warp, warp, wrote, writes, i * 4};
    };
    check(word.write, true);
    if (!atomic) check(word.atomic, true);
    if (writes) check(word.read, false);
    note(atomic ? word.atomic : writes ? word.write : word.read, warp, code);
  }
  return found;
}

}  // namespace warpmem::record
