// The bits of 16-bit floating-point numbers: half (5 bits of exponent, 10 of mantissa) and bfloat16 (8 and 7).
#ifndef WARPMEM_CUDA_SMALL_BITS_H
#define WARPMEM_CUDA_SMALL_BITS_H

#include "../device/conversions.h"

namespace warpmem {

struct HalfBits {
  static WARPMEM_CUDA_TEMPLATE float to_float(unsigned short __h) {
    const unsigned int __sign = static_cast<unsigned int>(__h & 0x8000u) << 16, __rest = __h & 0x7fffu;
    if (__rest >= 0x7c00u) return same_bits<float>(__sign | 0x7f800000u | (__rest & 0x3ffu) << 13);
    // The exponent's bias differs by 112; the product is right for subnormal numbers too.
    return same_bits<float>(same_bits<unsigned int>(same_bits<float>(__rest << 13) * 0x1p112f) | __sign);
  }
  static WARPMEM_CUDA_TEMPLATE unsigned short from_float(float __f) {
    const unsigned int __bits = same_bits<unsigned int>(__f), __rest = __bits & 0x7fffffffu;
    const unsigned int __sign = __bits >> 16 & 0x8000u;
    if (__rest > 0x7f800000u) return 0x7fff;
    if (__rest >= 0x477ff000u) return static_cast<unsigned short>(__sign | 0x7c00u);
    // Below 2^-14, adding 0.5 rounds at a subnormal half's last bit.
    if (__rest < 0x38800000u)
      return static_cast<unsigned short>(__sign | (same_bits<unsigned int>(same_bits<float>(__rest) + 0.5f) - 0x3f000000u));
    return static_cast<unsigned short>(__sign | ((__rest - 0x38000000u + 0xfffu + (__rest >> 13 & 1u)) >> 13));
  }
  static constexpr unsigned short infinity = 0x7c00;
};

struct BfloatBits {
  static WARPMEM_CUDA_TEMPLATE float to_float(unsigned short __b) { return same_bits<float>(static_cast<unsigned int>(__b) << 16); }
  static WARPMEM_CUDA_TEMPLATE unsigned short from_float(float __f) {
    const unsigned int __bits = same_bits<unsigned int>(__f);
    if ((__bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
    return static_cast<unsigned short>((__bits + 0x7fffu + (__bits >> 16 & 1u)) >> 16);
  }
  static constexpr unsigned short infinity = 0x7f80;
};

// Rounds to the 16-bit format's numbers in the direction asked for.
template <class _Bits>
WARPMEM_CUDA_TEMPLATE unsigned short from_float(float __f, Rounding __mode) {
  const unsigned short __nearest = _Bits::from_float(__f);
  const float __r = _Bits::to_float(__nearest);
  if (__mode == nearest || __r == __f || __f != __f) return __nearest;
  if (__mode == to_zero) __mode = __f > 0 ? down : up;
  const bool __negative = __nearest & 0x8000u;
  if (__mode == up && __r < __f) return static_cast<unsigned short>(__nearest == 0x8000u ? 1 : __negative ? __nearest - 1 : __nearest + 1);
  if (__mode == down && __r > __f) return static_cast<unsigned short>(__nearest == 0 ? 0x8001 : __negative ? __nearest + 1 : __nearest - 1);
  return __nearest;
}
// A double is rounded once: to odd first, so that the second rounding sees what the first left over.
WARPMEM_CUDA_INLINE float to_odd(double __d) {
  const float __f = static_cast<float>(__d);
  if (static_cast<double>(__f) == __d || __d != __d || __builtin_isinf(__f)) return __f;
  const float __lower = directed(__f, __d - static_cast<double>(__f), to_zero);
  return same_bits<float>(same_bits<unsigned int>(__lower) | 1u);
}

}  // namespace warpmem

#endif
