// Reads and writes of memory that the recorder does not see, for use beside warpmem_access(), which tells it of them.
// Assembly, because the sanitizer instruments none; other processors call a function without instrumentation.
#ifndef WARPMEM_CUDA_RAW_ACCESS_H
#define WARPMEM_CUDA_RAW_ACCESS_H

#include "../runtime.h"
#include "../types/vector_shapes.h"

namespace warpmem {

template <size_t _Bytes>
struct RawWord;
#if defined(__x86_64__)
#define WARPMEM_RAW_WORD(_Bytes, _Type, _Read, _Write, _Constraint)                         \
  template <>                                                                               \
  struct RawWord<_Bytes> {                                                                  \
    typedef _Type type;                                                                     \
    static __inline__ __attribute__((always_inline)) type read(const void* __p) {           \
      type __v;                                                                             \
      __asm__ volatile(_Read : "=" _Constraint(__v) : "m"(*static_cast<const type*>(__p))); \
      return __v;                                                                           \
    }                                                                                       \
    static __inline__ __attribute__((always_inline)) void write(void* __p, type __v) {      \
      __asm__ volatile(_Write : "=m"(*static_cast<type*>(__p)) : _Constraint(__v));         \
    }                                                                                       \
  };
WARPMEM_RAW_WORD(1, unsigned char __attribute__((may_alias)), "movb %1, %0", "movb %1, %0", "q")
WARPMEM_RAW_WORD(2, warpmem_word2, "movw %1, %0", "movw %1, %0", "r")
WARPMEM_RAW_WORD(4, warpmem_word4, "movl %1, %0", "movl %1, %0", "r")
WARPMEM_RAW_WORD(8, warpmem_word8, "movq %1, %0", "movq %1, %0", "r")
WARPMEM_RAW_WORD(16, warpmem_word16, "movups %1, %0", "movups %1, %0", "x")
#else
#define WARPMEM_RAW_WORD(_Bytes, _Type)                                                                             \
  template <>                                                                                                       \
  struct RawWord<_Bytes> {                                                                                          \
    typedef _Type type;                                                                                             \
    __attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) static type read(const void* __p) {      \
      return *static_cast<const type*>(__p);                                                                        \
    }                                                                                                               \
    __attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) static void write(void* __p, type __v) { \
      *static_cast<type*>(__p) = __v;                                                                               \
    }                                                                                                               \
  };
WARPMEM_RAW_WORD(1, unsigned char __attribute__((may_alias)))
WARPMEM_RAW_WORD(2, warpmem_word2)
WARPMEM_RAW_WORD(4, warpmem_word4)
WARPMEM_RAW_WORD(8, warpmem_word8)
WARPMEM_RAW_WORD(16, warpmem_word16)
#endif
#undef WARPMEM_RAW_WORD

// A type of 1, 2, 4, 8 or 16 bytes.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T raw_read(const _T* __p) {
  const typename RawWord<sizeof(_T)>::type __word = RawWord<sizeof(_T)>::read(__p);
  _T __v;
  __builtin_memcpy(static_cast<void*>(&__v), &__word, sizeof __v);
  return __v;
}
template <class _T>
WARPMEM_CUDA_TEMPLATE void raw_write(_T* __p, _T __v) {
  typename RawWord<sizeof(_T)>::type __word;
  __builtin_memcpy(&__word, static_cast<const void*>(&__v), sizeof __v);
  RawWord<sizeof(_T)>::write(__p, __word);
}

// Keeps a function's parameter out of template deduction, so that the pointer alone says the type.
template <class _T>
struct Same {
  typedef _T type;
};

}  // namespace warpmem

#endif
