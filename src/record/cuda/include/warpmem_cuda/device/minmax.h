// min and max of all pairs that CUDA takes without a cast, and the old names of the integer ones.
#ifndef WARPMEM_CUDA_MINMAX_H
#define WARPMEM_CUDA_MINMAX_H

#include <math.h>

#include "../host_defines.h"

// The parentheses keep a program's macros min and max away.
#define WARPMEM_MINMAX(_A, _B, _Result)                                                                                   \
  WARPMEM_CUDA_INLINE constexpr _Result(min)(_A __a, _B __b) {                                                            \
    return static_cast<_Result>(__a) < static_cast<_Result>(__b) ? static_cast<_Result>(__a) : static_cast<_Result>(__b); \
  }                                                                                                                       \
  WARPMEM_CUDA_INLINE constexpr _Result(max)(_A __a, _B __b) {                                                            \
    return static_cast<_Result>(__a) > static_cast<_Result>(__b) ? static_cast<_Result>(__a) : static_cast<_Result>(__b); \
  }
#define WARPMEM_MINMAX_SIGNS(_Signed)                                  \
  WARPMEM_MINMAX(_Signed, _Signed, _Signed)                            \
  WARPMEM_MINMAX(unsigned _Signed, unsigned _Signed, unsigned _Signed) \
  WARPMEM_MINMAX(_Signed, unsigned _Signed, unsigned _Signed)          \
  WARPMEM_MINMAX(unsigned _Signed, _Signed, unsigned _Signed)
WARPMEM_MINMAX_SIGNS(int)
WARPMEM_MINMAX_SIGNS(long)
WARPMEM_MINMAX_SIGNS(long long)
#undef WARPMEM_MINMAX_SIGNS
#undef WARPMEM_MINMAX

// A number that is not one loses against the other, as on a GPU.
#define WARPMEM_MINMAX_FLOAT(_A, _B, _Result, _Suffix)                                           \
  WARPMEM_CUDA_INLINE _Result(min)(_A __a, _B __b) { return __builtin_fmin##_Suffix(__a, __b); } \
  WARPMEM_CUDA_INLINE _Result(max)(_A __a, _B __b) { return __builtin_fmax##_Suffix(__a, __b); }
WARPMEM_MINMAX_FLOAT(float, float, float, f)
WARPMEM_MINMAX_FLOAT(double, double, double, )
WARPMEM_MINMAX_FLOAT(float, double, double, )
WARPMEM_MINMAX_FLOAT(double, float, double, )
#undef WARPMEM_MINMAX_FLOAT

WARPMEM_CUDA_INLINE unsigned int umin(unsigned int __a, unsigned int __b) { return __a < __b ? __a : __b; }
WARPMEM_CUDA_INLINE unsigned int umax(unsigned int __a, unsigned int __b) { return __a > __b ? __a : __b; }
WARPMEM_CUDA_INLINE long long llmin(long long __a, long long __b) { return __a < __b ? __a : __b; }
WARPMEM_CUDA_INLINE long long llmax(long long __a, long long __b) { return __a > __b ? __a : __b; }
WARPMEM_CUDA_INLINE unsigned long long ullmin(unsigned long long __a, unsigned long long __b) { return __a < __b ? __a : __b; }
WARPMEM_CUDA_INLINE unsigned long long ullmax(unsigned long long __a, unsigned long long __b) { return __a > __b ? __a : __b; }

#endif
