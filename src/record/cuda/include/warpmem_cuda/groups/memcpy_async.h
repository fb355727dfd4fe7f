// cg::memcpy_async and cg::wait: a copy by the group's threads, done when the call returns. The bypass of registers that
// newer cards have is not modelled.
#ifndef WARPMEM_CUDA_GROUPS_MEMCPY_ASYNC_H
#define WARPMEM_CUDA_GROUPS_MEMCPY_ASYNC_H

#include "groups.h"

namespace cooperative_groups {

namespace details {
template <class _Word, class _Group>
inline void copy_words(const _Group& __g, void* __to, const void* __from, size_t __bytes) {
  _Word* const __t = static_cast<_Word*>(__to);
  const _Word* const __f = static_cast<const _Word*>(__from);
  for (size_t __i = __g.thread_rank(); __i < __bytes / sizeof(_Word); __i += __g.size()) __t[__i] = __f[__i];
}
}  // namespace details

template <class _Group>
inline void memcpy_async(const _Group& __g, void* __to, const void* __from, size_t __bytes) {
  const size_t __all = reinterpret_cast<size_t>(__to) | reinterpret_cast<size_t>(__from) | __bytes;
  if (__all % 16 == 0)
    details::copy_words<uint4>(__g, __to, __from, __bytes);
  else if (__all % 8 == 0)
    details::copy_words<uint2>(__g, __to, __from, __bytes);
  else if (__all % 4 == 0)
    details::copy_words<unsigned int>(__g, __to, __from, __bytes);
  else
    details::copy_words<unsigned char>(__g, __to, __from, __bytes);
}
template <class _Group, class _T, class _Shape>
inline void memcpy_async(const _Group& __g, _T* __to, const _T* __from, const _Shape& __bytes) {
  memcpy_async(__g, static_cast<void*>(__to), static_cast<const void*>(__from), static_cast<size_t>(__bytes));
}
template <class _Group>
inline void wait(const _Group& __g) {
  __g.sync();
}
template <unsigned int _Stages, class _Group>
inline void wait_prior(const _Group& __g) {
  __g.sync();
}

}  // namespace cooperative_groups

#endif
