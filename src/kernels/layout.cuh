// Arrays of structures against structures of arrays.
#pragma once

struct Point3 {
  float x, y, z;  // 12 bytes
};
struct Point4 {
  float x, y, z, w;  // 16 bytes
};

// One field of three: neighbours' x lie 12 bytes apart, a third of what moves is used.
__global__ void aos12_one(const Point3* points, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = points[i].x;
}

// One field of four: a quarter of what moves is used.
__global__ void aos16_one(const Point4* points, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = points[i].x;
}

// One field as an array of its own: everything that moves is used.
__global__ void soa_one(const float* x, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i];
}

// All three fields: the second and third load find their sectors in L1.
__global__ void aos12_all(const Point3* points, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = points[i].x + points[i].y + points[i].z;
}

// All four fields, one by one.
__global__ void aos16_all(const Point4* points, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = points[i].x + points[i].y + points[i].z + points[i].w;
}

// All four fields as one 16-byte load: the structure aligned to its size.
__global__ void aos16_vector(const float4* points, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float4 p = points[i];
    out[i] = p.x + p.y + p.z + p.w;
  }
}

// All three fields from three arrays.
__global__ void soa_all(const float* x, const float* y, const float* z, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] + y[i] + z[i];
}
