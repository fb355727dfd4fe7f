// Atomic operations. Each is one access of its type's width; a warpmem_red_ spelling stands for a call whose old value
// nobody uses, of which a GPU makes a reduction. The scopes _block and _system do the same.
// One CUDA thread runs at a time, and none gives way between the read and the write: nothing else is needed.
#ifndef WARPMEM_CUDA_ATOMICS_H
#define WARPMEM_CUDA_ATOMICS_H

#include "../types/vector_functions.h"
#include "raw_access.h"

// A warpmem_joined_ spelling is a reduction to one address in all lanes.
namespace warpmem {
template <class _T>
struct Joins {
  enum { cache = -1 };
};
template <>
struct Joins<int> {
  enum { cache = warpmem_joined };
};
template <>
struct Joins<unsigned int> {
  enum { cache = warpmem_joined };
};
}  // namespace warpmem

// _Head opens the declaration, so that a rare one may be a template that a program's own function goes before.
#define WARPMEM_ATOMIC_AS(_Head, _Result, _Name, _Kind, _Cache, _Return, _Type, _New) \
  _Head _Result _Name(_Type* __p, _Type __v) {                                        \
    warpmem_access(__p, sizeof(_Type), _Kind, _Cache);                                \
    const _Type __old __attribute__((unused)) = warpmem::raw_read(__p);               \
    warpmem::raw_write(__p, static_cast<_Type>(_New));                                \
    _Return;                                                                          \
  }
#define WARPMEM_ATOMIC_SCOPE(_Head, _Name, _Type, _New)                                           \
  WARPMEM_ATOMIC_AS(_Head, _Type, _Name, warpmem_atomic, -1, return __old, _Type, _New)           \
  WARPMEM_ATOMIC_AS(_Head, void, warpmem_red_##_Name, warpmem_reduction, -1, return, _Type, _New) \
  WARPMEM_ATOMIC_AS(_Head, void, warpmem_joined_##_Name, warpmem_reduction, warpmem::Joins<_Type>::cache, return, _Type, _New)
#define WARPMEM_ATOMIC_WITH(_Head, _Name, _Type, _New)    \
  WARPMEM_ATOMIC_SCOPE(_Head, _Name, _Type, _New)         \
  WARPMEM_ATOMIC_SCOPE(_Head, _Name##_block, _Type, _New) \
  WARPMEM_ATOMIC_SCOPE(_Head, _Name##_system, _Type, _New)
#define WARPMEM_ATOMIC(_Name, _Type, _New) WARPMEM_ATOMIC_WITH(WARPMEM_CUDA_INLINE, _Name, _Type, _New)
#define WARPMEM_ATOMIC_YIELDING(_Name, _Type, _New) WARPMEM_ATOMIC_WITH(template <int = 0> WARPMEM_CUDA_TEMPLATE, _Name, _Type, _New)

#define WARPMEM_ATOMIC_INTEGERS(_Name, _New) \
  WARPMEM_ATOMIC(_Name, int, _New)           \
  WARPMEM_ATOMIC(_Name, unsigned int, _New)  \
  WARPMEM_ATOMIC(_Name, unsigned long long, _New)

WARPMEM_ATOMIC(atomicAdd, int, static_cast<unsigned int>(__old) + static_cast<unsigned int>(__v))
WARPMEM_ATOMIC(atomicAdd, unsigned int, __old + __v)
WARPMEM_ATOMIC(atomicAdd, unsigned long long, __old + __v)
WARPMEM_ATOMIC(atomicAdd, float, __old + __v)
// Programs bring their own for cards before compute capability 6.
WARPMEM_ATOMIC_YIELDING(atomicAdd, double, __old + __v)
WARPMEM_ATOMIC(atomicSub, int, static_cast<unsigned int>(__old) - static_cast<unsigned int>(__v))
WARPMEM_ATOMIC(atomicSub, unsigned int, __old - __v)
WARPMEM_ATOMIC_INTEGERS(atomicExch, __v)
WARPMEM_ATOMIC(atomicExch, float, (static_cast<void>(__old), __v))
WARPMEM_ATOMIC_INTEGERS(atomicMin, __v < __old ? __v : __old)
WARPMEM_ATOMIC_INTEGERS(atomicMax, __v > __old ? __v : __old)
WARPMEM_ATOMIC_YIELDING(atomicMin, long long, __v < __old ? __v : __old)
WARPMEM_ATOMIC_YIELDING(atomicMax, long long, __v > __old ? __v : __old)
WARPMEM_ATOMIC_INTEGERS(atomicAnd, __old& __v)
WARPMEM_ATOMIC_INTEGERS(atomicOr, __old | __v)
WARPMEM_ATOMIC_INTEGERS(atomicXor, __old ^ __v)
WARPMEM_ATOMIC(atomicInc, unsigned int, __old >= __v ? 0u : __old + 1u)
WARPMEM_ATOMIC(atomicDec, unsigned int, __old == 0u || __old > __v ? __v : __old - 1u)

// Vectors of floats: one access; each component by itself is atomic.
WARPMEM_ATOMIC_YIELDING(atomicAdd, float2, make_float2(__old.x + __v.x, __old.y + __v.y))
WARPMEM_ATOMIC_YIELDING(atomicAdd, float4, make_float4(__old.x + __v.x, __old.y + __v.y, __old.z + __v.z, __old.w + __v.w))

#define WARPMEM_CAS_SCOPE(_Name, _Type)                                      \
  WARPMEM_CUDA_INLINE _Type _Name(_Type* __p, _Type __expected, _Type __v) { \
    warpmem_access(__p, sizeof(_Type), warpmem_atomic, -1);                  \
    const _Type __old = warpmem::raw_read(__p);                              \
    if (__old == __expected) warpmem::raw_write(__p, __v);                   \
    return __old;                                                            \
  }
#define WARPMEM_CAS(_Type)                  \
  WARPMEM_CAS_SCOPE(atomicCAS, _Type)       \
  WARPMEM_CAS_SCOPE(atomicCAS_block, _Type) \
  WARPMEM_CAS_SCOPE(atomicCAS_system, _Type)
WARPMEM_CAS(int)
WARPMEM_CAS(unsigned int)
WARPMEM_CAS(unsigned long long)
WARPMEM_CAS(unsigned short)
#undef WARPMEM_CAS
#undef WARPMEM_CAS_SCOPE

#endif
