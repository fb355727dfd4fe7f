// CUDA's numeric functions against plain references: bits, rounding, saturation, special functions, 16-bit numbers.
#define __CUDACC__ 1
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <random>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "warpmem_cuda.h"

namespace {

float any_float(std::mt19937& random) {
  float f = 0;
  do {
    f = __uint_as_float(static_cast<unsigned>(random()));
  } while (std::isnan(f));
  return f;
}

// `f` computed by the processor in a rounding mode.
template <class F>
auto rounded(int mode, F f) {
  std::fesetround(mode);
  volatile auto result = f();  // computed here, whatever the compiler thinks of modes
  std::fesetround(FE_TONEAREST);
  return decltype(f())(result);
}

template <class T>
bool same(T a, T b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

TEST_CASE("arithmetic with a rounding in its name rounds as the processor does") {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> near(0.5F, 2.0F);
  for (int i = 0; i < 20000; ++i) {
    volatile float a = near(random) * (i % 2 == 0 ? 1.0F : -1e-3F), b = near(random), c = near(random) * 1e-4F;
    volatile double x = near(random) * 1.0000000001, y = near(random) * 1e-9 + 1;
    struct Mode {
      int mode;
      float sum, difference, product, ratio, fused;
      double wide_sum, wide_product, wide_ratio, wide_root;
    };
    const Mode modes[] = {{FE_UPWARD, __fadd_ru(a, c), __fsub_ru(a, b), __fmul_ru(a, b), __fdiv_ru(a, b), __fmaf_ru(a, b, c),
                           __dadd_ru(x, y), __dmul_ru(x, y), __ddiv_ru(x, y), __dsqrt_ru(y)},
                          {FE_DOWNWARD, __fadd_rd(a, c), __fsub_rd(a, b), __fmul_rd(a, b), __fdiv_rd(a, b), __fmaf_rd(a, b, c),
                           __dadd_rd(x, y), __dmul_rd(x, y), __ddiv_rd(x, y), __dsqrt_rd(y)},
                          {FE_TOWARDZERO, __fadd_rz(a, c), __fsub_rz(a, b), __fmul_rz(a, b), __fdiv_rz(a, b), __fmaf_rz(a, b, c),
                           __dadd_rz(x, y), __dmul_rz(x, y), __ddiv_rz(x, y), __dsqrt_rz(y)},
                          {FE_TONEAREST, __fadd_rn(a, c), __fsub_rn(a, b), __fmul_rn(a, b), __fdiv_rn(a, b), __fmaf_rn(a, b, c),
                           __dadd_rn(x, y), __dmul_rn(x, y), __ddiv_rn(x, y), __dsqrt_rn(y)}};
    for (const Mode& m : modes) {
      const bool all = same(m.sum, rounded(m.mode, [&] { return static_cast<float>(a + c); })) &&
                       same(m.difference, rounded(m.mode, [&] { return static_cast<float>(a - b); })) &&
                       same(m.product, rounded(m.mode, [&] { return static_cast<float>(a * b); })) &&
                       same(m.ratio, rounded(m.mode, [&] { return static_cast<float>(a / b); })) &&
                       same(m.fused, rounded(m.mode, [&] { return std::fma(float{a}, float{b}, float{c}); })) &&
                       same(m.wide_sum, rounded(m.mode, [&] { return static_cast<double>(x + y); })) &&
                       same(m.wide_product, rounded(m.mode, [&] { return static_cast<double>(x * y); })) &&
                       same(m.wide_ratio, rounded(m.mode, [&] { return static_cast<double>(x / y); })) &&
                       same(m.wide_root, rounded(m.mode, [&] { return std::sqrt(double{y}); }));
      INFO("mode " << m.mode << " a " << float{a} << " b " << float{b} << " c " << float{c});
      if (!all) FAIL();
    }
  }
}

TEST_CASE("conversions round as their names say, stop at the ends, and make 0 of what is not a number") {
  CHECK(__float2int_rn(2.5F) == 2);
  CHECK(__float2int_rn(3.5F) == 4);
  CHECK(__float2int_rz(-2.7F) == -2);
  CHECK(__float2int_ru(2.1F) == 3);
  CHECK(__float2int_rd(-2.1F) == -3);
  CHECK(__float2int_rz(1e20F) == INT_MAX);
  CHECK(__float2int_rz(-1e20F) == INT_MIN);
  CHECK(__float2int_rz(NAN) == 0);
  CHECK(__float2uint_rz(-5.0F) == 0U);
  CHECK(__float2uint_rn(4294967040.0F) == 4294967040U);
  CHECK(__float2ull_rz(1e30F) == ULLONG_MAX);
  CHECK(__double2ll_rd(-1.5) == -2);
  CHECK(__int2float_rz(16777217) == 16777216.0F);
  CHECK(__int2float_ru(16777217) == 16777218.0F);
  CHECK(__ull2double_rd(ULLONG_MAX) == 0x1.fffffffffffffp63);
  CHECK(__ull2double_rn(ULLONG_MAX) == 0x1p64);
  CHECK(__double2float_ru(1 + 1e-12) == std::nextafter(1.0F, 2.0F));
  CHECK(__double2float_rz(-1 - 1e-12) == -1.0F);
  CHECK(__hiloint2double(0x40090000, 0) == 3.125);
  CHECK(__double2hiint(3.125) == 0x40090000);
  CHECK(__float_as_int(1.0F) == 0x3f800000);
  CHECK(__longlong_as_double(__double_as_longlong(-2.5)) == -2.5);
}

TEST_CASE("integer instructions equal loops over the bits") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    const auto a = static_cast<unsigned>(random() >> (random() % 33)), b = static_cast<unsigned>(random());
    const auto w = random() >> (random() % 64);
    unsigned reversed = 0;
    int ones = 0, leading = 0, first = 0;
    for (unsigned k = 0; k < 32; ++k) {
      reversed |= (a >> k & 1U) << (31 - k);
      ones += static_cast<int>(a >> k & 1U);
      if (first == 0 && (a >> k & 1U)) first = static_cast<int>(k) + 1;
      if (a >> k == 0) ++leading;
    }
    REQUIRE(__brev(a) == reversed);
    REQUIRE(__popc(a) == ones);
    REQUIRE(__clz(static_cast<int>(a)) == leading);
    REQUIRE(__ffs(static_cast<int>(a)) == first);
    REQUIRE(__brevll(w) >> 32 == __brev(static_cast<unsigned>(w)));
    REQUIRE(__umulhi(a, b) == static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32));
    const unsigned n = b % 70;
    const unsigned long long both = static_cast<unsigned long long>(b) << 32 | a;
    REQUIRE(__funnelshift_l(a, b, n) == static_cast<unsigned>(both << n % 32 >> 32));
    REQUIRE(__funnelshift_rc(a, b, n) == (n >= 32 ? b : static_cast<unsigned>(both >> n)));
    const auto* bytes = reinterpret_cast<const unsigned char*>(&both);
    REQUIRE(__byte_perm(a, b, 0x5047) == (bytes[7] | bytes[4] << 8 | bytes[0] << 16 | static_cast<unsigned>(bytes[5]) << 24));
    REQUIRE(__uhadd(a, b) == static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1));
    REQUIRE(__urhadd(a, b) == static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1));
    REQUIRE(__usad(a, b, 5U) == 5U + (a > b ? a - b : b - a));
  }
  CHECK(__clz(0) == 32);
  CHECK(__clzll(0) == 64);
  CHECK(__mul24(0x00800000, 2) == -0x01000000);
  CHECK(__umul24(0xff000003U, 2U) == 6U);
  CHECK(__mul64hi(-1, 5) == -1);
  CHECK(__hadd(INT_MAX, INT_MAX) == INT_MAX);
  CHECK(__rhadd(-3, -4) == -3);
  CHECK(__dp4a(0x7f010203, 0x01ff0302, 10) == 10 + 127 - 1 + 6 + 6);
  CHECK(__fns(0b101100U, 0, 2) == 3U);
  CHECK(__fns(0b101100U, 0, 4) == 0xffffffffU);
  CHECK(__fns(0b101100U, 31, -1) == 5U);
}

TEST_CASE("min and max take the pairs that CUDA takes, and numbers go before what is none") {
  CHECK(max(3, 5U) == 5U);
  CHECK(min(7L, 2L) == 2L);
  CHECK(max(sizeof(int), sizeof(char)) == 4U);
  CHECK(min(2.0F, 1.0) == 1.0);
  CHECK(max(NAN, 1.0F) == 1.0F);
  CHECK(umin(1, 0xffffffffU) == 1U);
  CHECK(__saturatef(NAN) == 0.0F);
  CHECK(__saturatef(7) == 1.0F);
}

TEST_CASE("special functions agree with their definitions") {
  for (double x = -4; x <= 4; x += 0.37) {
    CHECK(sinpi(x) == Approx(std::sin(M_PI * x)).margin(1e-12));
    CHECK(cospi(x) == Approx(std::cos(M_PI * x)).margin(1e-12));
    CHECK(erfinv(std::erf(x / 2)) == Approx(x / 2).epsilon(1e-10).margin(1e-12));
    CHECK(normcdfinv(normcdf(x)) == Approx(x).epsilon(1e-10).margin(1e-12));
    CHECK(erfcinv(std::erfc(x)) == Approx(x).epsilon(1e-6).margin(1e-12));
    CHECK(cyl_bessel_i0(x) == Approx(std::cyl_bessel_i(0, std::fabs(x))));
    CHECK(cyl_bessel_i1(x) == Approx(std::copysign(std::cyl_bessel_i(1, std::fabs(x)), x)));
  }
  CHECK(sinpi(1.0) == 0);
  CHECK(cospi(0.5) == 0);
  CHECK(sinpif(0.5F) == 1);
  CHECK(erfcx(1.0) == Approx(std::exp(1.0) * std::erfc(1.0)));
  CHECK(erfcx(30.0) == Approx(1 / (30 * std::sqrt(M_PI)) * (1 - 1 / 1800.0)).epsilon(1e-5));
  CHECK(normcdfinv(1e-20) == Approx(-9.262340089798408));
  CHECK(std::isnan(erfinv(2.0)));
  CHECK(rsqrtf(4) == 0.5F);
  CHECK(norm4d(1, 2, 2, 4) == Approx(5));
  CHECK(rhypot(3.0, 4.0) == Approx(0.2));
  float s = 0, c = 0;
  __sincosf(0.5F, &s, &c);
  CHECK(s == std::sin(0.5F));
  CHECK(__powf(2, 10) == 1024);
}

TEST_CASE("half numbers equal the compiler's own, in both directions and all directions of rounding") {
  const auto reference = [](float f) {
    const auto h = static_cast<_Float16>(f);
    unsigned short bits = 0;
    std::memcpy(&bits, &h, sizeof bits);
    return bits;
  };
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const half h = __ushort_as_half(static_cast<unsigned short>(bits));
    const float f = __half2float(h);
    if (std::isnan(f)) {
      REQUIRE((bits & 0x7fffU) > 0x7c00U);
      continue;
    }
    REQUIRE(__half_as_ushort(__float2half(f)) == bits);
    if (std::isinf(f)) continue;
    const float above = std::nextafter(f, 1e30F);
    REQUIRE(__half2float(__float2half_ru(above)) > f);
    REQUIRE(__half2float(__float2half_rd(above)) == f);
  }
  std::mt19937 random(3);
  for (int i = 0; i < 300000; ++i) {
    const float f = i % 2 == 0 ? any_float(random) : __uint_as_float((static_cast<unsigned>(random()) & 0x8fffffffU) | 0x30000000U);
    REQUIRE(__half_as_ushort(__float2half(f)) == reference(f));
  }
}

TEST_CASE("16-bit arithmetic rounds once") {
  // 1 + 2^-11 + 2^-22: in float, then half, the tie would hide the last part.
  CHECK(__half2float(__hfma(half(1 + 0x1p-10F), half(0x1p-11F), half(1))) == 1 + 0x1p-10F);
  CHECK(__half2float(half(1) / half(3)) == __half2float(__float2half(1.0F / 3)));
  CHECK(static_cast<int>(half(7.9F)) == 7);
  CHECK(__half2int_rn(half(2.5F)) == 2);
  CHECK(__hisinf(half(65519) + half(65504)) == 1);
  CHECK_FALSE(__heq(CUDART_NAN_FP16, CUDART_NAN_FP16));
  CHECK(__hequ(CUDART_NAN_FP16, half(1)));
  CHECK(__half2float(__hmax(CUDART_NAN_FP16, half(1))) == 1);
  CHECK(__hisnan(__hmax_nan(CUDART_NAN_FP16, half(1))));
  CHECK(__high2float(__hfma2(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __float2half2_rn(1))) == 9);
  CHECK(__low2float(__lowhigh2highlow(__floats2half2_rn(1, 2))) == 2);
  CHECK(__half2float(__hadd_sat(half(0.75F), half(0.75F))) == 1);
  CHECK(__bfloat162float(__float2bfloat16(1 + 0x1p-8F)) == 1);
  CHECK(__bfloat162float(__float2bfloat16_ru(1 + 0x1p-8F)) == 1 + 0x1p-7F);
  CHECK(__bfloat162float(nv_bfloat16(3) * nv_bfloat16(5)) == 15);
  CHECK(__half2float(__double2half(1 + 0x1p-11 + 0x1p-40)) == 1 + 0x1p-10F);
}

TEST_CASE("vector types are made, set and compared with CUDA's sizes as in CUDA programs") {
  constexpr float4 constant = {1, 2, 3, 4};
  static_assert(constant.y == 2 && constant.w == 4);
  constexpr float4 copied = constant;
  static_assert(copied.z == 3);
  const float4 several[2] = {make_float4(1, 2, 3, 4), make_float4(5, 6, 7, 8)};
  CHECK(several[1].z == 7);
  struct Body {
    float4 place;
    int id;
  } body = {{1, 2, 3, 4}, 5};
  CHECK(body.place.w + static_cast<float>(body.id) == 9);
  dim3 grid(4), block = {16, 16};
  CHECK(grid.y * block.y * block.z == 16);
  const uint3 as_uint3 = block;
  CHECK(as_uint3.x == 16);
  static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(double4) == 32 && alignof(double4) == 16);
  static_assert(sizeof(char3) == 3 && alignof(uchar4) == 4 && alignof(short4) == 8 && alignof(longlong2) == 16 && alignof(int3) == 4);
  static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4);
  static_assert(std::is_aggregate_v<float4> && std::is_trivially_default_constructible_v<float4>);
}
