// Each step touches global arrays of its own type once; what it should be seen to do stands beside it.
#include "hooked.hpp"

#include "warpmem_cuda.h"
// Above: as CUDA source is compiled.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace {

template <class T>
alignas(16) T first[4];
template <class T>
alignas(16) T second[4];

template <class T>
[[gnu::noipa]] void copy(T* a, T* b) {
  b[0] = a[1];
}
template <class T>
[[gnu::noipa]] void change(T* a, T* b) {
  T v = a[1];
  v.x = v.y;
  b[0] = v;
}
template <class T>
[[gnu::noipa]] void member(T* a, T* b) {
  b[0].y = a[1].y;
}
template <class T>
[[gnu::noipa]] void assemble(T* a, T* b) {
  b[0] = {a[0].x, a[1].x};
}
template <class T>
[[gnu::noipa]] void choose(T* a, T* b) {
  b[0] = threadIdx.x < blockDim.x ? a[1] : a[2];
}
template <class T>
[[gnu::noipa]] void through_array(T* a, T* b) {
  T kept[2];
  for (int i = 0; i < 2; ++i) kept[i] = a[i];
  b[0].x = kept[threadIdx.x & 1].x;
}

struct Particle {
  float4 place;
  uchar4 colour;
  float3 speed;
};
union Words {
  float4 whole;
  float parts[4];
};

[[gnu::noipa]] void copy_struct(Particle* a, Particle* b) { b[0] = a[1]; }
[[gnu::noipa]] void use_struct(Particle* a, Particle* b) {
  Particle p = a[1];
  b[0].speed.x = p.place.x + p.colour.y;
}
[[gnu::noipa]] float4 halved(float4 v) { return make_float4(v.x / 2, v.y / 2, v.z / 2, v.w / 2); }
[[gnu::noipa]] void call(float4* a, float4* b) { b[0] = halved(a[1]); }
[[gnu::noipa]] void use_union(float4* a, float4* b) {
  Words w;
  w.whole = a[0];
  b[0].x = w.parts[3];
}
[[gnu::noipa]] void add_vectors(float4* a, float4* b) {
  float4 v = a[0], w = a[1];
  b[0] = make_float4(v.x + w.x, v.y + w.y, v.z + w.z, v.w + w.w);
}
[[gnu::noipa]] void accumulate(float4* a, float4* b) {
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = 0; i < 2; ++i) {
    float4 v = a[i];
    sum.x += v.x;
    sum.w += v.w;
  }
  b[0] = sum;
}
[[gnu::noipa]] void index_only(float* a, float* b) { b[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x + gridDim.z]; }
[[gnu::noipa]] void hint_loads(float4* a, float4* b) {
  float4 v = __ldg(a), w = __ldcg(a + 1), x = __ldcs(a + 2);
  float y = __ldlu(&a[3].x), z = __ldcv(&a[3].y);
  b[0] = make_float4(v.x + w.x, x.x, y, z);
}
[[gnu::noipa]] void hint_stores(double2* a, double2* b) {
  double2 v = a[0];
  __stwb(b, v);
  __stcg(b, v);
  __stcs(b, v);
  __stwt(&b->x, 1);
}
[[gnu::noipa]] void integer_atomics(unsigned long long* a, unsigned long long* b) {
  b[0] = atomicAdd(a, 5ull);
  warpmem_red_atomicMax(a, 6ull);
  b[1] = atomicCAS(a + 1, 0ull, 9ull);
  b[2] = atomicExch(a + 2, 7ull);
}
[[gnu::noipa]] void float_atomics(float4* a, float4* b) {
  atomicAdd(&a->x, 1.0f);
  warpmem_red_atomicAdd(reinterpret_cast<double*>(&a->z), 2.0);
  b[0] = atomicAdd(a + 1, make_float4(1, 2, 3, 4));
}
[[gnu::noipa]] void half_atomics(half2* a, half2* b) {
  warpmem_red_atomicAdd(a, __float2half2_rn(1));
  atomicAdd(&b->x, __float2half(1));
  warpmem_red_atomicAdd_block(&b->y, __float2half(1));
}
[[gnu::noipa]] void short_cas(unsigned short* a, unsigned short* b) {
  b[0] = atomicCAS(a, static_cast<unsigned short>(0), static_cast<unsigned short>(3));
}
[[gnu::noipa]] void volatile_reads(float* a, float* b) {
  volatile float* v = a;
  b[0] = v[0] + v[1];
}
[[gnu::noipa]] void half_math(half* a, half* b) { b[0] = a[0] * a[1] + __float2half(1); }
[[gnu::noipa]] void copy_bytes(unsigned char* a, unsigned char* b) { warpmem_memcpy(b, a, 3); }

template <class T, void (*F)(T*, T*)>
void on() {
  F(first<T>, second<T>);
}

#define WHOLE(T, n)                                                                                             \
  {#T " copied", on<T, copy<T>>, "r" #n " w" #n}, {#T " changed in a local", on<T, change<T>>, "r" #n " w" #n}, \
      {#T " chosen", on<T, choose<T>>, "r" #n " w" #n},
#define THREE(T, n) {#T " copied", on<T, copy<T>>, "r" #n " r" #n " r" #n " w" #n " w" #n " w" #n},
#define SINGLE(T, n) {#T " copied", on<T, copy<T>>, "r" #n " w" #n},
#define HALVES(T) {#T " copied", on<T, copy<T>>, "r16 r16 w16 w16"},

const std::vector<Step> all{
    WHOLE(char2, 2) WHOLE(uchar2, 2) WHOLE(char4, 4) WHOLE(uchar4, 4) WHOLE(short2, 4) WHOLE(ushort2, 4) WHOLE(short4, 8) WHOLE(ushort4, 8)
        WHOLE(int2, 8) WHOLE(uint2, 8) WHOLE(int4, 16) WHOLE(uint4, 16) WHOLE(long2, 16) WHOLE(ulong2, 16) WHOLE(longlong2, 16)
            WHOLE(ulonglong2, 16) WHOLE(float2, 8) WHOLE(float4, 16) WHOLE(double2, 16) WHOLE(half2, 4) WHOLE(nv_bfloat162, 4)
                THREE(char3, 1) THREE(uchar3, 1) THREE(short3, 2) THREE(ushort3, 2) THREE(int3, 4) THREE(uint3, 4) THREE(float3, 4)
                    THREE(double3, 8) THREE(longlong3, 8) THREE(ulonglong3, 8) SINGLE(char1, 1) SINGLE(short1, 2) SINGLE(int1, 4)
                        SINGLE(float1, 4) SINGLE(double1, 8) SINGLE(half, 2) SINGLE(nv_bfloat16, 2) HALVES(double4) HALVES(longlong4)
                            HALVES(ulonglong4) HALVES(long4){"float4's member", on<float4, member<float4>>, "r4 w4"},
    {"uchar4's member", on<uchar4, member<uchar4>>, "r1 w1"},
    {"half2's member", on<half2, member<half2>>, "r2 w2"},
    {"float4 from braces", on<float4, assemble<float4>>, "r4 r4 w16"},
    {"int2 from braces", on<int2, assemble<int2>>, "r4 r4 w8"},
    {"float4 in a local array", on<float4, through_array<float4>>, "r16 r16 w4"},
    {"a struct of vectors", on<Particle, copy_struct>, "r16 w16 r4 w4 r4 r4 r4 w4 w4 w4"},
    {"a struct of vectors in a local", on<Particle, use_struct>, "r16 r4 w4"},
    {"a vector as a function's argument and result", on<float4, call>, "r16 w16"},
    {"a union", on<float4, use_union>, "r16 w4"},
    {"a sum of vectors", on<float4, add_vectors>, "r16 r16 w16"},
    {"a sum in a loop", on<float4, accumulate>, "r16 r16 w16"},
    {"indices", on<float, index_only>, "r4 w4"},
    {"loads with hints", on<float4, hint_loads>, "r16 l16.1 l16.2 l4.3 l4.4 w16"},
    {"stores with hints", on<double2, hint_stores>, "r16 w16 s16.1 s16.2 s8.6"},
    {"atomics of integers", on<unsigned long long, integer_atomics>, "a8 w8 d8 a8 w8 a8 w8"},
    {"atomics of floats", on<float4, float_atomics>, "a4 d8 a16 w16"},
    {"atomics of halves", on<half2, half_atomics>, "d4 a2 d2"},
    {"compare and swap of 16 bits", on<unsigned short, short_cas>, "a2 w2"},
    {"volatile reads", on<float, volatile_reads>, "R4 R4 w4"},
    {"arithmetic of halves", on<half, half_math>, "r2 r2 w2"},
    {"memcpy in device code", on<unsigned char, copy_bytes>, "r1 w1 r1 w1 r1 w1"},
};

}  // namespace

const std::vector<Step>& steps() { return all; }
