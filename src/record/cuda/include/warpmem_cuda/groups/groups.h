// Cooperative groups: thread blocks, tiles of 1 to 1024 threads, coalesced groups, the grid of a cooperative launch.
#ifndef WARPMEM_CUDA_GROUPS_H
#define WARPMEM_CUDA_GROUPS_H

#include "../device/integers.h"
#include "../device/shuffle.h"
#include "../device/synchronise.h"
#include "../device/vote.h"

namespace cooperative_groups {

namespace details {
// A value of any size from another lane: 8 bytes at a time.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T exchange(unsigned int __mask, const _T& __v, int __source) {
  unsigned long long __words[(sizeof(_T) + 7) / 8] = {};
  __builtin_memcpy(__words, &__v, sizeof(_T));
  for (unsigned long long& __word : __words) __word = warpmem_exchange(__mask, __word, __source);
  _T __got;
  __builtin_memcpy(static_cast<void*>(&__got), __words, sizeof(_T));
  return __got;
}
WARPMEM_CUDA_INLINE unsigned int lanes_below() { return (1u << warpmem_lane_id()) - 1u; }
}  // namespace details

// What every group can do; lanes of one warp, given by a mask, or a block (mask 0).
class thread_group {
 public:
  void sync() const {
    if (__lanes == 0)
      __syncthreads();
    else
      __syncwarp(__lanes);
  }
  unsigned long long size() const {
    return __lanes == 0 ? blockDim.x * blockDim.y * blockDim.z : static_cast<unsigned int>(__popc(__lanes));
  }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const {
    return __lanes == 0 ? warpmem_thread_rank() : static_cast<unsigned int>(__popc(__lanes & details::lanes_below()));
  }
  bool is_valid() const { return true; }
  unsigned int warpmem_lanes() const { return __lanes; }

 protected:
  explicit thread_group(unsigned int __mask) : __lanes(__mask) {}
  unsigned int __lanes;
  friend thread_group tiled_partition(const thread_group&, unsigned int);
};

class thread_block : public thread_group {
 public:
  thread_block() : thread_group(0) {}
  static void sync() { __syncthreads(); }
  static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned int num_threads() { return size(); }
  static unsigned int thread_rank() { return warpmem_thread_rank(); }
  static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
WARPMEM_CUDA_INLINE thread_block this_thread_block() { return thread_block(); }

// What tiles of several warps pass values through on older cards: they need none here, as on cards of compute capability 8.
template <unsigned int _Threads = 1024>
struct block_tile_memory {
  unsigned char warpmem_unused;
};
template <unsigned int _Threads>
WARPMEM_CUDA_TEMPLATE thread_block this_thread_block(block_tile_memory<_Threads>&) {
  return thread_block();
}

// Shuffles and votes among the lanes of a mask, by rank. _Rank gives a lane's rank, _Lane a rank's lane.
template <class _Group>
class warp_operations {
 public:
  template <class _T>
  _T shfl(_T __v, int __rank) const {
    return details::exchange(self().warpmem_mask(), __v, self().warpmem_lane_of(static_cast<unsigned int>(__rank) % ranks()));
  }
  template <class _T>
  _T shfl_up(_T __v, unsigned int __delta) const {
    const unsigned int __own = self().thread_rank();
    return details::exchange(self().warpmem_mask(), __v, self().warpmem_lane_of(__own < __delta ? __own : __own - __delta));
  }
  template <class _T>
  _T shfl_down(_T __v, unsigned int __delta) const {
    const unsigned int __own = self().thread_rank();
    return details::exchange(self().warpmem_mask(), __v, self().warpmem_lane_of(__own + __delta < ranks() ? __own + __delta : __own));
  }
  template <class _T>
  _T shfl_xor(_T __v, unsigned int __ranks) const {
    const unsigned int __own = self().thread_rank(), __other = __own ^ __ranks;
    return details::exchange(self().warpmem_mask(), __v, self().warpmem_lane_of(__other < ranks() ? __other : __own));
  }
  int any(int __predicate) const { return __any_sync(self().warpmem_mask(), __predicate); }
  int all(int __predicate) const { return __all_sync(self().warpmem_mask(), __predicate); }
  unsigned int ballot(int __predicate) const { return to_ranks(__ballot_sync(self().warpmem_mask(), __predicate)); }
  template <class _T>
  unsigned int match_any(_T __v) const {
    return to_ranks(__match_any_sync(self().warpmem_mask(), __v));
  }
  template <class _T>
  unsigned int match_all(_T __v, int& __predicate) const {
    return to_ranks(__match_all_sync(self().warpmem_mask(), __v, &__predicate));
  }

 private:
  const _Group& self() const { return static_cast<const _Group&>(*this); }
  unsigned int ranks() const { return static_cast<unsigned int>(self().size()); }
  unsigned int to_ranks(unsigned int __lanes) const {
    unsigned int __r = 0;
    for (unsigned int __rank = 0; __rank < ranks(); ++__rank) __r |= (__lanes >> self().warpmem_lane_of(__rank) & 1u) << __rank;
    return __r;
  }
};

template <unsigned int _Size, class _Parent = void>
class thread_block_tile : public thread_group, public warp_operations<thread_block_tile<_Size, _Parent>> {
  static_assert(_Size >= 1 && _Size <= 32 && (_Size & (_Size - 1)) == 0, "a tile has 1, 2, 4 ... or 1024 threads");

 public:
  thread_block_tile() : thread_group((_Size == 32 ? 0xffffffffu : (1u << (_Size & 31u)) - 1u) << (warpmem_lane_id() & ~(_Size - 1))) {}
  template <class _Other>
  thread_block_tile(const thread_block_tile<_Size, _Other>&) : thread_block_tile() {}
  void sync() const { __syncwarp(__lanes); }
  static constexpr unsigned int size() { return _Size; }
  static constexpr unsigned int num_threads() { return _Size; }
  static unsigned int thread_rank() { return warpmem_lane_id() & (_Size - 1); }
  static unsigned int meta_group_rank() { return warpmem_thread_rank() / _Size; }
  static unsigned int meta_group_size() { return (thread_block::size() + _Size - 1) / _Size; }
  unsigned int warpmem_mask() const { return __lanes; }
  int warpmem_lane_of(unsigned int __rank) const { return static_cast<int>((warpmem_lane_id() & ~(_Size - 1)) + __rank); }
};

// A tile of several warps. Its barrier is the block's: all tiles of the block must come to it.
template <unsigned int _Size>
class warpmem_wide_tile {
 public:
  void sync() const { __syncthreads(); }
  static constexpr unsigned int size() { return _Size; }
  static constexpr unsigned int num_threads() { return _Size; }
  static unsigned int thread_rank() { return warpmem_thread_rank() & (_Size - 1); }
  static unsigned int meta_group_rank() { return warpmem_thread_rank() / _Size; }
  static unsigned int meta_group_size() { return (thread_block::size() + _Size - 1) / _Size; }
};
#define WARPMEM_WIDE_TILE(_Size) \
  template <class _Parent>       \
  class thread_block_tile<_Size, _Parent> : public warpmem_wide_tile<_Size> {};
WARPMEM_WIDE_TILE(64)
WARPMEM_WIDE_TILE(128)
WARPMEM_WIDE_TILE(256)
WARPMEM_WIDE_TILE(512)
WARPMEM_WIDE_TILE(1024)
#undef WARPMEM_WIDE_TILE

class coalesced_group : public thread_group, public warp_operations<coalesced_group> {
 public:
  explicit coalesced_group(unsigned int __mask, unsigned int __meta_rank = 0, unsigned int __meta_size = 1)
      : thread_group(__mask), __meta_group_rank(__meta_rank), __meta_group_size(__meta_size) {}
  void sync() const { __syncwarp(__lanes); }
  unsigned int size() const { return static_cast<unsigned int>(__popc(__lanes)); }
  unsigned int num_threads() const { return size(); }
  unsigned int thread_rank() const { return static_cast<unsigned int>(__popc(__lanes & details::lanes_below())); }
  unsigned int meta_group_rank() const { return __meta_group_rank; }
  unsigned int meta_group_size() const { return __meta_group_size; }
  unsigned int warpmem_mask() const { return __lanes; }
  int warpmem_lane_of(unsigned int __rank) const { return static_cast<int>(__fns(__lanes, 0, static_cast<int>(__rank) + 1)); }

 private:
  unsigned int __meta_group_rank, __meta_group_size;
};
WARPMEM_CUDA_INLINE coalesced_group coalesced_threads() { return coalesced_group(warpmem_active_mask()); }

// All blocks of a cooperative launch.
class grid_group {
 public:
  static void sync() { warpmem_grid_barrier(); }
  static bool is_valid() { return true; }
  static unsigned long long num_blocks() { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
  static unsigned long long num_threads() { return num_blocks() * thread_block::size(); }
  static unsigned long long size() { return num_threads(); }
  static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static unsigned long long thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
WARPMEM_CUDA_INLINE grid_group this_grid() { return grid_group(); }

// Parts of a group.
template <unsigned int _Size, class _Parent>
WARPMEM_CUDA_TEMPLATE thread_block_tile<_Size, _Parent> tiled_partition(const _Parent&) {
  return thread_block_tile<_Size, _Parent>();
}
inline thread_group tiled_partition(const thread_group& __parent, unsigned int __size) {
  const unsigned int __whole = __parent.__lanes == 0 ? 0xffffffffu : __parent.__lanes;
  unsigned int __mask = 0, __first = static_cast<unsigned int>(__popc(__whole & details::lanes_below())) / __size * __size, __rank = 0;
  for (unsigned int __lane = 0; __lane < 32; ++__lane) {
    if (!(__whole >> __lane & 1u)) continue;
    if (__rank >= __first && __rank < __first + __size) __mask |= 1u << __lane;
    ++__rank;
  }
  return thread_group(__mask);
}
inline coalesced_group tiled_partition(const coalesced_group& __parent, unsigned int __size) {
  const unsigned int __rank = __parent.thread_rank();
  return coalesced_group(tiled_partition(static_cast<const thread_group&>(__parent), __size).warpmem_lanes(), __rank / __size,
                         (__parent.size() + __size - 1) / __size);
}
template <class _Group>
inline coalesced_group binary_partition(const _Group& __g, bool __predicate) {
  const unsigned int __yes = __ballot_sync(__g.warpmem_mask(), __predicate);
  return coalesced_group(__predicate ? __yes : __g.warpmem_mask() & ~__yes, __predicate, 2);
}
template <class _Group, class _Label>
inline coalesced_group labeled_partition(const _Group& __g, _Label __label) {
  return coalesced_group(__match_any_sync(__g.warpmem_mask(), __label));
}

// Names that programs from before CUDA 12 use.
namespace experimental {
template <unsigned int _Bytes = 8, unsigned int _Threads = 1024>
struct block_tile_memory {
  unsigned char warpmem_unused;
};
template <unsigned int _Bytes, unsigned int _Threads>
WARPMEM_CUDA_TEMPLATE thread_block this_thread_block(block_tile_memory<_Bytes, _Threads>&) {
  return thread_block();
}
template <unsigned int _Size, class _Parent>
WARPMEM_CUDA_TEMPLATE thread_block_tile<_Size, _Parent> tiled_partition(const _Parent&) {
  return thread_block_tile<_Size, _Parent>();
}
}  // namespace experimental

template <class _Group>
WARPMEM_CUDA_TEMPLATE void sync(const _Group& __g) {
  __g.sync();
}
template <class _Group>
WARPMEM_CUDA_TEMPLATE auto thread_rank(const _Group& __g) -> decltype(__g.thread_rank()) {
  return __g.thread_rank();
}
template <class _Group>
WARPMEM_CUDA_TEMPLATE auto group_size(const _Group& __g) -> decltype(__g.size()) {
  return __g.size();
}
template <class _Group, class _Function>
WARPMEM_CUDA_TEMPLATE void invoke_one(const _Group& __g, _Function __function) {
  if (__g.thread_rank() == 0) __function();
}

}  // namespace cooperative_groups

#endif
