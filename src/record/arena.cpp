#include "record/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>

namespace warpmem::record {
namespace {

constexpr std::uint64_t page = 65536, small_unit = 256, large_unit = std::uint64_t{2} << 20, large = std::uint64_t{1} << 20;
constexpr int device = 0;              // a kind: the host may not touch it
constexpr int pinned_host = 2;         // a kind: takes none of the device's memory
std::atomic<unsigned> slots_taken{0};  // one bit an arena

constexpr std::uint64_t rounded(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }
void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace

std::atomic<const Arena*> Arena::guarded_arena{nullptr};

Arena::Arena() {
  for (unsigned slot = 0; slot < most; ++slot) {
    const unsigned bit = 1U << slot;
    if ((slots_taken.fetch_or(bit) & bit) != 0) continue;
    // Less where the process may have less address space.
    for (std::uint64_t size = room; size >= room >> 12; size >>= 1) {
      void* const at = mmap(pointer(first + slot * room), size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
      if (at == MAP_FAILED) continue;
      begin_ = reinterpret_cast<std::uint64_t>(at);
      size_ = size;
      madvise(at, size, MADV_DONTDUMP);
      free_[begin_] = size_;
      return;
    }
    slots_taken.fetch_and(~bit);
    return;
  }
}

Arena::~Arena() {
  if (guarded_) guarded_arena = nullptr;
  if (size_ == 0) return;
  munmap(pointer(begin_), size_);
  slots_taken.fetch_and(~(1U << ((begin_ - first) / room)));
}

// First fit from below: the addresses of a run are those of the next.
std::uint64_t Arena::place(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t low, std::uint64_t high) {
  for (auto hole = free_.begin(); hole != free_.end(); ++hole) {
    const auto [begin, size] = *hole;
    const std::uint64_t at = rounded(std::max(begin, low), alignment);
    if (at + bytes > std::min(begin + size, high)) continue;
    free_.erase(hole);
    if (at > begin) free_[begin] = at - begin;
    if (at + bytes < begin + size) free_[at + bytes] = begin + size - at - bytes;
    return at;
  }
  return 0;
}

void* Arena::allocate(std::uint64_t bytes, int kind) {
  if (bytes == 0 || bytes > size_) return nullptr;
  const std::uint64_t unit = bytes >= large ? large_unit : small_unit;
  const std::lock_guard lock(guard_);
  // An unused unit behind each: the first byte past the end is nobody's.
  const std::uint64_t half = begin_ + size_ / 2, end = begin_ + size_, taken = rounded(bytes + 1, unit);
  const std::uint64_t at = kind == device ? place(taken, unit, begin_, half) : place(taken, unit, half, end);
  if (at == 0) return nullptr;
  if (const std::uint64_t reach = rounded(at + taken - begin_, page); guarded_ && kind == device && reach > closed_bytes_) {
    if (depth_ == 0) protect(begin_ + closed_bytes_, reach - closed_bytes_, true);
    closed_bytes_ = reach;
  }
  live_[at] = {at, bytes, kind};
  if (kind != pinned_host) in_use_ += bytes;
  return pointer(at);
}

bool Arena::release(void* at) {
  const std::lock_guard lock(guard_);
  const auto found = live_.find(reinterpret_cast<std::uint64_t>(at));
  if (found == live_.end()) return false;
  free(found);
  return true;
}

void Arena::free(std::map<std::uint64_t, Allocation>::iterator live) {
  const Allocation gone = live->second;
  live_.erase(live);
  if (gone.kind != pinned_host) in_use_ -= gone.bytes;
  const std::uint64_t size = rounded(gone.bytes + 1, gone.bytes >= large ? large_unit : small_unit);
  // The next owner finds zeros, and the pages go back to the system. Small ones may share a page.
  if (gone.bytes >= large) {
    madvise(pointer(gone.begin), size, MADV_DONTNEED);
  } else {
    const std::uint64_t first_page = gone.begin / page * page, bytes = rounded(gone.begin + gone.bytes, page) - first_page;
    const bool closed = is_closed(gone.begin);
    if (closed) protect(first_page, bytes, false);
    __builtin_memset(pointer(gone.begin), 0, gone.bytes);
    if (closed) protect(first_page, bytes, true);
  }
  give_back(gone.begin, size);
}

void Arena::give_back(std::uint64_t begin, std::uint64_t bytes) {
  auto next = free_.lower_bound(begin);
  if (next != free_.end() && next->first == begin + bytes) {
    bytes += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == begin) {
      previous->second += bytes;
      return;
    }
  }
  free_[begin] = bytes;
}

void Arena::protect(std::uint64_t begin, std::uint64_t bytes, bool closed) {
  if (bytes != 0) mprotect(pointer(begin), bytes, closed ? PROT_NONE : PROT_READ | PROT_WRITE);
}

void Arena::guard_from_host() {
  const std::lock_guard lock(guard_);
  guarded_ = size_ != 0;
  guarded_arena = this;
}

void Arena::open() {
  if (!guarded_) return;
  const std::lock_guard lock(guard_);
  if (depth_++ == 0) protect(begin_, closed_bytes_, false);
}

void Arena::close() {
  if (!guarded_) return;
  const std::lock_guard lock(guard_);
  if (--depth_ != 0) return;
  if (closed_bytes_ > allowance_) {
    guarded_ = false;
    closed_bytes_ = 0;
    return;
  }
  allowance_ -= closed_bytes_;
  protect(begin_, closed_bytes_, true);
}

void Arena::reset() {
  const std::lock_guard lock(guard_);
  while (!live_.empty()) free(live_.begin());
}

std::uint64_t Arena::bytes_in_use() const {
  const std::lock_guard lock(guard_);
  return in_use_;
}

std::optional<Arena::Allocation> Arena::before(std::uint64_t address) const {
  const std::lock_guard lock(guard_);
  const auto next = live_.upper_bound(address);
  if (next == live_.begin()) return std::nullopt;
  return std::prev(next)->second;
}

std::optional<Arena::Allocation> Arena::find(std::uint64_t address) const {
  const std::optional<Allocation> allocation = before(address);
  return allocation && address - allocation->begin < allocation->bytes ? allocation : std::nullopt;
}

}  // namespace warpmem::record
