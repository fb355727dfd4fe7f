// Arrays and texture objects. Offsets and widths of copies are bytes, of arrays texels.
#ifndef WARPMEM_CUDA_TEXTURE_API_H
#define WARPMEM_CUDA_TEXTURE_API_H

#include "../types/texture_types.h"

WARPMEM_CUDA_BEGIN
struct cudaChannelFormatDesc cudaCreateChannelDesc(int __x, int __y, int __z, int __w, enum cudaChannelFormatKind __kind);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* __format, cudaArray_const_t __array);
cudaError_t cudaMallocArray(cudaArray_t* __array, const struct cudaChannelFormatDesc* __format, size_t __width,
                            size_t __height WARPMEM_CUDA_DEFAULT(0), unsigned int __flags WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t* __array, const struct cudaChannelFormatDesc* __format, struct cudaExtent __extent,
                              unsigned int __flags WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t __array);
cudaError_t cudaMemcpyToArray(cudaArray_t __to, size_t __x, size_t __y, const void* __from, size_t __bytes, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpyFromArray(void* __to, cudaArray_const_t __from, size_t __x, size_t __y, size_t __bytes, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t __to, size_t __x, size_t __y, const void* __from, size_t __pitch, size_t __width,
                                size_t __height, enum cudaMemcpyKind __kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t __to, size_t __x, size_t __y, const void* __from, size_t __pitch, size_t __width,
                                     size_t __height, enum cudaMemcpyKind __kind, cudaStream_t __stream WARPMEM_CUDA_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void* __to, size_t __pitch, cudaArray_const_t __from, size_t __x, size_t __y, size_t __width,
                                  size_t __height, enum cudaMemcpyKind __kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* __texture, const struct cudaResourceDesc* __resource,
                                    const struct cudaTextureDesc* __how, const struct cudaResourceViewDesc* __view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t __texture);

// For texture references: `reference` gives filter, address modes and coordinates; a width of 0 with an array: the array's.
cudaError_t warpmem_bind_texture(struct warpmem_texture* __bound, const struct textureReference* __reference, int __read,
                                 const void* __data, cudaArray_const_t __array, const struct cudaChannelFormatDesc* __format,
                                 size_t __width, size_t __height, size_t __pitch);
// The texel at these coordinates, or zeros outside a border; and the filtered or normalised value of its channels.
const void* warpmem_texel(const struct warpmem_texture* __t, int __dimensions, float __x, float __y, float __z);
void warpmem_filtered_texel(const struct warpmem_texture* __t, int __dimensions, float __x, float __y, float __z, float* __channels);
WARPMEM_CUDA_END

#endif
