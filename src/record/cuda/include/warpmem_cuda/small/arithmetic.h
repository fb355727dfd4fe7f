// Arithmetic, comparison and mathematics of 16-bit numbers and pairs, by way of float or double and one rounding.
#ifndef WARPMEM_CUDA_SMALL_ARITHMETIC_H
#define WARPMEM_CUDA_SMALL_ARITHMETIC_H

#include <math.h>

#include "types.h"

namespace warpmem {
template <class _T>
WARPMEM_CUDA_TEMPLATE _T small_fma(_T __a, _T __b, _T __c) {
  return small<_T>(to_odd(static_cast<double>(wide(__a)) * wide(__b) + wide(__c)));
}
WARPMEM_CUDA_INLINE float saturated(float __f) { return __f > 0.0f ? (__f < 1.0f ? __f : 1.0f) : 0.0f; }
WARPMEM_CUDA_INLINE float positive(float __f) { return __f < 0.0f ? 0.0f : __f; }
// The larger or smaller, where -0 is less than 0; what is not a number loses, or wins with _nan.
WARPMEM_CUDA_INLINE float larger(float __a, float __b) {
  return __a == __b ? (__builtin_signbit(__a) ? __b : __a) : __builtin_fmaxf(__a, __b);
}
WARPMEM_CUDA_INLINE float smaller(float __a, float __b) {
  return __a == __b ? (__builtin_signbit(__a) ? __a : __b) : __builtin_fminf(__a, __b);
}
WARPMEM_CUDA_INLINE float larger_nan(float __a, float __b) { return __a != __a || __b != __b ? __builtin_nanf("") : larger(__a, __b); }
WARPMEM_CUDA_INLINE float smaller_nan(float __a, float __b) { return __a != __a || __b != __b ? __builtin_nanf("") : smaller(__a, __b); }
}  // namespace warpmem

#define WARPMEM_SMALL_BINARY(_One, _Two, _Name, _Name2, _Value)     \
  WARPMEM_CUDA_INLINE _One _Name(_One __p, _One __q) {              \
    const float __a = warpmem::wide(__p), __b = warpmem::wide(__q); \
    return warpmem::small<_One>(_Value);                            \
  }                                                                 \
  WARPMEM_CUDA_INLINE _Two _Name2(_Two __p, _Two __q) { return _Two(_Name(__p.x, __q.x), _Name(__p.y, __q.y)); }
#define WARPMEM_SMALL_UNARY(_One, _Two, _Name, _Name2, _Value) \
  WARPMEM_CUDA_INLINE _One _Name(_One __p) {                   \
    const float __a = warpmem::wide(__p);                      \
    return warpmem::small<_One>(_Value);                       \
  }                                                            \
  WARPMEM_CUDA_INLINE _Two _Name2(_Two __p) { return _Two(_Name(__p.x), _Name(__p.y)); }
// Ordered: false where one is not a number. Unordered (the u): true there.
#define WARPMEM_SMALL_COMPARE(_One, _Two, _Word, _Operator)                                                                           \
  WARPMEM_CUDA_INLINE bool __h##_Word(_One __p, _One __q) {                                                                           \
    const float __a = warpmem::wide(__p), __b = warpmem::wide(__q);                                                                   \
    return __a == __a && __b == __b && __a _Operator __b;                                                                             \
  }                                                                                                                                   \
  WARPMEM_CUDA_INLINE bool __h##_Word##u(_One __p, _One __q) {                                                                        \
    const float __a = warpmem::wide(__p), __b = warpmem::wide(__q);                                                                   \
    return __a != __a || __b != __b || __a _Operator __b;                                                                             \
  }                                                                                                                                   \
  WARPMEM_CUDA_INLINE _Two __h##_Word##2(_Two __p, _Two __q) {                                                                        \
    return _Two(warpmem::small<_One>(__h##_Word(__p.x, __q.x)), warpmem::small<_One>(__h##_Word(__p.y, __q.y)));                      \
  }                                                                                                                                   \
  WARPMEM_CUDA_INLINE _Two __h##_Word##u2(_Two __p, _Two __q) {                                                                       \
    return _Two(warpmem::small<_One>(__h##_Word##u(__p.x, __q.x)), warpmem::small<_One>(__h##_Word##u(__p.y, __q.y)));                \
  }                                                                                                                                   \
  WARPMEM_CUDA_INLINE bool __hb##_Word##2(_Two __p, _Two __q) { return __h##_Word(__p.x, __q.x) && __h##_Word(__p.y, __q.y); }        \
  WARPMEM_CUDA_INLINE bool __hb##_Word##u2(_Two __p, _Two __q) { return __h##_Word##u(__p.x, __q.x) && __h##_Word##u(__p.y, __q.y); } \
  WARPMEM_CUDA_INLINE bool operator _Operator(const _One& __p, const _One& __q) {                                                     \
    return warpmem::wide(__p) _Operator warpmem::wide(__q);                                                                           \
  }                                                                                                                                   \
  WARPMEM_CUDA_INLINE bool operator _Operator(const _Two& __p, const _Two& __q) { return __hb##_Word##2(__p, __q); }
#define WARPMEM_SMALL_OPERATOR(_One, _Two, _Operator, _Name, _Name2)                                            \
  WARPMEM_CUDA_INLINE _One operator _Operator(const _One& __p, const _One& __q) { return _Name(__p, __q); }     \
  WARPMEM_CUDA_INLINE _Two operator _Operator(const _Two& __p, const _Two& __q) { return _Name2(__p, __q); }    \
  WARPMEM_CUDA_INLINE _One& operator _Operator##=(_One& __p, const _One& __q) { return __p = _Name(__p, __q); } \
  WARPMEM_CUDA_INLINE _Two& operator _Operator##=(_Two& __p, const _Two& __q) { return __p = _Name2(__p, __q); }
#define WARPMEM_SMALL_FMA(_One, _Two, _Name, _Name2, _Value)                      \
  WARPMEM_CUDA_INLINE _One _Name(_One __p, _One __q, _One __r) { return _Value; } \
  WARPMEM_CUDA_INLINE _Two _Name2(_Two __p, _Two __q, _Two __r) { return _Two(_Name(__p.x, __q.x, __r.x), _Name(__p.y, __q.y, __r.y)); }

#define WARPMEM_SMALL_ARITHMETIC(_One, _Two)                                                                        \
  WARPMEM_SMALL_BINARY(_One, _Two, __hadd, __hadd2, __a + __b)                                                      \
  WARPMEM_SMALL_BINARY(_One, _Two, __hsub, __hsub2, __a - __b)                                                      \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmul, __hmul2, __a* __b)                                                       \
  WARPMEM_SMALL_BINARY(_One, _Two, __hdiv, __h2div, __a / __b)                                                      \
  WARPMEM_SMALL_BINARY(_One, _Two, __hadd_rn, __hadd2_rn, __a + __b)                                                \
  WARPMEM_SMALL_BINARY(_One, _Two, __hsub_rn, __hsub2_rn, __a - __b)                                                \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmul_rn, __hmul2_rn, __a* __b)                                                 \
  WARPMEM_SMALL_BINARY(_One, _Two, __hadd_sat, __hadd2_sat, warpmem::saturated(__a + __b))                          \
  WARPMEM_SMALL_BINARY(_One, _Two, __hsub_sat, __hsub2_sat, warpmem::saturated(__a - __b))                          \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmul_sat, __hmul2_sat, warpmem::saturated(__a* __b))                           \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmax, __hmax2, warpmem::larger(__a, __b))                                      \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmin, __hmin2, warpmem::smaller(__a, __b))                                     \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmax_nan, __hmax2_nan, warpmem::larger_nan(__a, __b))                          \
  WARPMEM_SMALL_BINARY(_One, _Two, __hmin_nan, __hmin2_nan, warpmem::smaller_nan(__a, __b))                         \
  WARPMEM_SMALL_FMA(_One, _Two, __hfma, __hfma2, warpmem::small_fma(__p, __q, __r))                                 \
  WARPMEM_SMALL_FMA(_One, _Two, __hfma_sat, __hfma2_sat,                                                            \
                    warpmem::small<_One>(warpmem::saturated(warpmem::wide(warpmem::small_fma(__p, __q, __r)))))     \
  WARPMEM_SMALL_FMA(_One, _Two, __hfma_relu, __hfma2_relu,                                                          \
                    warpmem::small<_One>(warpmem::positive(warpmem::wide(warpmem::small_fma(__p, __q, __r)))))      \
  WARPMEM_SMALL_UNARY(_One, _Two, __hneg, __hneg2, -__a)                                                            \
  WARPMEM_SMALL_UNARY(_One, _Two, __habs, __habs2, __builtin_fabsf(__a))                                            \
  WARPMEM_SMALL_UNARY(_One, _Two, hsqrt, h2sqrt, __builtin_sqrtf(__a))                                              \
  WARPMEM_SMALL_UNARY(_One, _Two, hrsqrt, h2rsqrt, warpmem::to_odd(1.0 / __builtin_sqrt(static_cast<double>(__a)))) \
  WARPMEM_SMALL_UNARY(_One, _Two, hrcp, h2rcp, 1.0f / __a)                                                          \
  WARPMEM_SMALL_UNARY(_One, _Two, hexp, h2exp, __builtin_expf(__a))                                                 \
  WARPMEM_SMALL_UNARY(_One, _Two, hexp2, h2exp2, __builtin_exp2f(__a))                                              \
  WARPMEM_SMALL_UNARY(_One, _Two, hexp10, h2exp10, __builtin_exp10f(__a))                                           \
  WARPMEM_SMALL_UNARY(_One, _Two, hlog, h2log, __builtin_logf(__a))                                                 \
  WARPMEM_SMALL_UNARY(_One, _Two, hlog2, h2log2, __builtin_log2f(__a))                                              \
  WARPMEM_SMALL_UNARY(_One, _Two, hlog10, h2log10, __builtin_log10f(__a))                                           \
  WARPMEM_SMALL_UNARY(_One, _Two, hsin, h2sin, __builtin_sinf(__a))                                                 \
  WARPMEM_SMALL_UNARY(_One, _Two, hcos, h2cos, __builtin_cosf(__a))                                                 \
  WARPMEM_SMALL_UNARY(_One, _Two, htanh, h2tanh, __builtin_tanhf(__a))                                              \
  WARPMEM_SMALL_UNARY(_One, _Two, hceil, h2ceil, __builtin_ceilf(__a))                                              \
  WARPMEM_SMALL_UNARY(_One, _Two, hfloor, h2floor, __builtin_floorf(__a))                                           \
  WARPMEM_SMALL_UNARY(_One, _Two, htrunc, h2trunc, __builtin_truncf(__a))                                           \
  WARPMEM_SMALL_UNARY(_One, _Two, hrint, h2rint, __builtin_rintf(__a))                                              \
  WARPMEM_SMALL_COMPARE(_One, _Two, eq, ==)                                                                         \
  WARPMEM_SMALL_COMPARE(_One, _Two, ne, !=)                                                                         \
  WARPMEM_SMALL_COMPARE(_One, _Two, lt, <)                                                                          \
  WARPMEM_SMALL_COMPARE(_One, _Two, le, <=)                                                                         \
  WARPMEM_SMALL_COMPARE(_One, _Two, gt, >)                                                                          \
  WARPMEM_SMALL_COMPARE(_One, _Two, ge, >=)                                                                         \
  WARPMEM_SMALL_OPERATOR(_One, _Two, +, __hadd, __hadd2)                                                            \
  WARPMEM_SMALL_OPERATOR(_One, _Two, -, __hsub, __hsub2)                                                            \
  WARPMEM_SMALL_OPERATOR(_One, _Two, *, __hmul, __hmul2)                                                            \
  WARPMEM_SMALL_OPERATOR(_One, _Two, /, __hdiv, __h2div)                                                            \
  WARPMEM_CUDA_INLINE _One operator+(const _One& __p) { return __p; }                                               \
  WARPMEM_CUDA_INLINE _One operator-(const _One& __p) { return __hneg(__p); }                                       \
  WARPMEM_CUDA_INLINE _Two operator+(const _Two& __p) { return __p; }                                               \
  WARPMEM_CUDA_INLINE _Two operator-(const _Two& __p) { return __hneg2(__p); }                                      \
  WARPMEM_CUDA_INLINE _One& operator++(_One& __p) { return __p = __hadd(__p, warpmem::small<_One>(1)); }            \
  WARPMEM_CUDA_INLINE _One& operator--(_One& __p) { return __p = __hsub(__p, warpmem::small<_One>(1)); }            \
  WARPMEM_CUDA_INLINE _One operator++(_One& __p, int) {                                                             \
    const _One __old = __p;                                                                                         \
    ++__p;                                                                                                          \
    return __old;                                                                                                   \
  }                                                                                                                 \
  WARPMEM_CUDA_INLINE _One operator--(_One& __p, int) {                                                             \
    const _One __old = __p;                                                                                         \
    --__p;                                                                                                          \
    return __old;                                                                                                   \
  }                                                                                                                 \
  WARPMEM_CUDA_INLINE bool __hisnan(_One __p) { return warpmem::wide(__p) != warpmem::wide(__p); }                  \
  WARPMEM_CUDA_INLINE int __hisinf(_One __p) {                                                                      \
    const float __a = warpmem::wide(__p);                                                                           \
    return __builtin_isinf(__a) ? (__a > 0 ? 1 : -1) : 0;                                                           \
  }                                                                                                                 \
  WARPMEM_CUDA_INLINE _Two __hisnan2(_Two __p) {                                                                    \
    return _Two(warpmem::small<_One>(__hisnan(__p.x)), warpmem::small<_One>(__hisnan(__p.y)));                      \
  }

WARPMEM_SMALL_ARITHMETIC(__half, __half2)
WARPMEM_SMALL_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
#undef WARPMEM_SMALL_ARITHMETIC
#undef WARPMEM_SMALL_FMA
#undef WARPMEM_SMALL_OPERATOR
#undef WARPMEM_SMALL_COMPARE
#undef WARPMEM_SMALL_UNARY
#undef WARPMEM_SMALL_BINARY

#if defined(__CUDACC__)
#include "../device/atomics.h"
WARPMEM_ATOMIC(atomicAdd, __half, __hadd(__old, __v))
WARPMEM_ATOMIC(atomicAdd, __half2, __hadd2(__old, __v))
WARPMEM_ATOMIC(atomicAdd, __nv_bfloat16, __hadd(__old, __v))
WARPMEM_ATOMIC(atomicAdd, __nv_bfloat162, __hadd2(__old, __v))
#endif

#endif
