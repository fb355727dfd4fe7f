// __shfl_sync and its kin, the spellings without a mask too, for every type of up to 8 bytes.
// A width of 2, 4, 8, 16 or 32 parts the warp; a source outside one's part gives one's own value.
#ifndef WARPMEM_CUDA_SHUFFLE_H
#define WARPMEM_CUDA_SHUFFLE_H

#include "builtins.h"

namespace warpmem {

template <class _T>
WARPMEM_CUDA_TEMPLATE _T exchange(unsigned int __mask, const _T& __v, int __source) {
  static_assert(sizeof(_T) <= 8, "a shuffle moves values of up to 8 bytes");
  unsigned long long __bits = 0;
  __builtin_memcpy(&__bits, &__v, sizeof(_T));
  __bits = warpmem_exchange(__mask, __bits, __source);
  _T __got;
  __builtin_memcpy(&__got, &__bits, sizeof(_T));
  return __got;
}

WARPMEM_CUDA_INLINE int lane_at(int __lane, int __width) {
  const int __own = static_cast<int>(warpmem_lane_id());
  return (__own & ~(__width - 1)) | (__lane & (__width - 1));
}
WARPMEM_CUDA_INLINE int lane_above(unsigned int __delta, int __width) {
  const int __own = static_cast<int>(warpmem_lane_id()), __other = __own - static_cast<int>(__delta);
  return __other < (__own & ~(__width - 1)) ? __own : __other;
}
WARPMEM_CUDA_INLINE int lane_below(unsigned int __delta, int __width) {
  const int __own = static_cast<int>(warpmem_lane_id()), __other = __own + static_cast<int>(__delta);
  return __other > (__own | (__width - 1)) ? __own : __other;
}
WARPMEM_CUDA_INLINE int lane_across(int __lanes, int __width) {
  const int __own = static_cast<int>(warpmem_lane_id()), __other = __own ^ __lanes;
  return __other > (__own | (__width - 1)) ? __own : __other;
}

}  // namespace warpmem

template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_sync(unsigned int __mask, _T __v, int __lane, int __width = 32) {
  return warpmem::exchange(__mask, __v, warpmem::lane_at(__lane, __width));
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_up_sync(unsigned int __mask, _T __v, unsigned int __delta, int __width = 32) {
  return warpmem::exchange(__mask, __v, warpmem::lane_above(__delta, __width));
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_down_sync(unsigned int __mask, _T __v, unsigned int __delta, int __width = 32) {
  return warpmem::exchange(__mask, __v, warpmem::lane_below(__delta, __width));
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_xor_sync(unsigned int __mask, _T __v, int __lanes, int __width = 32) {
  return warpmem::exchange(__mask, __v, warpmem::lane_across(__lanes, __width));
}

// As before CUDA 9: the lanes that are here take part.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl(_T __v, int __lane, int __width = 32) {
  return __shfl_sync(warpmem_active_mask(), __v, __lane, __width);
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_up(_T __v, unsigned int __delta, int __width = 32) {
  return __shfl_up_sync(warpmem_active_mask(), __v, __delta, __width);
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_down(_T __v, unsigned int __delta, int __width = 32) {
  return __shfl_down_sync(warpmem_active_mask(), __v, __delta, __width);
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __shfl_xor(_T __v, int __lanes, int __width = 32) {
  return __shfl_xor_sync(warpmem_active_mask(), __v, __lanes, __width);
}

#endif
