// CUDA's mathematics beyond C's, which the standard headers bring. A GPU's fast variants (__expf ...) are the exact ones here.
#ifndef WARPMEM_CUDA_MATH_H
#define WARPMEM_CUDA_MATH_H

#include <math.h>
#include <stdlib.h>

#include "../host_defines.h"

#define WARPMEM_FAST_1(_Name, _Exact) \
  WARPMEM_CUDA_INLINE float _Name(float __x) { return _Exact; }

// The C library's header declares some of the fast variants, for its own use: they are given the plain ones' symbols.
// const: they touch no memory, so that what was loaded before them need not be loaded again.
extern "C" {
#define WARPMEM_SYMBOL(_Name, _Symbol) extern float _Name(float) noexcept __asm__(_Symbol) __attribute__((const));
WARPMEM_SYMBOL(__expf, "expf")
WARPMEM_SYMBOL(__exp10f, "exp10f")
WARPMEM_SYMBOL(__logf, "logf")
WARPMEM_SYMBOL(__log2f, "log2f")
WARPMEM_SYMBOL(__log10f, "log10f")
WARPMEM_SYMBOL(__sinf, "sinf")
WARPMEM_SYMBOL(__cosf, "cosf")
WARPMEM_SYMBOL(__tanf, "tanf")
WARPMEM_SYMBOL(__tanhf, "tanhf")
#undef WARPMEM_SYMBOL
extern float __powf(float, float) noexcept __asm__("powf") __attribute__((const));
extern void __sincosf(float, float*, float*) noexcept __asm__("sincosf");
}
WARPMEM_CUDA_INLINE float __fdividef(float __x, float __y) { return __x / __y; }
WARPMEM_CUDA_INLINE float fdividef(float __x, float __y) { return __x / __y; }
WARPMEM_FAST_1(__saturatef, __x > 0.0f ? (__x < 1.0f ? __x : 1.0f) : 0.0f)
WARPMEM_FAST_1(saturate, __x > 0.0f ? (__x < 1.0f ? __x : 1.0f) : 0.0f)
#undef WARPMEM_FAST_1

// f(double) and ff(float), each from one expression with the C library's names for its type.
#define WARPMEM_MATH_1(_Name, _ForDouble, _ForFloat)                  \
  WARPMEM_CUDA_INLINE double _Name(double __x) { return _ForDouble; } \
  WARPMEM_CUDA_INLINE float _Name##f(float __x) { return _ForFloat; } \
  WARPMEM_CUDA_INLINE float _Name(float __x) { return _Name##f(__x); }

namespace warpmem {
// Exact at the quarters of a turn, where pi times x is not.
WARPMEM_CUDA_INLINE double sine_of_pi_times(double __x) {
  const double __turn = __builtin_remainder(__x, 2.0);
  if (__turn == 0.0 || __turn == 1.0 || __turn == -1.0) return __builtin_copysign(0.0, __x);
  const double __a = __builtin_fabs(__turn);
  const double __s = __a <= 0.25   ? __builtin_sin(M_PI * __a)
                     : __a <= 0.75 ? __builtin_cos(M_PI * (0.5 - __a))
                                   : __builtin_sin(M_PI * (1.0 - __a));
  return __builtin_copysign(__s, __turn);
}
WARPMEM_CUDA_INLINE double cosine_of_pi_times(double __x) { return sine_of_pi_times(__builtin_fabs(__builtin_remainder(__x, 2.0)) + 0.5); }
double inverse_error_function(double __y) __attribute__((const));
double inverse_normal(double __p) __attribute__((const));
double scaled_complementary_error_function(double __x) __attribute__((const));
double bessel_i(int __order, double __x) __attribute__((const));
}  // namespace warpmem

WARPMEM_MATH_1(rsqrt, 1.0 / __builtin_sqrt(__x), 1.0f / __builtin_sqrtf(__x))
WARPMEM_MATH_1(rcbrt, 1.0 / __builtin_cbrt(__x), 1.0f / __builtin_cbrtf(__x))
WARPMEM_MATH_1(sinpi, warpmem::sine_of_pi_times(__x), static_cast<float>(warpmem::sine_of_pi_times(__x)))
WARPMEM_MATH_1(cospi, warpmem::cosine_of_pi_times(__x), static_cast<float>(warpmem::cosine_of_pi_times(__x)))
WARPMEM_MATH_1(normcdf, 0.5 * __builtin_erfc(-__x * M_SQRT1_2), static_cast<float>(0.5 * __builtin_erfc(-__x * M_SQRT1_2)))
WARPMEM_MATH_1(normcdfinv, warpmem::inverse_normal(__x), static_cast<float>(warpmem::inverse_normal(__x)))
WARPMEM_MATH_1(erfinv, warpmem::inverse_error_function(__x), static_cast<float>(warpmem::inverse_error_function(__x)))
WARPMEM_MATH_1(erfcinv, -warpmem::inverse_normal(0.5 * __x) * M_SQRT1_2,
               static_cast<float>(-warpmem::inverse_normal(0.5 * __x) * M_SQRT1_2))
WARPMEM_MATH_1(erfcx, warpmem::scaled_complementary_error_function(__x),
               static_cast<float>(warpmem::scaled_complementary_error_function(__x)))
WARPMEM_MATH_1(cyl_bessel_i0, warpmem::bessel_i(0, __x), static_cast<float>(warpmem::bessel_i(0, __x)))
WARPMEM_MATH_1(cyl_bessel_i1, warpmem::bessel_i(1, __x), static_cast<float>(warpmem::bessel_i(1, __x)))
#undef WARPMEM_MATH_1

#define WARPMEM_MATH_TYPES(_T, _S)                                                                                                  \
  WARPMEM_CUDA_INLINE _T rhypot##_S(_T __x, _T __y) { return 1 / __builtin_hypot##_S(__x, __y); }                                   \
  WARPMEM_CUDA_INLINE _T norm3d##_S(_T __x, _T __y, _T __z) { return __builtin_hypot##_S(__builtin_hypot##_S(__x, __y), __z); }     \
  WARPMEM_CUDA_INLINE _T rnorm3d##_S(_T __x, _T __y, _T __z) { return 1 / norm3d##_S(__x, __y, __z); }                              \
  WARPMEM_CUDA_INLINE _T norm4d##_S(_T __x, _T __y, _T __z, _T __w) { return __builtin_hypot##_S(norm3d##_S(__x, __y, __z), __w); } \
  WARPMEM_CUDA_INLINE _T rnorm4d##_S(_T __x, _T __y, _T __z, _T __w) { return 1 / norm4d##_S(__x, __y, __z, __w); }                 \
  WARPMEM_CUDA_INLINE _T norm##_S(int __n, const _T* __a) {                                                                         \
    _T __sum = 0;                                                                                                                   \
    for (int __i = 0; __i < __n; ++__i) __sum = __builtin_hypot##_S(__sum, __a[__i]);                                               \
    return __sum;                                                                                                                   \
  }                                                                                                                                 \
  WARPMEM_CUDA_INLINE _T rnorm##_S(int __n, const _T* __a) { return 1 / norm##_S(__n, __a); }                                       \
  WARPMEM_CUDA_INLINE void sincospi##_S(_T __x, _T* __sine, _T* __cosine) {                                                         \
    *__sine = sinpi##_S(__x);                                                                                                       \
    *__cosine = cospi##_S(__x);                                                                                                     \
  }
WARPMEM_MATH_TYPES(double, )
WARPMEM_MATH_TYPES(float, f)
#undef WARPMEM_MATH_TYPES

WARPMEM_CUDA_INLINE float powif(float __x, int __n) { return __builtin_powif(__x, __n); }
WARPMEM_CUDA_INLINE double powi(double __x, int __n) { return __builtin_powi(__x, __n); }

#endif
