// Atomic operations of the language (std::atomic, __atomic_*), which -fsanitize=thread turns into calls: they are done here,
// and noted where device code does them.
#include "record/runtime.hpp"

#define NOTE(P, BITS, KIND)     \
  if (warpmem_in_kernel() != 0) \
  warpmem_access_at(const_cast<const void*>(static_cast<const volatile void*>(P)), BITS / 8, KIND, __builtin_return_address(0))

#define FETCH(BITS, T, NAME)                                      \
  T __tsan_atomic##BITS##_fetch_##NAME(volatile T* p, T v, int) { \
    NOTE(p, BITS, warpmem_atomic);                                \
    return __atomic_fetch_##NAME(p, v, __ATOMIC_SEQ_CST);         \
  }

#define ATOMIC_HOOKS(BITS, T)                                                                      \
  T __tsan_atomic##BITS##_load(const volatile T* p, int) {                                         \
    NOTE(p, BITS, warpmem_load);                                                                   \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                \
  void __tsan_atomic##BITS##_store(volatile T* p, T v, int) {                                      \
    NOTE(p, BITS, warpmem_store);                                                                  \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                \
  T __tsan_atomic##BITS##_exchange(volatile T* p, T v, int) {                                      \
    NOTE(p, BITS, warpmem_atomic);                                                                 \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                                            \
  }                                                                                                \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile T* p, T* expected, T v, int, int) {   \
    NOTE(p, BITS, warpmem_atomic);                                                                 \
    return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                                \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* p, T* expected, T v, int, int) {     \
    NOTE(p, BITS, warpmem_atomic);                                                                 \
    return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                                \
  T __tsan_atomic##BITS##_compare_exchange_val(volatile T* p, T expected, T v, int, int) {         \
    NOTE(p, BITS, warpmem_atomic);                                                                 \
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    return expected;                                                                               \
  }                                                                                                \
  FETCH(BITS, T, add)                                                                              \
  FETCH(BITS, T, sub)                                                                              \
  FETCH(BITS, T, and)                                                                              \
  FETCH(BITS, T, or)                                                                               \
  FETCH(BITS, T, xor)                                                                              \
  FETCH(BITS, T, nand)

extern "C" {
void warpmem_access_at(const void*, unsigned, int, const void*);
ATOMIC_HOOKS(8, unsigned char)
ATOMIC_HOOKS(16, unsigned short)
ATOMIC_HOOKS(32, unsigned int)
ATOMIC_HOOKS(64, unsigned long long)
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
}
