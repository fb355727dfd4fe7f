// CUDA's functions that C has none of, to double precision.
#include <cmath>
#include <limits>

namespace warpmem {

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double half_root_pi = 0.88622692545275801365;
constexpr double root_half = 0.70710678118654752440;

// exp(x^2) erfc(x) for large x: its continued fraction, from the far end.
double tail(double x) {
  double f = x;
  for (int k = 60; k >= 1; --k) f = x + k / 2.0 / f;
  return 0.5 / half_root_pi / f;
}
}  // namespace

double scaled_complementary_error_function(double x) { return x < 5 ? std::exp(x * x) * std::erfc(x) : tail(x); }

// Newton's and Halley's steps from a rough start; each triples the right digits.
double inverse_error_function(double y) {
  if (std::isnan(y) || y < -1 || y > 1) return not_a_number;
  if (y == 1 || y == -1) return y * infinity;
  const double l = std::log1p(-y * y), a = 0.147, b = 2 / (3.14159265358979323846 * a) + l / 2;
  double x = std::copysign(std::sqrt(std::sqrt(b * b - l / a) - b), y);
  for (int i = 0; i < 4; ++i) {
    const double error = (std::fabs(y) < 0.5 ? std::erf(x) - y : y > 0 ? (1 - y) - std::erfc(x) : std::erfc(-x) - (1 + y));
    const double step = error * half_root_pi * std::exp(x * x);
    x -= step / (1 + x * step);
  }
  return x;
}

double inverse_normal(double p) {
  if (std::isnan(p) || p < 0 || p > 1) return not_a_number;
  if (p == 0) return -infinity;
  if (p == 1) return infinity;
  if (p > 0.25 && p < 0.75) return inverse_error_function(2 * p - 1) / root_half;
  const double tail_part = p < 0.5 ? p : 1 - p;
  // erfc(x) = 2 tail_part; relative steps keep small tails right.
  double x = std::sqrt(-std::log(2 * tail_part));
  for (int i = 0; i < 60; ++i) {
    const double ratio = std::log(std::erfc(x) / (2 * tail_part));
    const double slope = -1 / (half_root_pi * scaled_complementary_error_function(x));
    const double step = ratio / slope;
    x -= step;
    if (std::fabs(step) < 1e-16 * x) break;
  }
  return (p < 0.5 ? -x : x) / root_half;
}

double bessel_i(int order, double x) {
  return order % 2 != 0 && x < 0 ? -std::cyl_bessel_i(order, -x) : std::cyl_bessel_i(order, std::fabs(x));
}

}  // namespace warpmem
