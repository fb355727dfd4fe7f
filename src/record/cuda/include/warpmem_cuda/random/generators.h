// Generators of device code. All draw from a 64-bit counter that is well mixed; the states are as large as cuRAND's, so
// that loading and storing one moves as many bytes.
#ifndef WARPMEM_CUDA_RANDOM_GENERATORS_H
#define WARPMEM_CUDA_RANDOM_GENERATORS_H

#include <math.h>

#include "../types/vector_functions.h"

namespace warpmem {

template <int _Words>
struct alignas(8) RandomState {
  unsigned long long counter, stream;
  float kept;
  int has_kept;
  unsigned int rest[_Words];
};

WARPMEM_CUDA_INLINE unsigned long long mixed(unsigned long long __x) {
  __x ^= __x >> 33;
  __x *= 0xff51afd7ed558ccdull;
  __x ^= __x >> 33;
  __x *= 0xc4ceb9fe1a85ec53ull;
  return __x ^ __x >> 33;
}
template <class _State>
WARPMEM_CUDA_TEMPLATE unsigned int draw(_State* __s) {
  return static_cast<unsigned int>(mixed(__s->stream + 0x9e3779b97f4a7c15ull * ++__s->counter) >> 32);
}
template <class _State>
WARPMEM_CUDA_TEMPLATE double draw_double(_State* __s) {
  const unsigned long long __bits = static_cast<unsigned long long>(draw(__s)) << 21 ^ draw(__s);
  return static_cast<double>((__bits & 0x1fffffffffffffull) + 1) * 0x1p-53;
}
// Of two uniform numbers, two normal ones.
template <class _State>
WARPMEM_CUDA_TEMPLATE double2 draw_normals(_State* __s) {
  const double __r = __builtin_sqrt(-2 * __builtin_log(draw_double(__s))), __a = 2 * M_PI * draw_double(__s);
  return make_double2(__r * __builtin_sin(__a), __r * __builtin_cos(__a));
}

}  // namespace warpmem

typedef warpmem::RandomState<6> curandStateXORWOW_t;
typedef curandStateXORWOW_t curandStateXORWOW;
typedef curandStateXORWOW_t curandState_t;
typedef curandStateXORWOW_t curandState;
struct curandStatePhilox4_32_10 : warpmem::RandomState<10> {};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
struct curandStateMRG32k3a : warpmem::RandomState<7> {};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

template <class _State>
inline void curand_init(unsigned long long __seed, unsigned long long __sequence, unsigned long long __offset, _State* __s) {
  __s->counter = __offset;
  __s->stream = warpmem::mixed(warpmem::mixed(__seed + 1) + __sequence);
  __s->has_kept = 0;
}
template <class _State>
inline void skipahead(unsigned long long __n, _State* __s) {
  __s->counter += __n;
}
template <class _State>
inline unsigned int curand(_State* __s) {
  return warpmem::draw(__s);
}
template <class _State>
inline float curand_uniform(_State* __s) {
  return static_cast<float>((warpmem::draw(__s) >> 8) + 1) * 0x1p-24f;
}
template <class _State>
inline double curand_uniform_double(_State* __s) {
  return warpmem::draw_double(__s);
}
template <class _State>
inline float curand_normal(_State* __s) {
  if (__s->has_kept) {
    __s->has_kept = 0;
    return __s->kept;
  }
  const double2 __n = warpmem::draw_normals(__s);
  __s->has_kept = 1;
  __s->kept = static_cast<float>(__n.y);
  return static_cast<float>(__n.x);
}
template <class _State>
inline double curand_normal_double(_State* __s) {
  return warpmem::draw_normals(__s).x;
}
template <class _State>
inline float2 curand_normal2(_State* __s) {
  const double2 __n = warpmem::draw_normals(__s);
  return make_float2(static_cast<float>(__n.x), static_cast<float>(__n.y));
}
template <class _State>
inline double2 curand_normal2_double(_State* __s) {
  return warpmem::draw_normals(__s);
}
template <class _State>
inline float curand_log_normal(_State* __s, float __mean, float __deviation) {
  return __builtin_expf(__mean + __deviation * curand_normal(__s));
}
template <class _State>
inline uint4 curand4(_State* __s) {
  uint4 __r;
  __r.x = warpmem::draw(__s);
  __r.y = warpmem::draw(__s);
  __r.z = warpmem::draw(__s);
  __r.w = warpmem::draw(__s);
  return __r;
}
template <class _State>
inline float4 curand_uniform4(_State* __s) {
  float4 __r;
  __r.x = curand_uniform(__s);
  __r.y = curand_uniform(__s);
  __r.z = curand_uniform(__s);
  __r.w = curand_uniform(__s);
  return __r;
}
template <class _State>
inline float4 curand_normal4(_State* __s) {
  const float2 __a = curand_normal2(__s), __b = curand_normal2(__s);
  return make_float4(__a.x, __a.y, __b.x, __b.y);
}
// By counting uniform factors; for large means the normal distribution is near enough.
template <class _State>
inline unsigned int curand_poisson(_State* __s, double __mean) {
  if (__mean > 200) {
    const double __n = __mean + __builtin_sqrt(__mean) * curand_normal_double(__s) + 0.5;
    return __n > 0 ? static_cast<unsigned int>(__n) : 0u;
  }
  const double __least = __builtin_exp(-__mean);
  unsigned int __k = 0;
  for (double __p = warpmem::draw_double(__s); __p > __least; __p *= warpmem::draw_double(__s)) ++__k;
  return __k;
}

#endif
