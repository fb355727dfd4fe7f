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

// By halves in a tile, one member after the other in a group of any size.
template <unsigned int _Size, class _Parent, class _T, class _Operation>
inline _T reduce(const thread_block_tile<_Size, _Parent>& __g, _T __v, _Operation&& __operation) {
  for (unsigned int __step = _Size / 2; __step > 0; __step /= 2) __v = __operation(__v, __g.shfl_xor(__v, __step));
  return __v;
}
template <class _T, class _Operation>
inline _T reduce(const coalesced_group& __g, _T __v, _Operation&& __operation) {
  _T __sum = __g.shfl(__v, 0);
  for (unsigned int __rank = 1; __rank < __g.size(); ++__rank) __sum = __operation(__sum, __g.shfl(__v, static_cast<int>(__rank)));
  return __sum;
}

}  // namespace cooperative_groups

#endif
