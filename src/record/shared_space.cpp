#include "record/shared_space.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "record/runtime.hpp"

namespace warpmem::record {
namespace {

constexpr std::uint32_t rounded(std::uint64_t value, std::uint64_t unit) {
  return static_cast<std::uint32_t>((value + unit - 1) / unit * unit);
}
// `extern __shared__` arrays are aligned for any type.
constexpr std::uint64_t dynamic_alignment = 16;

}  // namespace

SharedSpace::SharedSpace() : image_(image()) {
  void* const at = mmap(nullptr, image_.size + 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  map_ = static_cast<std::uint32_t*>(at);
}

SharedSpace::~SharedSpace() { munmap(map_, image_.size + 4); }

void SharedSpace::forget() {
  for (const Variable& variable : variables_) {
    const std::uint64_t first = (variable.address - image_.begin) >> 2, last = (variable.address + variable.bytes - 1 - image_.begin) >> 2;
    std::fill(map_ + first, map_ + last + 1, 0U);
  }
  variables_.clear();
}

void SharedSpace::begin(std::uint64_t dynamic_bytes) {
  forget();
  dynamic_bytes_ = dynamic_bytes;
  end_ = 0;
  bytes_ = static_bytes_ = 0;
  dynamic_offset_ = unsettled;
}

void SharedSpace::declare(const void* pointer, std::uint64_t bytes, std::uint64_t alignment, const char* name) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (bytes == 0 || !image_.holds(address) || find(address) != 0) return;
  // Whole words, so that a word of the map has one offset.
  const std::uint64_t unit = std::max<std::uint64_t>(alignment, 4);
  const std::uint32_t offset = rounded(end_, unit) + static_cast<std::uint32_t>(address & 3U);
  variables_.push_back({name, address, bytes, offset});
  end_ = offset + static_cast<std::uint32_t>(bytes);
  const std::uint64_t first = (address - image_.begin) >> 2, last = (address + bytes - 1 - image_.begin) >> 2;
  const std::uint32_t base = offset - static_cast<std::uint32_t>(address & 3U) + 1;
  for (std::uint64_t word = first; word <= last; ++word)
    if (map_[word] == 0) map_[word] = base + static_cast<std::uint32_t>(word - first) * 4;
}

void SharedSpace::save(Contents& out) const {
  out.assign(warpmem_dynamic_shared, warpmem_dynamic_shared + std::min(dynamic_bytes_, dynamic_room));
  for (const Variable& variable : variables_) {
    const auto* const begin = reinterpret_cast<const unsigned char*>(variable.address);
    out.insert(out.end(), begin, begin + variable.bytes);
  }
}

void SharedSpace::restore(const Contents& saved) {
  const unsigned char* from = saved.data();
  const unsigned char* const end = from + saved.size();
  const auto put = [&](unsigned char* to, std::uint64_t bytes) {
    const std::size_t there = std::min<std::size_t>(bytes, static_cast<std::size_t>(end - from));
    std::copy_n(from, there, to);
    from += there;
  };
  put(warpmem_dynamic_shared, std::min(dynamic_bytes_, dynamic_room));
  for (const Variable& variable : variables_) put(reinterpret_cast<unsigned char*>(variable.address), variable.bytes);
}

std::uint32_t SharedSpace::settle() {
  if (dynamic_offset_ != unsettled) return dynamic_offset_;
  static_bytes_ = end_;
  dynamic_offset_ = rounded(end_, dynamic_alignment);
  bytes_ = dynamic_bytes_ == 0 ? end_ : dynamic_offset_ + dynamic_bytes_;
  end_ = late;
  return dynamic_offset_;
}

}  // namespace warpmem::record
