// Arithmetic with the rounding in its name: __fadd_rn ... __drcp_ru. rn nearest, rz to zero, ru up, rd down.
// The nearest result is moved by one step where the exact one lies on the other side, told by the sign of what is left over.
#ifndef WARPMEM_CUDA_ROUNDING_H
#define WARPMEM_CUDA_ROUNDING_H

#include <math.h>

#include "../host_defines.h"

namespace warpmem {

enum Rounding { nearest, to_zero, up, down };

WARPMEM_CUDA_INLINE float next(float __x, float __to) { return __builtin_nextafterf(__x, __to); }
WARPMEM_CUDA_INLINE double next(double __x, double __to) { return __builtin_nextafter(__x, __to); }

// `rest` has the sign of exact minus nearest.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T directed(_T __nearest, double __rest, Rounding __mode) {
  if (__mode == nearest || __rest == 0 || __rest != __rest) return __nearest;
  const _T __infinite = static_cast<_T>(__builtin_inff());
  if (__mode == to_zero) __mode = __nearest > 0 ? down : up;
  if (__mode == up) return __rest > 0 ? next(__nearest, __infinite) : __nearest;
  return __rest < 0 ? next(__nearest, -__infinite) : __nearest;
}

// What a + b in double leaves over.
WARPMEM_CUDA_INLINE double rest_of_sum(double __a, double __b, double __sum) {
  const double __part = __sum - __a;
  return (__a - (__sum - __part)) + (__b - __part);
}

WARPMEM_CUDA_INLINE float add(float __a, float __b, Rounding __mode) {
  const double __sum = static_cast<double>(__a) + __b;
  const float __r = static_cast<float>(__sum);
  return directed(__r, (__sum - __r) + rest_of_sum(__a, __b, __sum), __mode);
}
WARPMEM_CUDA_INLINE double add(double __a, double __b, Rounding __mode) {
  const double __r = __a + __b;
  return directed(__r, rest_of_sum(__a, __b, __r), __mode);
}
WARPMEM_CUDA_INLINE float multiply(float __a, float __b, Rounding __mode) {
  const double __exact = static_cast<double>(__a) * __b;
  const float __r = static_cast<float>(__exact);
  return directed(__r, __exact - __r, __mode);
}
WARPMEM_CUDA_INLINE double multiply(double __a, double __b, Rounding __mode) {
  const double __r = __a * __b;
  return directed(__r, __builtin_fma(__a, __b, -__r), __mode);
}
WARPMEM_CUDA_INLINE float multiply_add(float __a, float __b, float __c, Rounding __mode) {
  if (__mode == nearest) return __builtin_fmaf(__a, __b, __c);
  const double __product = static_cast<double>(__a) * __b, __sum = __product + __c;
  const float __r = __builtin_fmaf(__a, __b, __c);
  return directed(__r, (__sum - __r) + rest_of_sum(__product, __c, __sum), __mode);
}
WARPMEM_CUDA_INLINE double multiply_add(double __a, double __b, double __c, Rounding __mode) {
  const double __r = __builtin_fma(__a, __b, __c);
  if (__mode == nearest) return __r;
  // The product is exact in two doubles, and the sum of three is told by its sign.
  const double __high = __a * __b, __low = __builtin_fma(__a, __b, -__high);
  const double __sum = __high + __c;
  return directed(__r, (__sum - __r) + (rest_of_sum(__high, __c, __sum) + __low), __mode);
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T divide(_T __a, _T __b, Rounding __mode) {
  const _T __q = __a / __b;
  const double __left = __builtin_fma(-static_cast<double>(__q), static_cast<double>(__b), static_cast<double>(__a));
  return directed(__q, __b < 0 ? -__left : __left, __mode);
}
WARPMEM_CUDA_INLINE float root(float __a, Rounding __mode) {
  const float __r = __builtin_sqrtf(__a);
  return directed(__r, __builtin_fma(-static_cast<double>(__r), static_cast<double>(__r), static_cast<double>(__a)), __mode);
}
WARPMEM_CUDA_INLINE double root(double __a, Rounding __mode) {
  const double __r = __builtin_sqrt(__a);
  return directed(__r, __builtin_fma(-__r, __r, __a), __mode);
}

}  // namespace warpmem

#define WARPMEM_ROUNDED(_Type, _Letter, _Suffix, _FmaName, _Mode)                                                                    \
  WARPMEM_CUDA_INLINE _Type __##_Letter##add_##_Suffix(_Type __a, _Type __b) { return warpmem::add(__a, __b, warpmem::_Mode); }      \
  WARPMEM_CUDA_INLINE _Type __##_Letter##sub_##_Suffix(_Type __a, _Type __b) { return warpmem::add(__a, -__b, warpmem::_Mode); }     \
  WARPMEM_CUDA_INLINE _Type __##_Letter##mul_##_Suffix(_Type __a, _Type __b) { return warpmem::multiply(__a, __b, warpmem::_Mode); } \
  WARPMEM_CUDA_INLINE _Type _FmaName##_##_Suffix(_Type __a, _Type __b, _Type __c) {                                                  \
    return warpmem::multiply_add(__a, __b, __c, warpmem::_Mode);                                                                     \
  }                                                                                                                                  \
  WARPMEM_CUDA_INLINE _Type __##_Letter##div_##_Suffix(_Type __a, _Type __b) { return warpmem::divide(__a, __b, warpmem::_Mode); }   \
  WARPMEM_CUDA_INLINE _Type __##_Letter##sqrt_##_Suffix(_Type __a) { return warpmem::root(__a, warpmem::_Mode); }                    \
  WARPMEM_CUDA_INLINE _Type __##_Letter##rcp_##_Suffix(_Type __a) { return warpmem::divide(static_cast<_Type>(1), __a, warpmem::_Mode); }
WARPMEM_ROUNDED(float, f, rn, __fmaf, nearest)
WARPMEM_ROUNDED(float, f, rz, __fmaf, to_zero)
WARPMEM_ROUNDED(float, f, ru, __fmaf, up)
WARPMEM_ROUNDED(float, f, rd, __fmaf, down)
WARPMEM_ROUNDED(double, d, rn, __fma, nearest)
WARPMEM_ROUNDED(double, d, rz, __fma, to_zero)
WARPMEM_ROUNDED(double, d, ru, __fma, up)
WARPMEM_ROUNDED(double, d, rd, __fma, down)
#undef WARPMEM_ROUNDED
WARPMEM_CUDA_INLINE float __frsqrt_rn(float __x) { return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(__x))); }

#endif
