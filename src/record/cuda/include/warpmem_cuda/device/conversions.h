// Conversions between numbers with the rounding in their name, and between bits. Out of range goes to the nearest end; what
// is not a number becomes 0.
#ifndef WARPMEM_CUDA_CONVERSIONS_H
#define WARPMEM_CUDA_CONVERSIONS_H

#include <limits.h>
#include <math.h>

#include "rounding.h"

namespace warpmem {

WARPMEM_CUDA_INLINE double whole(double __x, Rounding __mode) {
  return __mode == nearest   ? __builtin_rint(__x)
         : __mode == to_zero ? __builtin_trunc(__x)
         : __mode == up      ? __builtin_ceil(__x)
                             : __builtin_floor(__x);
}
// lowest and past: the range's ends, both exact in double.
template <class _Integer>
WARPMEM_CUDA_TEMPLATE _Integer to_integer(double __x, Rounding __mode, _Integer __lowest, _Integer __highest, double __past) {
  const double __w = whole(__x, __mode);
  if (__w != __w) return 0;
  if (__w <= static_cast<double>(__lowest)) return __lowest;
  if (__w >= __past) return __highest;
  return static_cast<_Integer>(__w);
}
// A float of a 64-bit integer: by its distance from the nearest, which 128 bits hold.
template <class _Float, class _Integer>
WARPMEM_CUDA_TEMPLATE _Float from_integer(_Integer __i, Rounding __mode) {
  const _Float __r = static_cast<_Float>(__i);
  return directed(__r, static_cast<double>(static_cast<__int128>(__i) - static_cast<__int128>(__r)), __mode);
}
template <class _To, class _From>
WARPMEM_CUDA_TEMPLATE _To same_bits(_From __v) {
  static_assert(sizeof(_To) == sizeof(_From), "");
  _To __r;
  __builtin_memcpy(&__r, &__v, sizeof __r);
  return __r;
}

}  // namespace warpmem

#define WARPMEM_TO_INTEGERS(_Real, _Suffix, _Mode)                                                 \
  WARPMEM_CUDA_INLINE int __##_Real##2int_##_Suffix(_Real __x) {                                   \
    return warpmem::to_integer<int>(__x, warpmem::_Mode, INT_MIN, INT_MAX, 0x1p31);                \
  }                                                                                                \
  WARPMEM_CUDA_INLINE unsigned int __##_Real##2uint_##_Suffix(_Real __x) {                         \
    return warpmem::to_integer<unsigned int>(__x, warpmem::_Mode, 0u, UINT_MAX, 0x1p32);           \
  }                                                                                                \
  WARPMEM_CUDA_INLINE long long __##_Real##2ll_##_Suffix(_Real __x) {                              \
    return warpmem::to_integer<long long>(__x, warpmem::_Mode, LLONG_MIN, LLONG_MAX, 0x1p63);      \
  }                                                                                                \
  WARPMEM_CUDA_INLINE unsigned long long __##_Real##2ull_##_Suffix(_Real __x) {                    \
    return warpmem::to_integer<unsigned long long>(__x, warpmem::_Mode, 0ull, ULLONG_MAX, 0x1p64); \
  }
#define WARPMEM_FROM_INTEGERS(_Real, _Suffix, _Mode)                                                                                   \
  WARPMEM_CUDA_INLINE _Real __int2##_Real##_##_Suffix(int __i) { return warpmem::from_integer<_Real>(__i, warpmem::_Mode); }           \
  WARPMEM_CUDA_INLINE _Real __uint2##_Real##_##_Suffix(unsigned int __i) { return warpmem::from_integer<_Real>(__i, warpmem::_Mode); } \
  WARPMEM_CUDA_INLINE _Real __ll2##_Real##_##_Suffix(long long __i) { return warpmem::from_integer<_Real>(__i, warpmem::_Mode); }      \
  WARPMEM_CUDA_INLINE _Real __ull2##_Real##_##_Suffix(unsigned long long __i) { return warpmem::from_integer<_Real>(__i, warpmem::_Mode); }
#define WARPMEM_CONVERSIONS(_Suffix, _Mode)                        \
  WARPMEM_TO_INTEGERS(float, _Suffix, _Mode)                       \
  WARPMEM_TO_INTEGERS(double, _Suffix, _Mode)                      \
  WARPMEM_FROM_INTEGERS(float, _Suffix, _Mode)                     \
  WARPMEM_FROM_INTEGERS(double, _Suffix, _Mode)                    \
  WARPMEM_CUDA_INLINE float __double2float_##_Suffix(double __x) { \
    const float __r = static_cast<float>(__x);                     \
    return warpmem::directed(__r, __x - __r, warpmem::_Mode);      \
  }
WARPMEM_CONVERSIONS(rn, nearest)
WARPMEM_CONVERSIONS(rz, to_zero)
WARPMEM_CONVERSIONS(ru, up)
WARPMEM_CONVERSIONS(rd, down)
#undef WARPMEM_CONVERSIONS
#undef WARPMEM_FROM_INTEGERS
#undef WARPMEM_TO_INTEGERS

#define WARPMEM_SAME_BITS(_Name, _From, _To) \
  WARPMEM_CUDA_INLINE _To _Name(_From __x) { return warpmem::same_bits<_To>(__x); }
WARPMEM_SAME_BITS(__float_as_int, float, int)
WARPMEM_SAME_BITS(__int_as_float, int, float)
WARPMEM_SAME_BITS(__float_as_uint, float, unsigned int)
WARPMEM_SAME_BITS(__uint_as_float, unsigned int, float)
WARPMEM_SAME_BITS(__double_as_longlong, double, long long)
WARPMEM_SAME_BITS(__longlong_as_double, long long, double)
#undef WARPMEM_SAME_BITS
WARPMEM_CUDA_INLINE int __double2hiint(double __x) { return static_cast<int>(__double_as_longlong(__x) >> 32); }
WARPMEM_CUDA_INLINE int __double2loint(double __x) { return static_cast<int>(__double_as_longlong(__x)); }
WARPMEM_CUDA_INLINE double __hiloint2double(int __high, int __low) {
  return __longlong_as_double(
      static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned int>(__high)) << 32 | static_cast<unsigned int>(__low)));
}

#endif
