// Texture references and how they are bound.
#ifndef WARPMEM_CUDA_TEXTURE_TEMPLATES_H
#define WARPMEM_CUDA_TEXTURE_TEMPLATES_H

#include "../types/vector_types.h"
#include "texture_api.h"

template <class _T, int _Dimensions = cudaTextureType1D, cudaTextureReadMode _Read = cudaReadModeElementType>
struct texture : textureReference {
  mutable warpmem_texture warpmem_bound;
  texture(int __normalized = 0, cudaTextureFilterMode __filter = cudaFilterModePoint,
          cudaTextureAddressMode __address = cudaAddressModeClamp)
      : textureReference(), warpmem_bound() {
    normalized = __normalized;
    filterMode = __filter;
    addressMode[0] = addressMode[1] = addressMode[2] = __address;
  }
};

namespace warpmem {
// Channels of a type and their scalar.
template <class _T>
struct Channels {
  typedef _T scalar;
  static constexpr int count = 1;
};
#define WARPMEM_CHANNELS(_Family, _Scalar) \
  template <>                              \
  struct Channels<_Family##1> {            \
    typedef _Scalar scalar;                \
    static constexpr int count = 1;        \
  };                                       \
  template <>                              \
  struct Channels<_Family##2> {            \
    typedef _Scalar scalar;                \
    static constexpr int count = 2;        \
  };                                       \
  template <>                              \
  struct Channels<_Family##4> {            \
    typedef _Scalar scalar;                \
    static constexpr int count = 4;        \
  };
WARPMEM_CHANNELS(char, signed char)
WARPMEM_CHANNELS(uchar, unsigned char)
WARPMEM_CHANNELS(short, short)
WARPMEM_CHANNELS(ushort, unsigned short)
WARPMEM_CHANNELS(int, int)
WARPMEM_CHANNELS(uint, unsigned int)
WARPMEM_CHANNELS(float, float)
#undef WARPMEM_CHANNELS
WARPMEM_CUDA_INLINE constexpr bool is_float(const float*) { return true; }
WARPMEM_CUDA_INLINE constexpr bool is_float(const void*) { return false; }
}  // namespace warpmem

template <class _T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename warpmem::Channels<_T>::scalar _Scalar;
  const int __n = warpmem::Channels<_T>::count, __bits = static_cast<int>(8 * sizeof(_Scalar));
  return cudaChannelFormatDesc{__bits, __n > 1 ? __bits : 0, __n > 2 ? __bits : 0, __n > 2 ? __bits : 0,
                               warpmem::is_float(static_cast<const _Scalar*>(0)) ? cudaChannelFormatKindFloat
                               : static_cast<_Scalar>(-1) < _Scalar()            ? cudaChannelFormatKindSigned
                                                                                 : cudaChannelFormatKindUnsigned};
}

template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaBindTexture(size_t* __offset, const texture<_T, _D, _R>& __t, const void* __p, const cudaChannelFormatDesc& __format,
                                   size_t __bytes = UINT_MAX) {
  if (__offset) *__offset = 0;
  return warpmem_bind_texture(&__t.warpmem_bound, &__t, _R, __p, 0, &__format, __bytes / sizeof(_T), 1, __bytes);
}
template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaBindTexture(size_t* __offset, const texture<_T, _D, _R>& __t, const void* __p, size_t __bytes = UINT_MAX) {
  return cudaBindTexture(__offset, __t, __p, cudaCreateChannelDesc<_T>(), __bytes);
}
template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaBindTexture2D(size_t* __offset, const texture<_T, _D, _R>& __t, const void* __p,
                                     const cudaChannelFormatDesc& __format, size_t __width, size_t __height, size_t __pitch) {
  if (__offset) *__offset = 0;
  return warpmem_bind_texture(&__t.warpmem_bound, &__t, _R, __p, 0, &__format, __width, __height, __pitch);
}
template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaBindTexture2D(size_t* __offset, const texture<_T, _D, _R>& __t, const void* __p, size_t __width, size_t __height,
                                     size_t __pitch) {
  return cudaBindTexture2D(__offset, __t, __p, cudaCreateChannelDesc<_T>(), __width, __height, __pitch);
}
template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaBindTextureToArray(const texture<_T, _D, _R>& __t, cudaArray_const_t __array,
                                          const cudaChannelFormatDesc& __format) {
  return warpmem_bind_texture(&__t.warpmem_bound, &__t, _R, 0, __array, &__format, 0, 0, 0);
}
template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaBindTextureToArray(const texture<_T, _D, _R>& __t, cudaArray_const_t __array) {
  return cudaBindTextureToArray(__t, __array, cudaCreateChannelDesc<_T>());
}
template <class _T, int _D, cudaTextureReadMode _R>
inline cudaError_t cudaUnbindTexture(const texture<_T, _D, _R>& __t) {
  __t.warpmem_bound.data = 0;
  return cudaSuccess;
}

#endif
