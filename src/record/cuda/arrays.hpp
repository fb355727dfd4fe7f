// A CUDA array: texels in rows without padding.
#pragma once

#include "cuda_runtime_api.h"

struct cudaArray {
  cudaChannelFormatDesc format;
  std::size_t width, height, depth;  // texels; height and depth at least 1
  std::size_t texel;                 // bytes
  char* data;
  std::size_t pitch() const { return width * texel; }
  std::size_t plane() const { return pitch() * height; }
};

namespace warpmem::record {
inline std::size_t texel_bytes(const cudaChannelFormatDesc& f) { return static_cast<std::size_t>(f.x + f.y + f.z + f.w) / 8; }
}  // namespace warpmem::record
