#include "record/code.hpp"

namespace warpmem::record {

const Place& CodeMap::add(Word word) {
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.used) insert(slot);
  }
  const Code begin = function_of_(code_of(word));
  std::unique_ptr<Flow>& flow = flows_[begin];
  if (!flow) flow = std::make_unique<Flow>(begin);
  insert({word, true, {flow.get(), kind_of(word) == EventKind::block ? flow->block(code_of(word)) : -1}});
  return find(word);
}

void CodeMap::insert(Slot slot) {
  std::size_t i = mixed(slot.word);
  while (slots_[i & (slots_.size() - 1)].used) ++i;
  slots_[i & (slots_.size() - 1)] = slot;
}

}  // namespace warpmem::record
