// Integer instructions: bit counts, wide products, byte selection, funnel shifts, dot products.
#ifndef WARPMEM_CUDA_INTEGERS_H
#define WARPMEM_CUDA_INTEGERS_H

#include "../types/vector_types.h"

WARPMEM_CUDA_INLINE int __popc(unsigned int __x) { return __builtin_popcount(__x); }
WARPMEM_CUDA_INLINE int __popcll(unsigned long long __x) { return __builtin_popcountll(__x); }
WARPMEM_CUDA_INLINE int __clz(int __x) { return __x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(__x)); }
WARPMEM_CUDA_INLINE int __clzll(long long __x) { return __x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(__x)); }
WARPMEM_CUDA_INLINE int __ffs(int __x) { return __builtin_ffs(__x); }
WARPMEM_CUDA_INLINE int __ffsll(long long __x) { return __builtin_ffsll(__x); }
WARPMEM_CUDA_INLINE unsigned int __brev(unsigned int __x) {
  __x = (__x >> 1 & 0x55555555u) | (__x & 0x55555555u) << 1;
  __x = (__x >> 2 & 0x33333333u) | (__x & 0x33333333u) << 2;
  __x = (__x >> 4 & 0x0f0f0f0fu) | (__x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(__x);
}
WARPMEM_CUDA_INLINE unsigned long long __brevll(unsigned long long __x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(__x))) << 32 | __brev(static_cast<unsigned int>(__x >> 32));
}
// The position of the n-th set bit (n > 0 upwards, n < 0 downwards from `base`, 0: is `base` set), 0xffffffff: there is none.
WARPMEM_CUDA_INLINE unsigned int __fns(unsigned int __mask, unsigned int __base, int __n) {
  if (__n == 0) return __base < 32 && (__mask >> __base & 1u) ? __base : 0xffffffffu;
  int __left = __n > 0 ? __n : -__n;
  for (int __i = static_cast<int>(__base); __i >= 0 && __i<32; __i += __n> 0 ? 1 : -1)
    if ((__mask >> __i & 1u) && --__left == 0) return static_cast<unsigned int>(__i);
  return 0xffffffffu;
}

WARPMEM_CUDA_INLINE int __mulhi(int __a, int __b) { return static_cast<int>(static_cast<long long>(__a) * __b >> 32); }
WARPMEM_CUDA_INLINE unsigned int __umulhi(unsigned int __a, unsigned int __b) {
  return static_cast<unsigned int>(static_cast<unsigned long long>(__a) * __b >> 32);
}
WARPMEM_CUDA_INLINE long long __mul64hi(long long __a, long long __b) {
  return static_cast<long long>(static_cast<__int128>(__a) * __b >> 64);
}
WARPMEM_CUDA_INLINE unsigned long long __umul64hi(unsigned long long __a, unsigned long long __b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(__a) * __b >> 64);
}
// The lower 24 bits of each, signed or not.
WARPMEM_CUDA_INLINE int __mul24(int __a, int __b) {
  const int __x = static_cast<int>(static_cast<unsigned int>(__a) << 8) >> 8,
            __y = static_cast<int>(static_cast<unsigned int>(__b) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned int>(__x) * static_cast<unsigned int>(__y));
}
WARPMEM_CUDA_INLINE unsigned int __umul24(unsigned int __a, unsigned int __b) { return (__a & 0xffffffu) * (__b & 0xffffffu); }
WARPMEM_CUDA_INLINE int mul24(int __a, int __b) { return __mul24(__a, __b); }
WARPMEM_CUDA_INLINE unsigned int umul24(unsigned int __a, unsigned int __b) { return __umul24(__a, __b); }
WARPMEM_CUDA_INLINE int mulhi(int __a, int __b) { return __mulhi(__a, __b); }
WARPMEM_CUDA_INLINE unsigned int umulhi(unsigned int __a, unsigned int __b) { return __umulhi(__a, __b); }

WARPMEM_CUDA_INLINE unsigned int __sad(int __a, int __b, unsigned int __sum) {
  const unsigned int __x = static_cast<unsigned int>(__a), __y = static_cast<unsigned int>(__b);
  return __sum + (__a > __b ? __x - __y : __y - __x);
}
WARPMEM_CUDA_INLINE unsigned int __usad(unsigned int __a, unsigned int __b, unsigned int __sum) {
  return __sum + (__a > __b ? __a - __b : __b - __a);
}
// Averages that do not overflow.
WARPMEM_CUDA_INLINE int __hadd(int __a, int __b) { return static_cast<int>((static_cast<long long>(__a) + __b) >> 1); }
WARPMEM_CUDA_INLINE int __rhadd(int __a, int __b) { return static_cast<int>((static_cast<long long>(__a) + __b + 1) >> 1); }
WARPMEM_CUDA_INLINE unsigned int __uhadd(unsigned int __a, unsigned int __b) { return (__a & __b) + ((__a ^ __b) >> 1); }
WARPMEM_CUDA_INLINE unsigned int __urhadd(unsigned int __a, unsigned int __b) { return (__a | __b) - ((__a ^ __b) >> 1); }

// Four bytes out of the eight of high:low, one per digit of the selector; its fourth bit takes the byte's sign instead.
WARPMEM_CUDA_INLINE unsigned int __byte_perm(unsigned int __low, unsigned int __high, unsigned int __selector) {
  const unsigned long long __bytes = static_cast<unsigned long long>(__high) << 32 | __low;
  unsigned int __r = 0;
  for (unsigned int __i = 0; __i < 4; ++__i) {
    const unsigned int __digit = __selector >> (4 * __i);
    unsigned int __byte = static_cast<unsigned int>(__bytes >> (8 * (__digit & 7u))) & 0xffu;
    if (__digit & 8u) __byte = __byte & 0x80u ? 0xffu : 0u;
    __r |= __byte << (8 * __i);
  }
  return __r;
}
// high:low shifted; the count wraps at 32, or with c stops there.
WARPMEM_CUDA_INLINE unsigned int __funnelshift_l(unsigned int __low, unsigned int __high, unsigned int __n) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(__high) << 32 | __low) << (__n & 31u) >> 32);
}
WARPMEM_CUDA_INLINE unsigned int __funnelshift_r(unsigned int __low, unsigned int __high, unsigned int __n) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(__high) << 32 | __low) >> (__n & 31u));
}
WARPMEM_CUDA_INLINE unsigned int __funnelshift_lc(unsigned int __low, unsigned int __high, unsigned int __n) {
  return __n >= 32 ? __low : __funnelshift_l(__low, __high, __n);
}
WARPMEM_CUDA_INLINE unsigned int __funnelshift_rc(unsigned int __low, unsigned int __high, unsigned int __n) {
  return __n >= 32 ? __high : __funnelshift_r(__low, __high, __n);
}

WARPMEM_CUDA_INLINE int __dp4a(int __a, int __b, int __sum) {
  for (int __i = 0; __i < 4; ++__i) __sum += static_cast<signed char>(__a >> (8 * __i)) * static_cast<signed char>(__b >> (8 * __i));
  return __sum;
}
WARPMEM_CUDA_INLINE unsigned int __dp4a(unsigned int __a, unsigned int __b, unsigned int __sum) {
  for (int __i = 0; __i < 4; ++__i) __sum += (__a >> (8 * __i) & 0xffu) * (__b >> (8 * __i) & 0xffu);
  return __sum;
}
WARPMEM_CUDA_INLINE int __dp4a(char4 __a, char4 __b, int __sum) {
  return __sum + __a.x * __b.x + __a.y * __b.y + __a.z * __b.z + __a.w * __b.w;
}
WARPMEM_CUDA_INLINE unsigned int __dp4a(uchar4 __a, uchar4 __b, unsigned int __sum) {
  return __sum + static_cast<unsigned int>(__a.x * __b.x + __a.y * __b.y + __a.z * __b.z + __a.w * __b.w);
}
// Two 16-bit values with two of the four bytes.
WARPMEM_CUDA_INLINE int __dp2a_lo(int __a, int __b, int __sum) {
  return __sum + static_cast<short>(__a) * static_cast<signed char>(__b) +
         static_cast<short>(__a >> 16) * static_cast<signed char>(__b >> 8);
}
WARPMEM_CUDA_INLINE int __dp2a_hi(int __a, int __b, int __sum) { return __dp2a_lo(__a, __b >> 16, __sum); }

#endif
