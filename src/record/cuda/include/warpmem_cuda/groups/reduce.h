// cg::reduce and the operations it takes.
#ifndef WARPMEM_CUDA_GROUPS_REDUCE_H
#define WARPMEM_CUDA_GROUPS_REDUCE_H

#include "groups.h"

namespace cooperative_groups {

template <class _T>
struct plus {
  _T operator()(const _T& __a, const _T& __b) const { return __a + __b; }
};
template <class _T>
struct less {
  _T operator()(const _T& __a, const _T& __b) const { return __b < __a ? __b : __a; }
};
template <class _T>
struct greater {
  _T operator()(const _T& __a, const _T& __b) const { return __a < __b ? __b : __a; }
};
template <class _T>
struct bit_and {
  _T operator()(const _T& __a, const _T& __b) const { return __a & __b; }
};
template <class _T>
struct bit_or {
  _T operator()(const _T& __a, const _T& __b) const { return __a | __b; }
};
template <class _T>
struct bit_xor {
  _T operator()(const _T& __a, const _T& __b) const { return __a ^ __b; }
};

namespace details {
// By halves in a tile of one warp.
template <unsigned int _Size, bool = (_Size > 32)>
struct TileReduction {
  template <class _Group, class _T, class _Operation>
  static _T of(const _Group& __g, _T __v, _Operation& __operation) {
    for (unsigned int __step = _Size / 2; __step > 0; __step /= 2) __v = __operation(__v, __g.shfl_xor(__v, __step));
    return __v;
  }
};
// In a larger one by warps, then over the warps' results in shared memory.
template <unsigned int _Size>
struct TileReduction<_Size, true> {
  template <class _Group, class _T, class _Operation>
  static _T of(const _Group& __g, _T __v, _Operation& __operation) {
    constexpr unsigned int __warps = _Size / 32;
    static _T __of_warps[32];
    ::warpmem_shared_variable(__of_warps, sizeof __of_warps, __alignof__(__of_warps), "reduce");
    const thread_block_tile<32> __warp;
    __v = TileReduction<32>::of(__warp, __v, __operation);
    _T* const __own = __of_warps + __g.meta_group_rank() * __warps;
    if (__warp.thread_rank() == 0) __own[__g.thread_rank() / 32] = __v;
    __g.sync();
    _T __sum = __own[0];
    for (unsigned int __w = 1; __w < __warps; ++__w) __sum = __operation(__sum, __own[__w]);
    __g.sync();
    return __sum;
  }
};
}  // namespace details

template <unsigned int _Size, class _Parent, class _T, class _Operation>
inline _T reduce(const thread_block_tile<_Size, _Parent>& __g, _T __v, _Operation&& __operation) {
  return details::TileReduction<_Size>::of(__g, __v, __operation);
}
// One member after the other in a group of any size.
template <class _T, class _Operation>
inline _T reduce(const coalesced_group& __g, _T __v, _Operation&& __operation) {
  _T __sum = __g.shfl(__v, 0);
  for (unsigned int __rank = 1; __rank < __g.size(); ++__rank) __sum = __operation(__sum, __g.shfl(__v, static_cast<int>(__rank)));
  return __sum;
}

}  // namespace cooperative_groups

#endif
