// Arrays and the copies that name one.
#include <algorithm>

#include "record/cuda/arrays.hpp"
#include "record/cuda/state.hpp"
#include "record/runtime.hpp"

using warpmem::record::keep;
using warpmem::record::texel_bytes;

namespace {

// Where a copy's side begins, and how far apart its rows and planes are. An array's x counts texels where the other side is
// memory, as CUDA has it.
struct Side {
  char* data;
  std::size_t pitch, plane;
};
Side side(cudaArray_t array, const cudaPos& at, const cudaPitchedPtr& pointer) {
  if (array != nullptr)
    return {array->data + at.z * array->plane() + at.y * array->pitch() + at.x * array->texel, array->pitch(), array->plane()};
  const std::size_t plane = pointer.pitch * pointer.ysize;
  return {static_cast<char*>(pointer.ptr) + at.z * plane + at.y * pointer.pitch + at.x, pointer.pitch, plane};
}

// Whether a copy of this many bytes, rows and planes stays within the array; where there is none, memory is checked later.
bool stays_within(cudaArray_const_t array, const cudaPos& at, std::size_t width, const cudaExtent& extent) {
  return array == nullptr ||
         (at.x * array->texel + width <= array->pitch() && at.y + extent.height <= array->height && at.z + extent.depth <= array->depth);
}

bool has_room(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
  return array != nullptr && x + width <= array->pitch() && y + height <= array->height;
}

}  // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) { return {x, y, z, w, kind}; }

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  if (format == nullptr || array == nullptr) return keep(cudaErrorInvalidValue);
  *format = array->format;
  return cudaSuccess;
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height, unsigned flags) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned) {
  if (array == nullptr || format == nullptr || extent.width == 0 || texel_bytes(*format) == 0) return keep(cudaErrorInvalidValue);
  const cudaArray made{
      *format, extent.width, std::max<std::size_t>(extent.height, 1), std::max<std::size_t>(extent.depth, 1), texel_bytes(*format),
      nullptr};
  void* const data = warpmem_device_allocate(made.plane() * made.depth, 0);
  if (data == nullptr) return keep(cudaErrorMemoryAllocation);
  *array = new cudaArray(made);
  (*array)->data = static_cast<char*>(data);
  return cudaSuccess;
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  if (array == nullptr) return cudaSuccess;
  warpmem_device_free(array->data);
  delete array;
  return cudaSuccess;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  if (to == nullptr || y * to->pitch() + x + bytes > to->plane()) return keep(cudaErrorInvalidValue);
  return cudaMemcpy(to->data + y * to->pitch() + x, from, bytes, kind);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  if (from == nullptr || y * from->pitch() + x + bytes > from->plane()) return keep(cudaErrorInvalidValue);
  return cudaMemcpy(to, from->data + y * from->pitch() + x, bytes, kind);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height,
                                cudaMemcpyKind kind) {
  if (!has_room(to, x, y, width, height)) return keep(cudaErrorInvalidValue);
  return cudaMemcpy2D(to->data + y * to->pitch() + x, to->pitch(), from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  if (!has_room(from, x, y, width, height)) return keep(cudaErrorInvalidValue);
  return cudaMemcpy2D(to, pitch, from->data + y * from->pitch() + x, from->pitch(), width, height, kind);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (p == nullptr) return keep(cudaErrorInvalidValue);
  const cudaArray_t array = p->dstArray != nullptr ? p->dstArray : p->srcArray;
  const std::size_t width = p->extent.width * (array != nullptr ? array->texel : 1);
  if (!stays_within(p->dstArray, p->dstPos, width, p->extent) || !stays_within(p->srcArray, p->srcPos, width, p->extent))
    return keep(cudaErrorInvalidValue);
  const Side to = side(p->dstArray, p->dstPos, p->dstPtr), from = side(p->srcArray, p->srcPos, p->srcPtr);
  for (std::size_t z = 0; z < p->extent.depth; ++z) {
    const cudaError_t error =
        cudaMemcpy2D(to.data + z * to.plane, to.pitch, from.data + z * from.plane, from.pitch, width, p->extent.height, p->kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t) { return cudaMemcpy3D(parameters); }

}  // extern "C"
