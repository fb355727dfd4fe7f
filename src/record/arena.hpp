// Device memory: one range of addresses, reserved at once and backed as it is touched, with a table of what is allocated.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace warpmem::record {

// A host thread may allocate while another one's kernel looks up what is allocated: each call stands by itself.
class Arena {
 public:
  // What a range of device addresses belongs to.
  struct Allocation {
    std::uint64_t begin = 0, bytes = 0;
    int kind = 0;  // as in warpmem_device_allocate; -1: __device__ variables
  };
  // All arenas of a process lie from here on.
  // Far from where the system puts programs (0x55..) and libraries (0x7f..), and above the sanitizers' shadows.
  static constexpr std::uint64_t first = std::uint64_t{0x20} << 40;
  static constexpr std::uint64_t room = std::uint64_t{1} << 40;  // of one
  static constexpr unsigned most = 8;
  // Where the trace shows __device__ variables: behind all arenas.
  static constexpr std::uint64_t variables = first + room * most;

  Arena();  // empty() when the system gives no address space
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // As cudaMalloc places: small ones at multiples of 256 bytes, 1 MiB and more at multiples of 2 MiB. Null: no room.
  void* allocate(std::uint64_t bytes, int kind);
  bool release(void* pointer);  // false: no live allocation begins there
  void reset();

  // From here on the host may not touch allocations of kind 0 but between open() and close(), which may be nested and called
  // by several host threads. One arena of a process can be guarded. It is given up where it would
  // take too long.
  void guard_from_host();
  void open();
  void close();
  bool is_closed(std::uint64_t address) const { return depth_ == 0 && address - begin_ < closed_bytes_; }
  // The host was stopped at this address, in some arena. For signal handlers.
  static bool stopped_host(std::uint64_t address) {
    const Arena* const arena = guarded_arena;
    return arena != nullptr && arena->is_closed(address);
  }

  std::optional<Allocation> find(std::uint64_t address) const;
  // The last live allocation that begins at or before the address.
  std::optional<Allocation> before(std::uint64_t address) const;
  std::uint64_t bytes_in_use() const;  // of the device's memory

 private:
  std::uint64_t place(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t low, std::uint64_t high);
  void protect(std::uint64_t begin, std::uint64_t bytes, bool closed);
  void free(std::map<std::uint64_t, Allocation>::iterator live);
  void give_back(std::uint64_t begin, std::uint64_t bytes);

  mutable std::mutex guard_;  // of what follows but begin_ and size_
  std::uint64_t begin_ = 0, size_ = 0;
  std::map<std::uint64_t, Allocation> live_;     // by begin
  std::map<std::uint64_t, std::uint64_t> free_;  // begin -> bytes
  std::uint64_t in_use_ = 0;
  // The device's own memory lies in the lower half, what the host may touch, too, in the upper one: no page has both.
  std::uint64_t closed_bytes_ = 0;  // from begin_ on, what the host may not touch while depth_ is 0
  // Closing takes time by the bytes: after so many of them, in all, the memory stays open.
  std::uint64_t allowance_ = std::uint64_t{128} << 30;
  std::atomic<bool> guarded_{false};
  static std::atomic<const Arena*> guarded_arena;
  std::atomic<unsigned> depth_{0};
};

}  // namespace warpmem::record
