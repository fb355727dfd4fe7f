// make_char1 ... make_double4.
#ifndef WARPMEM_CUDA_VECTOR_FUNCTIONS_H
#define WARPMEM_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define WARPMEM_MAKE_VECTORS(__family, __scalar)                                                               \
  WARPMEM_CUDA_INLINE __family##1 make_##__family##1(__scalar __x) {                                           \
    __family##1 __v = {__x};                                                                                   \
    return __v;                                                                                                \
  }                                                                                                            \
  WARPMEM_CUDA_INLINE __family##2 make_##__family##2(__scalar __x, __scalar __y) {                             \
    __family##2 __v = {__x, __y};                                                                              \
    return __v;                                                                                                \
  }                                                                                                            \
  WARPMEM_CUDA_INLINE __family##3 make_##__family##3(__scalar __x, __scalar __y, __scalar __z) {               \
    __family##3 __v = {__x, __y, __z};                                                                         \
    return __v;                                                                                                \
  }                                                                                                            \
  WARPMEM_CUDA_INLINE __family##4 make_##__family##4(__scalar __x, __scalar __y, __scalar __z, __scalar __w) { \
    __family##4 __v = {__x, __y, __z, __w};                                                                    \
    return __v;                                                                                                \
  }

WARPMEM_MAKE_VECTORS(char, signed char)
WARPMEM_MAKE_VECTORS(uchar, unsigned char)
WARPMEM_MAKE_VECTORS(short, short)
WARPMEM_MAKE_VECTORS(ushort, unsigned short)
WARPMEM_MAKE_VECTORS(int, int)
WARPMEM_MAKE_VECTORS(uint, unsigned int)
WARPMEM_MAKE_VECTORS(long, long)
WARPMEM_MAKE_VECTORS(ulong, unsigned long)
WARPMEM_MAKE_VECTORS(longlong, long long)
WARPMEM_MAKE_VECTORS(ulonglong, unsigned long long)
WARPMEM_MAKE_VECTORS(float, float)
WARPMEM_MAKE_VECTORS(double, double)
#undef WARPMEM_MAKE_VECTORS

#endif
