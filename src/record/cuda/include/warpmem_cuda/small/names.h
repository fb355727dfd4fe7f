// Conversions of 16-bit numbers whose names carry the format's: _Word is half or bfloat16, _Word2 half2 or bfloat162.
// Defines WARPMEM_SMALL_NAMES(word, pair's word, type, pair's type) for the two headers.
#ifndef WARPMEM_CUDA_SMALL_NAMES_H
#define WARPMEM_CUDA_SMALL_NAMES_H

#include "arithmetic.h"

#define WARPMEM_SMALL_ROUNDED(_Word, _One, _Suffix, _Mode)                                                                           \
  WARPMEM_CUDA_INLINE _One __float2##_Word##_##_Suffix(float __f) { return warpmem::small<_One>(__f, warpmem::_Mode); }              \
  WARPMEM_CUDA_INLINE int __##_Word##2int_##_Suffix(_One __h) { return __float2int_##_Suffix(warpmem::wide(__h)); }                  \
  WARPMEM_CUDA_INLINE unsigned int __##_Word##2uint_##_Suffix(_One __h) { return __float2uint_##_Suffix(warpmem::wide(__h)); }       \
  WARPMEM_CUDA_INLINE long long __##_Word##2ll_##_Suffix(_One __h) { return __float2ll_##_Suffix(warpmem::wide(__h)); }              \
  WARPMEM_CUDA_INLINE unsigned long long __##_Word##2ull_##_Suffix(_One __h) { return __float2ull_##_Suffix(warpmem::wide(__h)); }   \
  WARPMEM_CUDA_INLINE short __##_Word##2short_##_Suffix(_One __h) {                                                                  \
    return warpmem::to_integer<short>(warpmem::wide(__h), warpmem::_Mode, SHRT_MIN, SHRT_MAX, SHRT_MAX);                             \
  }                                                                                                                                  \
  WARPMEM_CUDA_INLINE unsigned short __##_Word##2ushort_##_Suffix(_One __h) {                                                        \
    return warpmem::to_integer<unsigned short>(warpmem::wide(__h), warpmem::_Mode, 0, USHRT_MAX, USHRT_MAX);                         \
  }                                                                                                                                  \
  WARPMEM_CUDA_INLINE _One __short2##_Word##_##_Suffix(short __i) { return warpmem::small<_One>(__i, warpmem::_Mode); }              \
  WARPMEM_CUDA_INLINE _One __ushort2##_Word##_##_Suffix(unsigned short __i) { return warpmem::small<_One>(__i, warpmem::_Mode); }    \
  WARPMEM_CUDA_INLINE _One __int2##_Word##_##_Suffix(int __i) { return warpmem::small<_One>(warpmem::to_odd(__i), warpmem::_Mode); } \
  WARPMEM_CUDA_INLINE _One __uint2##_Word##_##_Suffix(unsigned int __i) {                                                            \
    return warpmem::small<_One>(warpmem::to_odd(__i), warpmem::_Mode);                                                               \
  }                                                                                                                                  \
  WARPMEM_CUDA_INLINE _One __ll2##_Word##_##_Suffix(long long __i) {                                                                 \
    return warpmem::small<_One>(warpmem::to_odd(static_cast<double>(__i)), warpmem::_Mode);                                          \
  }                                                                                                                                  \
  WARPMEM_CUDA_INLINE _One __ull2##_Word##_##_Suffix(unsigned long long __i) {                                                       \
    return warpmem::small<_One>(warpmem::to_odd(static_cast<double>(__i)), warpmem::_Mode);                                          \
  }

#define WARPMEM_SMALL_NAMES(_Word, _Word2, _One, _Two)                                                                               \
  WARPMEM_SMALL_ROUNDED(_Word, _One, rn, nearest)                                                                                    \
  WARPMEM_SMALL_ROUNDED(_Word, _One, rz, to_zero)                                                                                    \
  WARPMEM_SMALL_ROUNDED(_Word, _One, ru, up)                                                                                         \
  WARPMEM_SMALL_ROUNDED(_Word, _One, rd, down)                                                                                       \
  WARPMEM_CUDA_INLINE _One __float2##_Word(float __f) { return warpmem::small<_One>(__f); }                                          \
  WARPMEM_CUDA_INLINE _One __double2##_Word(double __d) { return warpmem::small<_One>(warpmem::to_odd(__d)); }                       \
  WARPMEM_CUDA_INLINE float __##_Word##2float(_One __h) { return warpmem::wide(__h); }                                               \
  WARPMEM_CUDA_INLINE _Two __float2##_Word2##_rn(float __f) { return _Two(__float2##_Word(__f), __float2##_Word(__f)); }             \
  WARPMEM_CUDA_INLINE _Two __floats2##_Word2##_rn(float __a, float __b) { return _Two(__float2##_Word(__a), __float2##_Word(__b)); } \
  WARPMEM_CUDA_INLINE _Two __float22##_Word2##_rn(float2 __f) { return _Two(__float2##_Word(__f.x), __float2##_Word(__f.y)); }       \
  WARPMEM_CUDA_INLINE float2 __##_Word2##2float2(_Two __p) { return make_float2(warpmem::wide(__p.x), warpmem::wide(__p.y)); }       \
  WARPMEM_CUDA_INLINE float __low2float(_Two __p) { return warpmem::wide(__p.x); }                                                   \
  WARPMEM_CUDA_INLINE float __high2float(_Two __p) { return warpmem::wide(__p.y); }                                                  \
  WARPMEM_CUDA_INLINE _Two __##_Word##2##_Word2(_One __h) { return _Two(__h, __h); }                                                 \
  WARPMEM_CUDA_INLINE _Two __halves2##_Word2(_One __a, _One __b) { return _Two(__a, __b); }                                          \
  WARPMEM_CUDA_INLINE _Two make_##_Word2(_One __a, _One __b) { return _Two(__a, __b); }                                              \
  WARPMEM_CUDA_INLINE _One __low2##_Word(_Two __p) { return __p.x; }                                                                 \
  WARPMEM_CUDA_INLINE _One __high2##_Word(_Two __p) { return __p.y; }                                                                \
  WARPMEM_CUDA_INLINE _Two __low2##_Word2(_Two __p) { return _Two(__p.x, __p.x); }                                                   \
  WARPMEM_CUDA_INLINE _Two __high2##_Word2(_Two __p) { return _Two(__p.y, __p.y); }                                                  \
  WARPMEM_CUDA_INLINE _Two __lows2##_Word2(_Two __p, _Two __q) { return _Two(__p.x, __q.x); }                                        \
  WARPMEM_CUDA_INLINE _Two __highs2##_Word2(_Two __p, _Two __q) { return _Two(__p.y, __q.y); }                                       \
  WARPMEM_CUDA_INLINE _Two __lowhigh2highlow(_Two __p) { return _Two(__p.y, __p.x); }                                                \
  WARPMEM_CUDA_INLINE short __##_Word##_as_short(_One __h) { return static_cast<short>(__h.__x); }                                   \
  WARPMEM_CUDA_INLINE unsigned short __##_Word##_as_ushort(_One __h) { return __h.__x; }                                             \
  WARPMEM_CUDA_INLINE _One __short_as_##_Word(short __i) { return warpmem::small_of_bits<_One>(static_cast<unsigned short>(__i)); }  \
  WARPMEM_CUDA_INLINE _One __ushort_as_##_Word(unsigned short __i) { return warpmem::small_of_bits<_One>(__i); }

#endif
