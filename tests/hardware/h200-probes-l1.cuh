// Sections patterns and sequences: one warp, its counters in L1 and shared memory.
#pragma once
#include "h200-probes-common.cuh"

// ---- one warp instruction with given lane offsets -------------------------------------------------------------------
// Input: one pattern a line, "id op mask(hex) 32 byte offsets".
#define ACCESS_OPS(X)                                                                                                                     \
  X(st1, g, "st.global.u8 [%0],%2;")                                                                                                      \
  X(st2, g, "st.global.u16 [%0],%5;") X(st4, g, "st.global.u32 [%0],%2;") X(st8, g, "st.global.u64 [%0],%3;")                             \
      X(st16, g, "st.global.v4.u32 [%0],{%2,%2,%2,%2};") X(red4, g, "red.global.add.u32 [%0],%2;")                                        \
          X(red8, g, "red.global.add.u64 [%0],%3;") X(redmin4, g, "red.global.min.u32 [%0],%2;")                                          \
              X(redf4, g, "red.global.add.f32 [%0],%4;") X(ssst4, s, "st.shared.u32 [%1],%2;") X(sred4, s, "red.shared.add.u32 [%1],%2;") \
                  X(sredmin4, s, "red.shared.min.u32 [%1],%2;") X(sred8, s, "red.shared.add.u64 [%1],%3;")                                \
                      X(sredf4, s, "red.shared.add.f32 [%1],%4;")
#define RETURNING_OPS(X)                                                                                                     \
  X(atom4, g, u32, "atom.global.add.u32 %0,[%1],%3;")                                                                        \
  X(atom8, g, u64, "atom.global.add.u64 %0,[%1],%4;") X(exch4, g, u32, "atom.global.exch.b32 %0,[%1],%3;")                   \
      X(exch8, g, u64, "atom.global.exch.b64 %0,[%1],%4;") X(cas4, g, u32, "atom.global.cas.b32 %0,[%1],0,%3;")              \
          X(cas8, g, u64, "atom.global.cas.b64 %0,[%1],0,%4;") X(satom4, s, u32, "atom.shared.add.u32 %0,[%2],%3;")          \
              X(smin4, s, u32, "atom.shared.min.u32 %0,[%2],%3;") X(sexch4, s, u32, "atom.shared.exch.b32 %0,[%2],%3;")      \
                  X(scas4, s, u32, "atom.shared.cas.b32 %0,[%2],0,%3;") X(satom8, s, u64, "atom.shared.add.u64 %0,[%2],%4;") \
                      X(sexch8, s, u64, "atom.shared.exch.b64 %0,[%2],%4;") X(scas8, s, u64, "atom.shared.cas.b64 %0,[%2],0,%4;")

#define PREAMBLE                                                                     \
  extern __shared__ __align__(16) char shared[];                                     \
  const int offset = offsets[threadIdx.x];                                           \
  const u32 one = seed;                                                              \
  const u64 wide = seed;                                                             \
  const u32 in_shared = static_cast<u32>(__cvta_generic_to_shared(shared)) + offset; \
  char* at = base + offset;                                                          \
  if (!((mask >> threadIdx.x) & 1u)) return;
#define ACCESS_KERNEL(NAME, SPACE, TEXT)                                                               \
  __global__ void p_##NAME(char* base, const int* offsets, u32 mask, u32 seed) {                       \
    PREAMBLE                                                                                           \
    const float f = __uint_as_float(seed);                                                             \
    const unsigned short narrow = static_cast<unsigned short>(seed);                                   \
    asm volatile(TEXT ::"l"(at), "r"(in_shared), "r"(one), "l"(wide), "f"(f), "h"(narrow) : "memory"); \
  }
#define RETURNING_KERNEL(NAME, SPACE, TYPE, TEXT)                                                            \
  __global__ void p_##NAME(char* base, const int* offsets, u32 mask, u32 seed) {                             \
    PREAMBLE                                                                                                 \
    TYPE old;                                                                                                \
    asm volatile(TEXT : "=" RETURNED_##TYPE(old) : "l"(at), "r"(in_shared), "r"(one), "l"(wide) : "memory"); \
    if (old == 0xdeadbeefu) *reinterpret_cast<volatile u32*>(base) = 1;                                      \
  }
#define RETURNED_u32 "r"
#define RETURNED_u64 "l"
ACCESS_OPS(ACCESS_KERNEL)
RETURNING_OPS(RETURNING_KERNEL)

static void patterns() {
  using Kernel = void (*)(char*, const int*, u32, u32);
#define NAMED(NAME, ...) {#NAME, p_##NAME},
  const std::map<std::string, Kernel> kernels = {ACCESS_OPS(NAMED) RETURNING_OPS(NAMED)};
  const size_t bytes = 16 * kMiB;
  char* base = device_bytes(bytes);
  std::vector<int> offsets;
  std::vector<std::pair<Kernel, u32>> launches;
  std::string text;
  while (std::getline(std::cin, text)) {
    std::istringstream in(text);
    std::string id, op, mask;
    in >> id >> op >> mask;
    const auto k = kernels.find(op);
    if (k == kernels.end()) std::fprintf(stderr, "no operation '%s'\n", op.c_str()), std::exit(2);
    launches.push_back({k->second, static_cast<u32>(std::stoul(mask, nullptr, 16))});
    std::string list;
    for (int lane = 0, v; lane < 32; ++lane) {
      if (!(in >> v) || v < 0 || size_t(v) + 16 > (op[0] == 's' && op[1] != 't' ? 48 * 1024 : bytes)) std::exit(3);
      offsets.push_back(v);
      list += (lane ? "," : "") + std::to_string(v);
    }
    std::printf("{\"id\":\"%s\",\"op\":\"%s\",\"mask\":\"%s\",\"base\":\"%p\",\"offsets\":[%s]}\n", id.c_str(), op.c_str(), mask.c_str(),
                static_cast<void*>(base), list.c_str());
  }
  int* table = reinterpret_cast<int*>(device_bytes(offsets.size() * 4 + 128));
  CK(cudaMemcpy(table, offsets.data(), offsets.size() * 4, cudaMemcpyHostToDevice));
  for (size_t i = 0; i < launches.size(); ++i) launches[i].first<<<1, 32, 48 * 1024>>>(base, table + 32 * i, launches[i].second, 1);
  CK(cudaDeviceSynchronize());
}

// ---- what one warp's sequence of accesses leaves in L1 --------------------------------------------------------------
// Input: one sequence a line, "id step;step;..." with step = op,mask(hex),offset,lane stride. Each load's value is waited
// for before the next step; ld2far, ld2near and st2 issue two accesses 64 or 4 bytes apart at once, ld2late 100 cycles apart.
struct Step {
  int op;
  u32 mask;
  int offset, stride;
};
struct Steps {
  int n;
  Step step[12];
};
static const char* const kStepNames[] = {"ld.ca", "ld.cg", "ld.cs",  "ld.cv",   "ld.lu",   "ld.nc", "ld.volatile", "ld.relaxed",
                                         "ld.u8", "st",    "st.cg",  "st.cs",   "st.wt",   "st.u8", "red",         "atom",
                                         "fence", "wait",  "ld2far", "ld2near", "ld2late", "st2",   "ld"};

__global__ void p_sequence(char* base, const __grid_constant__ Steps s, u32 zero) {
  u32 acc = 0;
#pragma unroll 1
  for (int i = 0; i < s.n; ++i) {
    const Step t = s.step[i];
    char* p = base + t.offset + static_cast<int>(threadIdx.x) * t.stride + (acc & zero);
    u32 v = 0, w = 0;
    if ((t.mask >> threadIdx.x) & 1u) {
      switch (t.op) {
#define LD(N, TEXT)                                   \
  case N:                                             \
    asm volatile(TEXT : "=r"(v) : "l"(p) : "memory"); \
    break;
#define ST(N, TEXT)                                    \
  case N:                                              \
    asm volatile(TEXT ::"l"(p), "r"(zero) : "memory"); \
    break;
        LD(0, "ld.global.ca.u32 %0,[%1];")
        LD(1, "ld.global.cg.u32 %0,[%1];") LD(2, "ld.global.cs.u32 %0,[%1];") LD(3, "ld.global.cv.u32 %0,[%1];")
            LD(4, "ld.global.lu.u32 %0,[%1];") LD(5, "ld.global.nc.u32 %0,[%1];") LD(6, "ld.volatile.global.u32 %0,[%1];")
                LD(7, "ld.relaxed.gpu.global.u32 %0,[%1];") LD(8, "ld.global.u8 %0,[%1];") ST(9, "st.global.u32 [%0],%1;")
                    ST(10, "st.global.cg.u32 [%0],%1;") ST(11, "st.global.cs.u32 [%0],%1;") ST(12, "st.global.wt.u32 [%0],%1;")
                        ST(13, "st.global.u8 [%0],%1;") ST(14, "red.global.add.u32 [%0],%1;") case 15
            : asm volatile("atom.global.add.u32 %0,[%1],%2;"
                           : "=r"(v)
                           : "l"(p), "r"(zero)
                           : "memory");
        break;
        case 16:
          __threadfence();
          break;
        case 17:
          for (long long end = clock64() + 4000; clock64() < end;) {
          }
          break;
        case 18:
          asm volatile("ld.global.u32 %0,[%2];ld.global.u32 %1,[%2+64];" : "=r"(v), "=r"(w) : "l"(p) : "memory");
          break;
        case 19:
          asm volatile("ld.global.u32 %0,[%2];ld.global.u32 %1,[%2+4];" : "=r"(v), "=r"(w) : "l"(p) : "memory");
          break;
        case 20:
          asm volatile("ld.global.u32 %0,[%1];" : "=r"(v) : "l"(p) : "memory");
          for (long long end = clock64() + 100; clock64() < end;) {
          }
          asm volatile("ld.global.u32 %0,[%1+4];" : "=r"(w) : "l"(p) : "memory");
          break;
        case 21:
          asm volatile("st.global.u32 [%0],%1;st.global.u32 [%0+64],%1;" ::"l"(p), "r"(zero) : "memory");
          break;
          LD(22, "ld.global.u32 %0,[%1];")
      }
    }
    acc ^= v ^ w;
  }
  if (acc == 0xdeadbeefu) *base = 1;
}

static void sequences() {
  char* base = device_bytes(kMiB);
  std::string text;
  while (std::getline(std::cin, text)) {
    std::istringstream in(text);
    std::string id, step;
    in >> id;
    Steps s{};
    while (std::getline(in, step, ';') && s.n < 12) {
      char op[32];
      Step& t = s.step[s.n++];
      if (std::sscanf(step.c_str(), " %31[^,],%x,%d,%d", op, &t.mask, &t.offset, &t.stride) != 4) std::exit(3);
      t.op = -1;
      for (int k = 0; k < 23; ++k)
        if (!std::strcmp(op, kStepNames[k])) t.op = k;
      if (t.op < 0) std::exit(3);
    }
    std::printf("{\"id\":\"%s\",\"steps\":\"%s\"}\n", id.c_str(), text.substr(text.find(' ') + 1).c_str());
    p_sequence<<<1, 32>>>(base, s, 0);
    CK(cudaDeviceSynchronize());
  }
}
