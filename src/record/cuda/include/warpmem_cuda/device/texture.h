// Texture fetches, by object and by reference: values as on a GPU, no access of the trace.
#ifndef WARPMEM_CUDA_TEXTURE_H
#define WARPMEM_CUDA_TEXTURE_H

#include "../host/texture_templates.h"
#include "../runtime.h"

namespace warpmem {

template <class _T>
__attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) _T fetch(const warpmem_texture* __t, int __dimensions, float __x,
                                                                                float __y, float __z) {
  warpmem_not_modelled("texture loads");
  _T __v;
  if (__t->filter == cudaFilterModeLinear || __t->read == cudaReadModeNormalizedFloat) {
    float __channels[4];
    warpmem_filtered_texel(__t, __dimensions, __x, __y, __z, __channels);
    typedef typename Channels<_T>::scalar _Scalar;
    for (int __i = 0; __i < Channels<_T>::count; ++__i) reinterpret_cast<_Scalar*>(&__v)[__i] = static_cast<_Scalar>(__channels[__i]);
  } else {
    __builtin_memcpy(static_cast<void*>(&__v), warpmem_texel(__t, __dimensions, __x, __y, __z), sizeof(_T));
  }
  return __v;
}
WARPMEM_CUDA_INLINE const warpmem_texture* texture_of(cudaTextureObject_t __object) {
  return reinterpret_cast<const warpmem_texture*>(__object);
}

// What a reference's fetch gives: its type, or floats of as many channels.
template <class _T, int _Count>
struct AsFloats {
  typedef float type;
};
template <class _T>
struct AsFloats<_T, 2> {
  typedef float2 type;
};
template <class _T>
struct AsFloats<_T, 4> {
  typedef float4 type;
};
template <class _T, cudaTextureReadMode _Read>
struct Fetched {
  typedef _T type;
};
template <class _T>
struct Fetched<_T, cudaReadModeNormalizedFloat> {
  typedef typename AsFloats<_T, Channels<_T>::count>::type type;
};

}  // namespace warpmem

// Whole coordinates are those of a texel's middle.
#define WARPMEM_FETCH(_Name, _Dimensions, _Parameters, _X, _Y, _Z)                                                   \
  template <class _T>                                                                                                \
  inline _T _Name(cudaTextureObject_t __t, WARPMEM_UNPACK _Parameters) {                                             \
    return warpmem::fetch<_T>(warpmem::texture_of(__t), _Dimensions, _X, _Y, _Z);                                    \
  }                                                                                                                  \
  template <class _T>                                                                                                \
  inline void _Name(_T* __out, cudaTextureObject_t __t, WARPMEM_UNPACK _Parameters) {                                \
    *__out = warpmem::fetch<_T>(warpmem::texture_of(__t), _Dimensions, _X, _Y, _Z);                                  \
  }                                                                                                                  \
  template <class _T, int _D, cudaTextureReadMode _R>                                                                \
  inline typename warpmem::Fetched<_T, _R>::type _Name(const texture<_T, _D, _R>& __t, WARPMEM_UNPACK _Parameters) { \
    return warpmem::fetch<typename warpmem::Fetched<_T, _R>::type>(&__t.warpmem_bound, _Dimensions, _X, _Y, _Z);     \
  }
#define WARPMEM_UNPACK(...) __VA_ARGS__
WARPMEM_FETCH(tex1D, 1, (float __x), __x, 0, 0)
WARPMEM_FETCH(tex2D, 2, (float __x, float __y), __x, __y, 0)
WARPMEM_FETCH(tex3D, 3, (float __x, float __y, float __z), __x, __y, __z)
WARPMEM_FETCH(tex1DLod, 1, (float __x, float), __x, 0, 0)
WARPMEM_FETCH(tex2DLod, 2, (float __x, float __y, float), __x, __y, 0)
WARPMEM_FETCH(tex3DLod, 3, (float __x, float __y, float __z, float), __x, __y, __z)
#undef WARPMEM_FETCH
#undef WARPMEM_UNPACK

// By index in linear memory, of more texels than a float can count.
namespace warpmem {
template <class _T>
__attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) _T fetch_at(const warpmem_texture* __t, int __i) {
  warpmem_not_modelled("texture loads");
  _T __v;
  if (__t->read == cudaReadModeNormalizedFloat) {
    warpmem_texture __one = *__t;
    const size_t __bytes = static_cast<size_t>(__t->format.x + __t->format.y + __t->format.z + __t->format.w) / 8;
    __one.data = static_cast<const char*>(__t->data) + static_cast<size_t>(__i) * __bytes;
    __one.width = 1;
    __one.filter = cudaFilterModePoint;
    return fetch<_T>(&__one, 1, 0.0f, 0.0f, 0.0f);
  }
  if (__i < 0 || static_cast<size_t>(__i) >= __t->width)
    __builtin_memset(static_cast<void*>(&__v), 0, sizeof(_T));
  else
    __builtin_memcpy(static_cast<void*>(&__v), static_cast<const char*>(__t->data) + static_cast<size_t>(__i) * sizeof(_T), sizeof(_T));
  return __v;
}
}  // namespace warpmem
template <class _T>
inline _T tex1Dfetch(cudaTextureObject_t __t, int __i) {
  return warpmem::fetch_at<_T>(warpmem::texture_of(__t), __i);
}
template <class _T>
inline void tex1Dfetch(_T* __out, cudaTextureObject_t __t, int __i) {
  *__out = warpmem::fetch_at<_T>(warpmem::texture_of(__t), __i);
}
template <class _T, int _D, cudaTextureReadMode _R>
inline typename warpmem::Fetched<_T, _R>::type tex1Dfetch(const texture<_T, _D, _R>& __t, int __i) {
  return warpmem::fetch_at<typename warpmem::Fetched<_T, _R>::type>(&__t.warpmem_bound, __i);
}

#endif
