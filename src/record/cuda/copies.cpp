// Copies and fills. A pointer said to be the device's must be memory that the device may touch: what CUDA answers with
// "invalid argument" is that here too, and no crash.
#include <cstring>

#include "record/cuda/state.hpp"

namespace {

using warpmem::record::DeviceOpen;
using warpmem::record::is_device_memory;
using warpmem::record::keep;

struct Sides {
  bool to_device, from_device;
};

// Rows of `width` bytes; one row of one plane for a plain copy.
struct Rows {
  std::size_t width, height = 1, depth = 1;
};
struct Place {
  const void* pointer;
  std::size_t pitch = 0, plane = 0;  // bytes from row to row, from plane to plane
  std::size_t extent(const Rows& rows) const { return (rows.depth - 1) * plane + (rows.height - 1) * pitch + rows.width; }
  char* row(std::size_t y, std::size_t z) const { return static_cast<char*>(const_cast<void*>(pointer)) + z * plane + y * pitch; }
};

cudaError_t copy(const Place& to, const Place& from, const Rows& rows, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return keep(cudaErrorInvalidMemcpyDirection);
  if (rows.width == 0 || rows.height == 0 || rows.depth == 0) return cudaSuccess;
  if ((rows.height > 1 || rows.depth > 1) && (to.pitch < rows.width || from.pitch < rows.width)) return keep(cudaErrorInvalidPitchValue);
  if (to.pointer == nullptr || from.pointer == nullptr) return keep(cudaErrorInvalidValue);
  const Sides sides{kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice,
                    kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice};
  if (sides.to_device && !is_device_memory(to.pointer, to.extent(rows))) return keep(cudaErrorInvalidValue);
  if (sides.from_device && !is_device_memory(from.pointer, from.extent(rows))) return keep(cudaErrorInvalidValue);
  const DeviceOpen open;
  for (std::size_t z = 0; z < rows.depth; ++z)
    for (std::size_t y = 0; y < rows.height; ++y) std::memmove(to.row(y, z), from.row(y, z), rows.width);
  return cudaSuccess;
}

cudaError_t fill(const Place& at, int value, const Rows& rows) {
  if (rows.width == 0 || rows.height == 0 || rows.depth == 0) return cudaSuccess;
  if (at.pointer == nullptr || !is_device_memory(at.pointer, at.extent(rows))) return keep(cudaErrorInvalidValue);
  const DeviceOpen open;
  for (std::size_t z = 0; z < rows.depth; ++z)
    for (std::size_t y = 0; y < rows.height; ++y) std::memset(at.row(y, z), value, rows.width);
  return cudaSuccess;
}

const char* moved(const void* pointer, std::size_t offset) { return static_cast<const char*>(pointer) + offset; }

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) { return copy({to}, {from}, {bytes}, kind); }
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return copy({to}, {from}, {bytes}, kind);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  if (to_device != 0 || from_device != 0) return keep(cudaErrorInvalidDevice);
  return copy({to}, {from}, {bytes}, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes, cudaStream_t) {
  return cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy({to, to_pitch}, {from, from_pitch}, {width, height}, kind);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) { return fill({pointer}, value, {bytes}); }
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t) { return fill({pointer}, value, {bytes}); }
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return fill({pointer, pitch}, value, {width, height});
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t) {
  return cudaMemset2D(pointer, pitch, value, width, height);
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return fill({pointer.ptr, pointer.pitch, pointer.pitch * pointer.ysize}, value, {extent.width, extent.height, extent.depth});
}

// Any variable is taken for a symbol: some that are marked __device__ cannot be put where the device's are.
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (symbol == nullptr) return keep(cudaErrorInvalidSymbol);
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return keep(cudaErrorInvalidMemcpyDirection);
  return copy({moved(symbol, offset)}, {from}, {bytes}, cudaMemcpyDefault);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  if (symbol == nullptr) return keep(cudaErrorInvalidSymbol);
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return keep(cudaErrorInvalidMemcpyDirection);
  return copy({to}, {moved(symbol, offset)}, {bytes}, cudaMemcpyDefault);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  if (pointer == nullptr || symbol == nullptr) return keep(cudaErrorInvalidSymbol);
  *pointer = const_cast<void*>(symbol);
  return cudaSuccess;
}
// A size is in a variable's type, which this call, as C has it, does not see.
cudaError_t cudaGetSymbolSize(size_t*, const void*) { return keep(cudaErrorInvalidSymbol); }

}  // extern "C"
