// What is known of each place in the program's code: which function and block it belongs to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "record/event.hpp"
#include "record/flow.hpp"

namespace warpmem::record {

struct Place {
  Flow* flow = nullptr;  // of the function it lies in; never null once looked up
  int block = -1;        // its number there, when a block begins here
};

class CodeMap {
 public:
  // `function_of` gives the beginning of the function that a place lies in; asked once for each place.
  explicit CodeMap(std::function<Code(Code)> function_of) : function_of_(std::move(function_of)), slots_(1024) {}

  const Place& block(Code code) { return find(word_of(EventKind::block, code)); }
  Flow* function(Code code) { return find(word_of(EventKind::entry, code)).flow; }

 private:
  struct Slot {
    Word word = 0;
    bool used = false;
    Place place;
  };
  static std::size_t mixed(Word word) { return word * 0x9E3779B1U >> 7; }
  const Place& find(Word word) {
    for (std::size_t i = mixed(word);; ++i) {
      const Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.used && slot.word == word) return slot.place;
      if (!slot.used) return add(word);
    }
  }
  const Place& add(Word word);
  void insert(Slot slot);

  std::function<Code(Code)> function_of_;
  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t used_ = 0;
  std::unordered_map<Code, std::unique_ptr<Flow>> flows_;
};

}  // namespace warpmem::record
