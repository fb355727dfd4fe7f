// Votes, matches and reductions over a warp.
#ifndef WARPMEM_CUDA_VOTE_H
#define WARPMEM_CUDA_VOTE_H

#include "builtins.h"

WARPMEM_CUDA_INLINE unsigned int __activemask() { return warpmem_active_mask(); }
WARPMEM_CUDA_INLINE unsigned int __ballot_sync(unsigned int __mask, int __predicate) { return warpmem_ballot(__mask, __predicate != 0); }
WARPMEM_CUDA_INLINE int __any_sync(unsigned int __mask, int __predicate) { return warpmem_ballot(__mask, __predicate != 0) != 0; }
WARPMEM_CUDA_INLINE int __all_sync(unsigned int __mask, int __predicate) { return warpmem_ballot(__mask, __predicate == 0) == 0; }
WARPMEM_CUDA_INLINE unsigned int __ballot(int __predicate) { return __ballot_sync(warpmem_active_mask(), __predicate); }
WARPMEM_CUDA_INLINE int __any(int __predicate) { return __any_sync(warpmem_active_mask(), __predicate); }
WARPMEM_CUDA_INLINE int __all(int __predicate) { return __all_sync(warpmem_active_mask(), __predicate); }

namespace warpmem {

// Taken out of line and unseen by the recorder: they work on the stack.
__attribute__((noinline, unused, no_sanitize("thread"), no_sanitize_coverage)) static unsigned int match_lanes(unsigned int __mask,
                                                                                                               unsigned long long __value,
                                                                                                               int* __all_equal) {
  unsigned long long __values[32];
  unsigned int __present = 0, __equal = 0;
  warpmem_all_values(__mask, __value, __values, &__present);
  for (unsigned int __lane = 0; __lane < 32; ++__lane)
    if ((__present >> __lane & 1u) && __values[__lane] == __value) __equal |= 1u << __lane;
  *__all_equal = __equal == __present;
  return __equal;
}

enum ReduceKind { reduce_add, reduce_min, reduce_max, reduce_and, reduce_or, reduce_xor };

template <class _T>
__attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) _T reduce_lanes(unsigned int __mask, _T __value, ReduceKind __kind) {
  unsigned long long __values[32];
  unsigned int __present = 0;
  warpmem_all_values(__mask, static_cast<unsigned int>(__value), __values, &__present);
  bool __first = true;
  _T __sum = 0;
  for (unsigned int __lane = 0; __lane < 32; ++__lane) {
    if (!(__present >> __lane & 1u)) continue;
    const _T __v = static_cast<_T>(static_cast<unsigned int>(__values[__lane]));
    if (__first)
      __sum = __v;
    else if (__kind == reduce_add)
      __sum = static_cast<_T>(static_cast<unsigned int>(__sum) + static_cast<unsigned int>(__v));
    else if (__kind == reduce_min)
      __sum = __v < __sum ? __v : __sum;
    else if (__kind == reduce_max)
      __sum = __v > __sum ? __v : __sum;
    else if (__kind == reduce_and)
      __sum &= __v;
    else if (__kind == reduce_or)
      __sum |= __v;
    else
      __sum ^= __v;
    __first = false;
  }
  return __sum;
}

}  // namespace warpmem

template <class _T>
WARPMEM_CUDA_TEMPLATE unsigned int __match_any_sync(unsigned int __mask, _T __v) {
  unsigned long long __bits = 0;
  int __all_equal;
  __builtin_memcpy(&__bits, &__v, sizeof __v);
  return warpmem::match_lanes(__mask, __bits, &__all_equal);
}
template <class _T>
WARPMEM_CUDA_TEMPLATE unsigned int __match_all_sync(unsigned int __mask, _T __v, int* __predicate) {
  unsigned long long __bits = 0;
  int __all_equal;
  __builtin_memcpy(&__bits, &__v, sizeof __v);
  const unsigned int __equal = warpmem::match_lanes(__mask, __bits, &__all_equal);
  *__predicate = __all_equal;
  return __all_equal ? __equal : 0u;
}

#define WARPMEM_REDUCE(_Name, _Type, _Kind) \
  WARPMEM_CUDA_INLINE _Type _Name(unsigned int __mask, _Type __v) { return warpmem::reduce_lanes(__mask, __v, warpmem::_Kind); }
WARPMEM_REDUCE(__reduce_add_sync, unsigned int, reduce_add)
WARPMEM_REDUCE(__reduce_min_sync, unsigned int, reduce_min)
WARPMEM_REDUCE(__reduce_max_sync, unsigned int, reduce_max)
WARPMEM_REDUCE(__reduce_add_sync, int, reduce_add)
WARPMEM_REDUCE(__reduce_min_sync, int, reduce_min)
WARPMEM_REDUCE(__reduce_max_sync, int, reduce_max)
WARPMEM_REDUCE(__reduce_and_sync, unsigned int, reduce_and)
WARPMEM_REDUCE(__reduce_or_sync, unsigned int, reduce_or)
WARPMEM_REDUCE(__reduce_xor_sync, unsigned int, reduce_xor)
#undef WARPMEM_REDUCE

#endif
