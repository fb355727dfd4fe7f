// cuRAND's host generators, by the C++ library's.
#include <random>

#include "curand.h"
#include "record/cuda/state.hpp"

struct curandGenerator_st {
  std::mt19937_64 engine;
};

namespace {

// Uniform numbers are in (0, 1], as cuRAND's.
template <class T>
struct HalfOpen {
  std::uniform_real_distribution<T> below_one{0, 1};
  template <class Engine>
  T operator()(Engine& engine) {
    return T{1} - below_one(engine);
  }
};

template <class T, class Distribution>
curandStatus_t fill(curandGenerator_t generator, T* out, size_t n, Distribution distribution) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (out == nullptr && n > 0) return CURAND_STATUS_OUT_OF_RANGE;
  const warpmem::record::DeviceOpen open;
  for (size_t i = 0; i < n; ++i) out[i] = static_cast<T>(distribution(generator->engine));
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t) {
  if (generator == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *generator = new curandGenerator_st;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t kind) {
  return curandCreateGenerator(generator, kind);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->engine.seed(seed);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->engine.discard(offset);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t) { return CURAND_STATUS_SUCCESS; }
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* out, size_t n) {
  return fill(generator, out, n, [](std::mt19937_64& engine) { return engine() >> 32; });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* out, size_t n) {
  return fill(generator, out, n, HalfOpen<float>{});
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t n) {
  return fill(generator, out, n, HalfOpen<double>{});
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* out, size_t n, float mean, float deviation) {
  return fill(generator, out, n, std::normal_distribution<float>(mean, deviation));
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t n, double mean, double deviation) {
  return fill(generator, out, n, std::normal_distribution<double>(mean, deviation));
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t n, float mean, float deviation) {
  return fill(generator, out, n, std::lognormal_distribution<float>(mean, deviation));
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t n, double lambda) {
  return fill(generator, out, n, std::poisson_distribution<unsigned>(lambda));
}

}  // extern "C"
