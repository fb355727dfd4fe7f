// CUDA's vector types: char1 ... ulonglong4, float1 ... double4, dim3. Size, alignment and copy width are CUDA's.
#ifndef WARPMEM_CUDA_VECTOR_TYPES_H
#define WARPMEM_CUDA_VECTOR_TYPES_H

#include "../host_defines.h"
#include "vector_shapes.h"

#define WARPMEM_VECTORS_OF_1_BYTE(__family, __scalar)          \
  WARPMEM_VECTOR_1(__family##1, __scalar)                      \
  WARPMEM_VECTOR_WHOLE(__family##2, 2, __scalar x; __scalar y) \
  WARPMEM_VECTOR_3(__family##3, __scalar)                      \
  WARPMEM_VECTOR_WHOLE(__family##4, 4, __scalar x; __scalar y; __scalar z; __scalar w)
#define WARPMEM_VECTORS_OF_2_BYTES(__family, __scalar)         \
  WARPMEM_VECTOR_1(__family##1, __scalar)                      \
  WARPMEM_VECTOR_WHOLE(__family##2, 4, __scalar x; __scalar y) \
  WARPMEM_VECTOR_3(__family##3, __scalar)                      \
  WARPMEM_VECTOR_WHOLE(__family##4, 8, __scalar x; __scalar y; __scalar z; __scalar w)
#define WARPMEM_VECTORS_OF_4_BYTES(__family, __scalar)         \
  WARPMEM_VECTOR_1(__family##1, __scalar)                      \
  WARPMEM_VECTOR_WHOLE(__family##2, 8, __scalar x; __scalar y) \
  WARPMEM_VECTOR_3(__family##3, __scalar)                      \
  WARPMEM_VECTOR_WHOLE(__family##4, 16, __scalar x; __scalar y; __scalar z; __scalar w)
#define WARPMEM_VECTORS_OF_8_BYTES(__family, __scalar)          \
  WARPMEM_VECTOR_1(__family##1, __scalar)                       \
  WARPMEM_VECTOR_WHOLE(__family##2, 16, __scalar x; __scalar y) \
  WARPMEM_VECTOR_3(__family##3, __scalar)                       \
  WARPMEM_VECTOR_HALVES(__family##4, __scalar)

WARPMEM_VECTORS_OF_1_BYTE(char, signed char)
WARPMEM_VECTORS_OF_1_BYTE(uchar, unsigned char)
WARPMEM_VECTORS_OF_2_BYTES(short, short)
WARPMEM_VECTORS_OF_2_BYTES(ushort, unsigned short)
WARPMEM_VECTORS_OF_4_BYTES(int, int)
WARPMEM_VECTORS_OF_4_BYTES(uint, unsigned int)
WARPMEM_VECTORS_OF_8_BYTES(long, long)
WARPMEM_VECTORS_OF_8_BYTES(ulong, unsigned long)
WARPMEM_VECTORS_OF_8_BYTES(longlong, long long)
WARPMEM_VECTORS_OF_8_BYTES(ulonglong, unsigned long long)
WARPMEM_VECTORS_OF_4_BYTES(float, float)
WARPMEM_VECTORS_OF_8_BYTES(double, double)

typedef struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  constexpr dim3(unsigned int __x = 1, unsigned int __y = 1, unsigned int __z = 1) : x(__x), y(__y), z(__z) {}
  constexpr dim3(const uint3& __v) : x(__v.x), y(__v.y), z(__v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
} dim3;

#endif
