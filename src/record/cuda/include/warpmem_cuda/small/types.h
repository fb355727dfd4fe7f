// The types of a 16-bit format and of a pair of it, which is one 4-byte access.
#ifndef WARPMEM_CUDA_SMALL_TYPES_H
#define WARPMEM_CUDA_SMALL_TYPES_H

#include "../types/vector_functions.h"
#include "bits.h"

namespace warpmem {
// As one word: see vector_shapes.h, whose union cannot hold members with constructors.
WARPMEM_CUDA_INLINE void copy_pair(void* __to, const void* __from) {
  warpmem_word4 __word = *static_cast<const warpmem_word4*>(__from);
  WARPMEM_KEEP_WHOLE_4(__word);
  *static_cast<warpmem_word4*>(__to) = __word;
}
}  // namespace warpmem

#define WARPMEM_SMALL_TYPES(_One, _Two, _Bits)                                                        \
  struct _One##_raw {                                                                                 \
    unsigned short x;                                                                                 \
  };                                                                                                  \
  struct _Two##_raw {                                                                                 \
    unsigned short x, y;                                                                              \
  };                                                                                                  \
  struct _One {                                                                                       \
    unsigned short __x;                                                                               \
    _One() = default;                                                                                 \
    constexpr _One(const _One##_raw& __r) : __x(__r.x) {}                                             \
    WARPMEM_CUDA_TEMPLATE _One(float __f) : __x(warpmem::_Bits::from_float(__f)) {}                   \
    WARPMEM_CUDA_TEMPLATE _One(double __d) : __x(warpmem::_Bits::from_float(warpmem::to_odd(__d))) {} \
    WARPMEM_SMALL_FROM(_One, _Bits, short)                                                            \
    WARPMEM_SMALL_FROM(_One, _Bits, unsigned short)                                                   \
    WARPMEM_SMALL_FROM(_One, _Bits, int)                                                              \
    WARPMEM_SMALL_FROM(_One, _Bits, unsigned int)                                                     \
    WARPMEM_SMALL_FROM(_One, _Bits, long)                                                             \
    WARPMEM_SMALL_FROM(_One, _Bits, unsigned long)                                                    \
    WARPMEM_SMALL_FROM(_One, _Bits, long long)                                                        \
    WARPMEM_SMALL_FROM(_One, _Bits, unsigned long long)                                               \
    WARPMEM_CUDA_TEMPLATE _One& operator=(const _One& __other) {                                      \
      __x = __other.__x;                                                                              \
      return *this;                                                                                   \
    }                                                                                                 \
    WARPMEM_CUDA_TEMPLATE operator float() const { return warpmem::_Bits::to_float(__x); }            \
    operator _One##_raw() const { return _One##_raw{__x}; }                                           \
    WARPMEM_SMALL_TO(char)                                                                            \
    WARPMEM_SMALL_TO(signed char)                                                                     \
    WARPMEM_SMALL_TO(unsigned char)                                                                   \
    WARPMEM_SMALL_TO(short)                                                                           \
    WARPMEM_SMALL_TO(unsigned short)                                                                  \
    WARPMEM_SMALL_TO(int)                                                                             \
    WARPMEM_SMALL_TO(unsigned int)                                                                    \
    WARPMEM_SMALL_TO(long)                                                                            \
    WARPMEM_SMALL_TO(unsigned long)                                                                   \
    WARPMEM_SMALL_TO(long long)                                                                       \
    WARPMEM_SMALL_TO(unsigned long long)                                                              \
    WARPMEM_CUDA_TEMPLATE operator bool() const { return (__x & 0x7fffu) != 0; }                      \
  };                                                                                                  \
  struct __attribute__((aligned(4))) _Two {                                                           \
    _One x, y;                                                                                        \
    _Two() = default;                                                                                 \
    constexpr _Two(const _One& __a, const _One& __b) : x(__a), y(__b) {}                              \
    constexpr _Two(const _Two##_raw& __r) : x(_One##_raw{__r.x}), y(_One##_raw{__r.y}) {}             \
    WARPMEM_CUDA_TEMPLATE _Two(const _Two& __other) { warpmem::copy_pair(this, &__other); }           \
    WARPMEM_CUDA_TEMPLATE _Two& operator=(const _Two& __other) {                                      \
      warpmem::copy_pair(this, &__other);                                                             \
      return *this;                                                                                   \
    }                                                                                                 \
    operator _Two##_raw() const { return _Two##_raw{x.__x, y.__x}; }                                  \
  };
#define WARPMEM_SMALL_FROM(_One, _Bits, _Integer) \
  WARPMEM_CUDA_TEMPLATE _One(_Integer __i) : __x(warpmem::_Bits::from_float(warpmem::to_odd(static_cast<double>(__i)))) {}
#define WARPMEM_SMALL_TO(_Integer) \
  WARPMEM_CUDA_TEMPLATE operator _Integer() const { return static_cast<_Integer>(static_cast<float>(*this)); }

WARPMEM_SMALL_TYPES(__half, __half2, HalfBits)
WARPMEM_SMALL_TYPES(__nv_bfloat16, __nv_bfloat162, BfloatBits)
#undef WARPMEM_SMALL_TYPES
#undef WARPMEM_SMALL_FROM
#undef WARPMEM_SMALL_TO

namespace warpmem {
template <class _T>
struct Small;
template <>
struct Small<__half> {
  typedef HalfBits bits;
  typedef __half2 pair;
};
template <>
struct Small<__nv_bfloat16> {
  typedef BfloatBits bits;
  typedef __nv_bfloat162 pair;
};
template <class _T>
WARPMEM_CUDA_TEMPLATE _T small(float __f, Rounding __mode = nearest) {
  _T __r;
  __r.__x = from_float<typename Small<_T>::bits>(__f, __mode);
  return __r;
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T small_of_bits(unsigned int __bits) {
  _T __r;
  __r.__x = static_cast<unsigned short>(__bits);
  return __r;
}
WARPMEM_CUDA_INLINE float wide(__half __h) { return HalfBits::to_float(__h.__x); }
WARPMEM_CUDA_INLINE float wide(__nv_bfloat16 __b) { return BfloatBits::to_float(__b.__x); }
}  // namespace warpmem

#endif
