// Textures: addressing, filtering, normalised reads.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "record/cuda/arrays.hpp"
#include "record/cuda/state.hpp"

namespace {

using warpmem::record::keep;
using warpmem::record::texel_bytes;

constexpr std::ptrdiff_t outside = -1;

// The texel's index along one axis.
std::ptrdiff_t index(std::ptrdiff_t i, std::size_t texels, cudaTextureAddressMode mode, bool normalized) {
  const auto n = static_cast<std::ptrdiff_t>(texels);
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeBorder) return outside;
  if (normalized && mode == cudaAddressModeWrap) return (i % n + n) % n;
  if (normalized && mode == cudaAddressModeMirror) {
    const std::ptrdiff_t around = (i % (2 * n) + 2 * n) % (2 * n);
    return around < n ? around : 2 * n - 1 - around;
  }
  return i < 0 ? 0 : n - 1;
}

using Coordinates = std::array<float, 3>;

struct Sampler {
  const warpmem_texture& t;
  int dimensions;

  std::size_t size(int axis) const { return axis == 0 ? t.width : axis == 1 ? t.height : t.depth; }
  Coordinates in_texels(float x, float y, float z) const {
    Coordinates c{x, y, z};
    for (int a = 0; a < 3; ++a)
      if (t.normalized != 0) c[static_cast<std::size_t>(a)] *= static_cast<float>(size(a));
    return c;
  }
  const char* at(const std::array<std::ptrdiff_t, 3>& i) const {
    static const char zeros[16] = {};
    std::size_t place = 0;
    const std::size_t steps[3] = {texel_bytes(t.format), t.pitch, t.plane};
    for (int a = 0; a < dimensions; ++a) {
      const std::ptrdiff_t k = index(i[static_cast<std::size_t>(a)], size(a), t.address[a], t.normalized != 0);
      if (k == outside) return zeros;
      place += static_cast<std::size_t>(k) * steps[a];
    }
    return static_cast<const char*>(t.data) + place;
  }
  // The channels as floats; integers by their largest value when they are to be normalised.
  void channels(const char* texel, float out[4]) const {
    const int bits[4] = {t.format.x, t.format.y, t.format.z, t.format.w};
    for (int c = 0; c < 4; ++c) {
      out[c] = 0;
      if (bits[c] == 0) continue;
      out[c] = channel(texel, bits[c]);
      texel += bits[c] / 8;
    }
  }

 private:
  float channel(const char* p, int bits) const {
    if (t.format.f == cudaChannelFormatKindFloat) return read<float>(p);
    const bool is_signed = t.format.f == cudaChannelFormatKindSigned;
    if (bits == 8) return is_signed ? scaled<std::int8_t>(p, 127) : scaled<std::uint8_t>(p, 255);
    if (bits == 16) return is_signed ? scaled<std::int16_t>(p, 32767) : scaled<std::uint16_t>(p, 65535);
    return is_signed ? static_cast<float>(read<std::int32_t>(p)) : static_cast<float>(read<std::uint32_t>(p));
  }
  template <class T>
  static T read(const char* p) {
    T v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  template <class T>
  float scaled(const char* p, float largest) const {
    const auto v = static_cast<float>(read<T>(p));
    return t.read == cudaReadModeNormalizedFloat ? std::fmax(v / largest, -1.0F) : v;
  }
};

std::ptrdiff_t whole(float x) { return static_cast<std::ptrdiff_t>(std::floor(x)); }

void set_layout(warpmem_texture& t, const cudaArray& array) {
  t.data = array.data;
  t.width = array.width;
  t.height = array.height;
  t.depth = array.depth;
  t.pitch = array.pitch();
  t.plane = array.plane();
  t.format = array.format;
}

}  // namespace

extern "C" {

const void* warpmem_texel(const warpmem_texture* t, int dimensions, float x, float y, float z) {
  const Sampler sampler{*t, dimensions};
  const Coordinates c = sampler.in_texels(x, y, z);
  return sampler.at({whole(c[0]), whole(c[1]), whole(c[2])});
}

void warpmem_filtered_texel(const warpmem_texture* t, int dimensions, float x, float y, float z, float* out) {
  const Sampler sampler{*t, dimensions};
  const Coordinates c = sampler.in_texels(x, y, z);
  if (t->filter == cudaFilterModePoint) {
    sampler.channels(sampler.at({whole(c[0]), whole(c[1]), whole(c[2])}), out);
    return;
  }
  std::fill_n(out, 4, 0.0F);
  for (unsigned corner = 0; corner < 1U << dimensions; ++corner) {
    float weight = 1;
    std::array<std::ptrdiff_t, 3> i{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      const float from = c[a] - 0.5F;
      // The hardware's weights have 8 bits.
      const float part = std::round((from - std::floor(from)) * 256) / 256;
      const bool upper = (corner >> a & 1U) != 0;
      weight *= upper ? part : 1 - part;
      i[a] = whole(from) + (upper ? 1 : 0);
    }
    if (weight == 0) continue;
    float channels[4];
    sampler.channels(sampler.at(i), channels);
    for (int k = 0; k < 4; ++k) out[k] += weight * channels[k];
  }
}

cudaError_t warpmem_bind_texture(warpmem_texture* t, const textureReference* reference, int read, const void* data, cudaArray_const_t array,
                                 const cudaChannelFormatDesc* format, size_t width, size_t height, size_t pitch) {
  if (data == nullptr && array == nullptr) return keep(cudaErrorInvalidValue);
  *t = {data,
        width,
        height,
        1,
        pitch,
        pitch * height,
        *format,
        {},
        reference->filterMode,
        static_cast<cudaTextureReadMode>(read),
        reference->normalized};
  if (array != nullptr) set_layout(*t, *array);
  std::memcpy(t->address, reference->addressMode, sizeof t->address);
  return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* out, const cudaResourceDesc* resource, const cudaTextureDesc* how,
                                    const cudaResourceViewDesc*) {
  if (out == nullptr || resource == nullptr || how == nullptr) return keep(cudaErrorInvalidValue);
  warpmem_texture t{};
  if (resource->resType == cudaResourceTypeArray) {
    if (resource->res.array.array == nullptr) return keep(cudaErrorInvalidValue);
    set_layout(t, *resource->res.array.array);
  } else if (resource->resType == cudaResourceTypeLinear) {
    const auto& linear = resource->res.linear;
    if (linear.devPtr == nullptr || texel_bytes(linear.desc) == 0) return keep(cudaErrorInvalidValue);
    t = {linear.devPtr,
         linear.sizeInBytes / texel_bytes(linear.desc),
         1,
         1,
         linear.sizeInBytes,
         linear.sizeInBytes,
         linear.desc,
         {},
         {},
         {},
         0};
  } else if (resource->resType == cudaResourceTypePitch2D) {
    const auto& rows = resource->res.pitch2D;
    if (rows.devPtr == nullptr) return keep(cudaErrorInvalidValue);
    t = {rows.devPtr, rows.width, rows.height, 1, rows.pitchInBytes, rows.pitchInBytes * rows.height, rows.desc, {}, {}, {}, 0};
  } else {
    return keep(cudaErrorNotSupported);
  }
  std::memcpy(t.address, how->addressMode, sizeof t.address);
  t.filter = how->filterMode;
  t.read = how->readMode;
  t.normalized = how->normalizedCoords;
  *out = reinterpret_cast<cudaTextureObject_t>(new warpmem_texture(t));
  return cudaSuccess;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  delete reinterpret_cast<warpmem_texture*>(texture);
  return cudaSuccess;
}

}  // extern "C"
