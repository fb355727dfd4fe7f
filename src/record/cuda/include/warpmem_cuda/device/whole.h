// What the rewriter puts around a vector in memory of which a component is read: the whole of it, by one access.
#ifndef WARPMEM_CUDA_WHOLE_H
#define WARPMEM_CUDA_WHOLE_H

#include "../host_defines.h"
#include "../types/vector_shapes.h"

namespace warpmem {

// The type without const; none of what is volatile.
template <class _T>
struct Plain {
  typedef _T type;
};
template <class _T>
struct Plain<const _T> {
  typedef _T type;
};
template <class _T>
struct Plain<volatile _T> {};
template <class _T>
struct Plain<const volatile _T> {};

WARPMEM_CUDA_INLINE void keep_whole(warpmem_word2& __word) { WARPMEM_KEEP_WHOLE_2(__word); }
WARPMEM_CUDA_INLINE void keep_whole(warpmem_word4& __word) { WARPMEM_KEEP_WHOLE_4(__word); }
WARPMEM_CUDA_INLINE void keep_whole(warpmem_word8& __word) { WARPMEM_KEEP_WHOLE_8(__word); }
WARPMEM_CUDA_INLINE void keep_whole(warpmem_word16& __word) { WARPMEM_KEEP_WHOLE_16(__word); }

template <class _Q, class _T = typename Plain<_Q>::type, size_t = sizeof(static_cast<_T*>(nullptr)->warpmem_whole)>
WARPMEM_CUDA_TEMPLATE _T whole_of(_Q& __v, int) {
  auto __word = __v.warpmem_whole;
  keep_whole(__word);
  _T __copy;
  __copy.warpmem_whole = __word;
  return __copy;
}
// What is no such vector.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T& whole_of(_T& __v, long) {
  return __v;
}

template <class _T>
WARPMEM_CUDA_TEMPLATE auto whole(_T& __v) -> decltype(whole_of(__v, 0)) {
  return whole_of(__v, 0);
}
// A temporary has no memory.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T whole(const _T&& __v) {
  return __v;
}

}  // namespace warpmem

#endif
