// Time, traps, memory functions and questions about addresses.
#ifndef WARPMEM_CUDA_MISCELLANY_H
#define WARPMEM_CUDA_MISCELLANY_H

#include <time.h>

#include "builtins.h"

// Time passes while one asks for it: each call finds it a few cycles later. The C library's clock() is the host's.
WARPMEM_CUDA_INLINE long long clock64() { return static_cast<long long>(warpmem_cycles()); }
WARPMEM_CUDA_INLINE clock_t warpmem_clock() { return static_cast<clock_t>(warpmem_cycles()); }
WARPMEM_CUDA_INLINE void __nanosleep(unsigned int) {}
WARPMEM_CUDA_INLINE void __trap() { warpmem_fail("__trap() was called"); }
WARPMEM_CUDA_INLINE void __brkpt() {}
WARPMEM_CUDA_INLINE void __prof_trigger(int) {}
#define __builtin_assume(__condition) static_cast<void>(0)
#define __assume(__condition) static_cast<void>(0)

WARPMEM_CUDA_INLINE unsigned int __isGlobal(const void* __p) { return warpmem_device_find(__p, nullptr, nullptr) != 0; }
WARPMEM_CUDA_INLINE unsigned int __isShared(const void* __p) {
  const unsigned char* const __c = static_cast<const unsigned char*>(__p);
  return __c >= warpmem_dynamic_shared && __c < warpmem_dynamic_shared + 256 * 1024;
}

// memcpy, memmove and memset in device code, of a length that the compiler does not know: byte by byte, as on a GPU. Of the
// length of a word it is that word.
#define WARPMEM_IS_WORD(__bytes) (__builtin_constant_p(__bytes) && ((__bytes) == 2 || (__bytes) == 4 || (__bytes) == 8 || (__bytes) == 16))
WARPMEM_CUDA_INLINE void* warpmem_memcpy(void* __to, const void* __from, size_t __bytes) {
  if (WARPMEM_IS_WORD(__bytes)) return __builtin_memcpy(__to, __from, __bytes);
  unsigned char* const __t = static_cast<unsigned char*>(__to);
  const unsigned char* const __f = static_cast<const unsigned char*>(__from);
  for (size_t __i = 0; __i < __bytes; ++__i) __t[__i] = __f[__i];
  return __to;
}
WARPMEM_CUDA_INLINE void* warpmem_memmove(void* __to, const void* __from, size_t __bytes) {
  unsigned char* const __t = static_cast<unsigned char*>(__to);
  const unsigned char* const __f = static_cast<const unsigned char*>(__from);
  if (__t <= __f) return warpmem_memcpy(__to, __from, __bytes);
  for (size_t __i = __bytes; __i-- > 0;) __t[__i] = __f[__i];
  return __to;
}
WARPMEM_CUDA_INLINE void* warpmem_memset(void* __to, int __value, size_t __bytes) {
  if (WARPMEM_IS_WORD(__bytes)) return __builtin_memset(__to, __value, __bytes);
  unsigned char* const __t = static_cast<unsigned char*>(__to);
  for (size_t __i = 0; __i < __bytes; ++__i) __t[__i] = static_cast<unsigned char>(__value);
  return __to;
}

#endif
