// cg::inclusive_scan and cg::exclusive_scan.
#ifndef WARPMEM_CUDA_GROUPS_SCAN_H
#define WARPMEM_CUDA_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <class _Group, class _T, class _Operation>
inline _T inclusive_scan(const _Group& __g, _T __v, _Operation&& __operation) {
  for (unsigned int __step = 1; __step < __g.size(); __step *= 2) {
    const _T __below = __g.shfl_up(__v, __step);
    if (__g.thread_rank() >= __step) __v = __operation(__below, __v);
  }
  return __v;
}
template <class _Group, class _T>
inline _T inclusive_scan(const _Group& __g, _T __v) {
  return inclusive_scan(__g, __v, plus<_T>());
}
// The first member gets _T().
template <class _Group, class _T, class _Operation>
inline _T exclusive_scan(const _Group& __g, _T __v, _Operation&& __operation) {
  const _T __below = __g.shfl_up(inclusive_scan(__g, __v, __operation), 1);
  return __g.thread_rank() == 0 ? _T() : __below;
}
template <class _Group, class _T>
inline _T exclusive_scan(const _Group& __g, _T __v) {
  return exclusive_scan(__g, __v, plus<_T>());
}

}  // namespace cooperative_groups

#endif
