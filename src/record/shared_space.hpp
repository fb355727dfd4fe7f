// The block's shared memory: which host addresses stand for it, and at which offset in the block's shared memory each lies.
// Static variables come in the order in which threads first reach them, then the dynamic array.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/image.hpp"

namespace warpmem::record {

class SharedSpace {
 public:
  struct Variable {
    std::string name;
    std::uint64_t address = 0, bytes = 0;
    std::uint32_t offset = 0;
  };
  // Offsets at or above this stand for the dynamic array while a launch's first block shows which static variables there
  // are; settle() says what they become.
  static constexpr std::uint32_t unsettled = 1U << 20;
  // Static variables that no thread of the first block reached lie from here on: the launch is already said to have less.
  static constexpr std::uint32_t late = 2U << 20;

  static constexpr std::uint64_t dynamic_room = 256 << 10;  // of warpmem_dynamic_shared

  SharedSpace();
  ~SharedSpace();
  SharedSpace(const SharedSpace&) = delete;
  SharedSpace& operator=(const SharedSpace&) = delete;

  // A launch begins: nothing is placed yet.
  void begin(std::uint64_t dynamic_bytes);
  // A thread came to the variable's declaration. Placed at its first coming.
  void declare(const void* address, std::uint64_t bytes, std::uint64_t alignment, const char* name);
  // The first block is done: the dynamic array lies behind the static variables. Its offset.
  std::uint32_t settle();

  // What the block's shared memory holds, for another block to have the place meanwhile.
  using Contents = std::vector<unsigned char>;
  void save(Contents& out) const;
  void restore(const Contents& saved);  // variables placed since are left as they are

  // The offset at which this byte of the program's image lies, plus 1; 0: it is no shared variable.
  std::uint32_t find(std::uint64_t address) const {
    const std::uint32_t word = map_[(address - image_.begin) >> 2];
    return word == 0 ? 0 : word + static_cast<std::uint32_t>(address & 3U);
  }
  std::uint32_t dynamic_offset() const { return dynamic_offset_; }
  std::uint64_t dynamic_bytes() const { return dynamic_bytes_; }
  // Of the block, static and dynamic, and of the static variables alone; once settled.
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t static_bytes() const { return static_bytes_; }
  const std::vector<Variable>& variables() const { return variables_; }

 private:
  void forget();

  const Image& image_;
  std::uint32_t* map_ = nullptr;  // of each 4 bytes of the image, the offset plus 1; backed where it is used
  std::vector<Variable> variables_;
  std::uint64_t dynamic_bytes_ = 0;
  std::uint32_t dynamic_offset_ = unsettled;
  std::uint32_t end_ = 0;  // behind the static variables placed last
  std::uint64_t bytes_ = 0, static_bytes_ = 0;
};

}  // namespace warpmem::record
