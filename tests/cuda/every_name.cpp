// One use of every function that the CUDA headers declare: the test compiles it as device code is compiled, and looks up
// that no name is left out. Nothing here runs.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <nvToolsExt.h>

// A program's own macros must not reach into the headers' functions.
#define N 16
#define M 32
#define X 3
#define T float
#define BLOCK 128

#define ROUNDED(x, f) x(f##_rn) x(f##_rz) x(f##_ru) x(f##_rd)
#define SCOPES(x, f) x(f) x(f##_block) x(f##_system)

void number_functions(float* f, double* d, int* i, unsigned* u, long long* l, unsigned long long* w) {
#define ONE(g) *f += g(*f);
#define TWO(g) *f += g(*f, *f);
#define THREE(g) *f += g(*f, *f, *f);
  ONE(__expf)
  ONE(__exp10f) ONE(__logf) ONE(__log2f) ONE(__log10f) ONE(__sinf) ONE(__cosf) ONE(__tanf) ONE(__tanhf) TWO(__powf) ONE(__saturatef)
      ONE(saturate) TWO(__fdividef) TWO(fdividef) ONE(rsqrtf) ONE(rcbrtf) ONE(sinpif) ONE(cospif) ONE(normcdff) ONE(normcdfinvf)
          ONE(erfinvf) ONE(erfcinvf) ONE(erfcxf) ONE(cyl_bessel_i0f) ONE(cyl_bessel_i1f) TWO(rhypotf) THREE(norm3df) THREE(rnorm3df)
              ONE(rsqrt) ONE(sinpi) ONE(__frsqrt_rn) ROUNDED(ONE, __fsqrt) ROUNDED(ONE, __frcp) ROUNDED(TWO, __fadd) ROUNDED(TWO, __fsub)
                  ROUNDED(TWO, __fmul) ROUNDED(TWO, __fdiv) ROUNDED(THREE, __fmaf) ROUNDED(ONE, __double2float) ROUNDED(ONE, __int2float)
                      ROUNDED(ONE, __uint2float) ROUNDED(ONE, __ll2float) ROUNDED(ONE, __ull2float) __sincosf(*f, f, f + 1);
  sincospif(*f, f, f + 1);
  *f += norm4df(1, 2, 3, 4) + rnorm4df(1, 2, 3, 4) + normf(3, f) + rnormf(3, f) + powif(*f, 2) + min(*f, *f) + max(*f, *f);
  *f += __int_as_float(*i) + __uint_as_float(*u) + CUDART_PI_F + CUDART_INF_F;
#define ONED(g) *d += g(*d);
#define TWOD(g) *d += g(*d, *d);
#define THREED(g) *d += g(*d, *d, *d);
  ONED(rcbrt)
  ONED(cospi) ONED(normcdf) ONED(normcdfinv) ONED(erfinv) ONED(erfcinv) ONED(erfcx) ONED(cyl_bessel_i0) ONED(cyl_bessel_i1) TWOD(rhypot)
      THREED(norm3d) THREED(rnorm3d) ROUNDED(ONED, __dsqrt) ROUNDED(ONED, __drcp) ROUNDED(TWOD, __dadd) ROUNDED(TWOD, __dsub)
          ROUNDED(TWOD, __dmul) ROUNDED(TWOD, __ddiv) ROUNDED(THREED, __fma) ROUNDED(ONED, __int2double) ROUNDED(ONED, __uint2double)
              ROUNDED(ONED, __ll2double) ROUNDED(ONED, __ull2double) sincospi(*d, d, d + 1);
  *d += norm4d(1, 2, 3, 4) + rnorm4d(1, 2, 3, 4) + norm(3, d) + rnorm(3, d) + powi(*d, 2) + min(*d, *f) + max(*f, *d) + min(*d, *d);
  *d += __longlong_as_double(*l) + __hiloint2double(*i, *i) + CUDART_PI;
#define TO_INT(g) *i += static_cast<int>(g(*f));
  ROUNDED(TO_INT, __float2int)
  ROUNDED(TO_INT, __float2uint) ROUNDED(TO_INT, __float2ll) ROUNDED(TO_INT, __float2ull) ROUNDED(TO_INT, __double2int)
      ROUNDED(TO_INT, __double2uint) ROUNDED(TO_INT, __double2ll) ROUNDED(TO_INT, __double2ull)* i +=
      __float_as_int(*f) + __double2hiint(*d) + __double2loint(*d) + __popc(*u) + __popcll(*w) + __clz(*i) + __clzll(*l) + __ffs(*i);
  *i += __ffsll(*l) + __mulhi(*i, *i) + mulhi(*i, *i) + __mul24(*i, *i) + mul24(*i, *i) + __hadd(*i, *i) + __rhadd(*i, *i);
  *i += __dp4a(*i, *i, *i) + __dp4a(make_char4(1, 2, 3, 4), make_char4(1, 2, 3, 4), 0) + __dp2a_lo(1, 2, 3) + __dp2a_hi(1, 2, 3);
  *i += min(*i, *i) + max(*i, *i);
  *u += __float_as_uint(*f) + __brev(*u) + __fns(*u, 0, 1) + __umulhi(*u, *u) + umulhi(*u, *u) + __umul24(*u, *u) + umul24(*u, *u);
  *u += __sad(*i, *i, *u) + __usad(*u, *u, *u) + __uhadd(*u, *u) + __urhadd(*u, *u) + __byte_perm(*u, *u, *u) + umin(*u, *u) + umax(*u, *u);
  *u += __funnelshift_l(*u, *u, 1) + __funnelshift_r(*u, *u, 1) + __funnelshift_lc(*u, *u, 1) + __funnelshift_rc(*u, *u, 1);
  *u += __dp4a(*u, *u, *u) + __dp4a(make_uchar4(1, 2, 3, 4), make_uchar4(1, 2, 3, 4), 0u) + min(*u, *i) + max(*i, *u) + min(*u, 3u);
  *l += __double_as_longlong(*d) + __mul64hi(*l, *l) + llmin(*l, *l) + llmax(*l, *l) + min(*l, *l) + max(3L, 4L) + clock64();
  *w += __brevll(*w) + __umul64hi(*w, *w) + ullmin(*w, *w) + ullmax(*w, *w) + min(*w, *l) + max(*l, *w) + max(sizeof *w, sizeof *l);
}

void memory_functions(float4* v, float* f, double* d, int* i, unsigned* u, long long* l, unsigned long long* w, float2* f2,
                      unsigned short* s) {
  *f += __ldg(f) + __ldca(f) + __ldcg(f) + __ldcs(f) + __ldlu(f) + __ldcv(f);
  *v = __ldg(v);
  *v = __ldcg(v);
  *f2 = __ldcs(f2);
  __stwb(f, 1);
  __stcg(v, *v);
  __stcs(f, 1);
  __stwt(i, 1);
#define ATOMIC(g) i[1] += static_cast<int>(g(OF, 1));
#define RED(g) g(OF, 1);
#define OF i
  SCOPES(ATOMIC, atomicAdd)
  SCOPES(ATOMIC, atomicSub) SCOPES(ATOMIC, atomicExch) SCOPES(ATOMIC, atomicMin) SCOPES(ATOMIC, atomicMax) SCOPES(ATOMIC, atomicAnd)
      SCOPES(ATOMIC, atomicOr) SCOPES(ATOMIC, atomicXor) SCOPES(RED, warpmem_red_atomicAdd) SCOPES(RED, warpmem_red_atomicSub)
          SCOPES(RED, warpmem_red_atomicExch) SCOPES(RED, warpmem_red_atomicMin) SCOPES(RED, warpmem_red_atomicMax)
              SCOPES(RED, warpmem_red_atomicAnd) SCOPES(RED, warpmem_red_atomicOr) SCOPES(RED, warpmem_red_atomicXor)
#undef OF
#define OF u
                  SCOPES(ATOMIC, atomicInc) SCOPES(ATOMIC, atomicDec) SCOPES(RED, warpmem_red_atomicInc) SCOPES(RED, warpmem_red_atomicDec)
                      ATOMIC(atomicAdd) ATOMIC(atomicSub) ATOMIC(atomicExch) ATOMIC(atomicMin) ATOMIC(atomicMax) ATOMIC(atomicAnd)
                          ATOMIC(atomicOr)
#undef OF
#define OF w
                              ATOMIC(atomicAdd) ATOMIC(atomicExch) ATOMIC(atomicMin) ATOMIC(atomicMax) ATOMIC(atomicAnd) ATOMIC(atomicOr)
                                  ATOMIC(atomicXor)
#undef OF
#define OF f
                                      ATOMIC(atomicAdd) ATOMIC(atomicExch) RED(warpmem_red_atomicAdd)
#undef OF
#define OF d
                                          ATOMIC(atomicAdd) RED(warpmem_red_atomicAdd)
#undef OF
#define OF l
                                              ATOMIC(atomicMin) ATOMIC(atomicMax)
#undef OF
#define CAS(g) i[1] += g(i, 1, 2);
                                                  SCOPES(CAS, atomicCAS) atomicCAS(u, 1u, 2u);
  atomicCAS(w, 1ull, 2ull);
  atomicCAS(s, static_cast<unsigned short>(1), static_cast<unsigned short>(2));
  atomicAdd(f2, make_float2(1, 2));
  atomicAdd(v, make_float4(1, 2, 3, 4));
  *u += __isGlobal(f) + __isShared(f);
  warpmem_memcpy(f, d, 8);
  warpmem_memset(f, 0, 8);
  __pipeline_memcpy_async(f, d, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

void warp_functions(int* i, unsigned* u, float* f, double* d, long long* l, __half* h, __half2* h2) {
  __syncthreads();
  *i += __syncthreads_count(1) + __syncthreads_and(1) + __syncthreads_or(1);
  __syncwarp();
  __syncwarp(1);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
#define SHUFFLES(p)                       \
  *p = __shfl_sync(~0u, *p, 1);           \
  *p = __shfl_up_sync(~0u, *p, 1u);       \
  *p = __shfl_down_sync(~0u, *p, 1u, 16); \
  *p = __shfl_xor_sync(~0u, *p, 1, 8);    \
  *p = __shfl(*p, 1);                     \
  *p = __shfl_up(*p, 1u);                 \
  *p = __shfl_down(*p, 1u);               \
  *p = __shfl_xor(*p, 1);
  SHUFFLES(i)
  SHUFFLES(u) SHUFFLES(f) SHUFFLES(d) SHUFFLES(l) SHUFFLES(h) SHUFFLES(h2)* u +=
      __activemask() + __ballot_sync(~0u, 1) + __ballot(1) + __match_any_sync(~0u, *d) + __match_all_sync(~0u, *i, i);
  *i += __any_sync(~0u, 1) + __all_sync(~0u, 1) + __any(1) + __all(1);
  *u += __reduce_add_sync(~0u, *u) + __reduce_min_sync(~0u, *u) + __reduce_max_sync(~0u, *u) + __reduce_and_sync(~0u, *u);
  *u += __reduce_or_sync(~0u, *u) + __reduce_xor_sync(~0u, *u) + warpmem_thread_rank() + warpmem_lane_id();
  *i += __reduce_add_sync(~0u, *i) + __reduce_min_sync(~0u, *i) + __reduce_max_sync(~0u, *i);
  __nanosleep(1);
  __prof_trigger(0);
  __brkpt();
  __builtin_assume(*i > 0);
  __assume(*i > 0);
  if (*i == 7) __trap();
}

template <class H, class P>
void small_functions(H* h, P* p, bool* b, float* f) {
#define H1(g) *h = g(*h);
#define H2(g) *h = g(*h, *h);
#define H3(g) *h = g(*h, *h, *h);
#define P1(g) *p = g(*p);
#define P2(g) *p = g(*p, *p);
#define P3(g) *p = g(*p, *p, *p);
  H1(__hneg)
  H1(__habs) H1(hsqrt) H1(hrsqrt) H1(hrcp) H1(hexp) H1(hexp2) H1(hexp10) H1(hlog) H1(hlog2) H1(hlog10) H1(hsin) H1(hcos) H1(htanh) H1(hceil)
      H1(hfloor) H1(htrunc) H1(hrint) P1(__hneg2) P1(__habs2) P1(h2sqrt) P1(h2rsqrt) P1(h2rcp) P1(h2exp) P1(h2exp2) P1(h2exp10) P1(h2log)
          P1(h2log2) P1(h2log10) P1(h2sin) P1(h2cos) P1(h2tanh) P1(h2ceil) P1(h2floor) P1(h2trunc) P1(h2rint) H2(__hadd) H2(__hsub)
              H2(__hmul) H2(__hdiv) H2(__hadd_rn) H2(__hsub_rn) H2(__hmul_rn) H2(__hadd_sat) H2(__hsub_sat) H2(__hmul_sat) H2(__hmax)
                  H2(__hmin) H2(__hmax_nan) H2(__hmin_nan) P2(__hadd2) P2(__hsub2) P2(__hmul2) P2(__h2div) P2(__hadd2_rn) P2(__hsub2_rn)
                      P2(__hmul2_rn) P2(__hadd2_sat) P2(__hsub2_sat) P2(__hmul2_sat) P2(__hmax2) P2(__hmin2) P2(__hmax2_nan) P2(__hmin2_nan)
                          H3(__hfma) H3(__hfma_sat) H3(__hfma_relu) P3(__hfma2) P3(__hfma2_sat) P3(__hfma2_relu) P1(__hisnan2)
                              P1(__lowhigh2highlow)
#define COMPARE(w)         \
  *b = __h##w(*h, *h);     \
  *b = __h##w##u(*h, *h);  \
  *p = __h##w##2(*p, *p);  \
  *p = __h##w##u2(*p, *p); \
  *b = __hb##w##2(*p, *p); \
  *b = __hb##w##u2(*p, *p);
                                  COMPARE(eq) COMPARE(ne) COMPARE(lt) COMPARE(le) COMPARE(gt) COMPARE(ge)* b =
                                      __hisnan(*h) || __hisinf(*h) || *h == *h || *h != *h || *h < *h || *h <= *h || *h > *h || *h >= *h ||
                                      *p == *p;
  *h = *h + *h - *h * *h / -*h;
  *h += *h;
  *h -= *h;
  *h *= *h;
  *h /= *h;
  ++*h;
  (*h)--;
  *p = *p + *p - *p * *p / -*p;
  *p += *p;
  *f = __low2float(*p) + __high2float(*p) + static_cast<float>(*h);
  *h = H(3) * H(2.0f) + H(1.0) + H(4u) + H(5ll);
  atomicAdd(h, *h);
  atomicAdd(p, *p);
  *h = __ldg(h);
  *p = __ldcg(p);
}
template void small_functions(__half*, __half2*, bool*, float*);
template void small_functions(__nv_bfloat16*, __nv_bfloat162*, bool*, float*);

#define SMALL_NAMES(name, word, word2, H, P)                                                                                        \
  void name(H* h, P* p, int* i, float* f) {                                                                                         \
    ROUNDED(TO_SMALL, __float2##word)                                                                                               \
    ROUNDED(TO_SMALL, __int2##word) ROUNDED(TO_SMALL, __uint2##word) ROUNDED(TO_SMALL, __ll2##word) ROUNDED(TO_SMALL, __ull2##word) \
        ROUNDED(TO_SMALL, __short2##word) ROUNDED(TO_SMALL, __ushort2##word) ROUNDED(FROM_SMALL, __##word##2int)                    \
            ROUNDED(FROM_SMALL, __##word##2uint) ROUNDED(FROM_SMALL, __##word##2ll) ROUNDED(FROM_SMALL, __##word##2ull)             \
                ROUNDED(FROM_SMALL, __##word##2short) ROUNDED(FROM_SMALL, __##word##2ushort)* h = __float2##word(1.0f);             \
    *h = __double2##word(1.0);                                                                                                      \
    *f = __##word##2float(*h);                                                                                                      \
    *p = __float2##word2##_rn(1.0f);                                                                                                \
    *p = __floats2##word2##_rn(1.0f, 2.0f);                                                                                         \
    *p = __float22##word2##_rn(make_float2(1, 2));                                                                                  \
    *f = __##word2##2float2(*p).x;                                                                                                  \
    *p = __##word##2##word2(*h);                                                                                                    \
    *p = __halves2##word2(*h, *h);                                                                                                  \
    *p = make_##word2(*h, *h);                                                                                                      \
    *h = __low2##word(*p);                                                                                                          \
    *h = __high2##word(*p);                                                                                                         \
    *p = __low2##word2(*p);                                                                                                         \
    *p = __high2##word2(*p);                                                                                                        \
    *p = __lows2##word2(*p, *p);                                                                                                    \
    *p = __highs2##word2(*p, *p);                                                                                                   \
    *i = __##word##_as_short(*h) + __##word##_as_ushort(*h);                                                                        \
    *h = __short_as_##word(1);                                                                                                      \
    *h = __ushort_as_##word(1);                                                                                                     \
  }
#define TO_SMALL(g) *h = g(1);
#define FROM_SMALL(g) *i += static_cast<int>(g(*h));
SMALL_NAMES(half_names, half, half2, half, half2)
SMALL_NAMES(bfloat_names, bfloat16, bfloat162, nv_bfloat16, nv_bfloat162)

#define VECTORS(family) make_##family##1(1).x + make_##family##2(1, 2).y + make_##family##3(1, 2, 3).z + make_##family##4(1, 2, 3, 4).w
double vectors() {
  double sum = VECTORS(char) + VECTORS(uchar) + VECTORS(short) + VECTORS(ushort) + VECTORS(int) + VECTORS(float) + VECTORS(double);
  return sum + static_cast<double>(VECTORS(uint)) + static_cast<double>(VECTORS(long)) + static_cast<double>(VECTORS(ulong)) +
         static_cast<double>(VECTORS(longlong)) + static_cast<double>(VECTORS(ulonglong));
}

void groups(float* f, int* i) {
  namespace cg = cooperative_groups;
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  auto half_tile = cg::tiled_partition<16>(tile);
  cg::coalesced_group here = cg::coalesced_threads();
  cg::thread_group any = cg::tiled_partition(block, 8);
  cg::grid_group grid = cg::this_grid();
  cg::sync(block);
  block.sync();
  tile.sync();
  here.sync();
  any.sync();
  grid.sync();
  *f = cg::reduce(tile, *f, cg::plus<float>()) + cg::reduce(here, *f, cg::greater<float>()) + cg::reduce(half_tile, *f, cg::less<float>());
  *i = cg::reduce(tile, *i, cg::bit_and<int>()) + cg::reduce(tile, *i, cg::bit_or<int>()) + cg::reduce(tile, *i, cg::bit_xor<int>());
  *i += cg::inclusive_scan(tile, *i) + cg::exclusive_scan(tile, *i) + cg::inclusive_scan(here, *i, cg::plus<int>());
  *i += tile.shfl(*i, 1) + tile.shfl_up(*i, 1) + tile.shfl_down(*i, 1) + tile.shfl_xor(*i, 1) + tile.any(1) + tile.all(1);
  *i += static_cast<int>(tile.ballot(1) + tile.match_any(*i) + tile.match_all(*i, *i) + tile.meta_group_rank() + tile.meta_group_size());
  *i += static_cast<int>(cg::thread_rank(block) + cg::group_size(tile) + here.size() + any.thread_rank() + grid.thread_rank() +
                         grid.num_blocks() + block.group_index().x + block.thread_index().y + block.group_dim().x + grid.size());
  *i += cg::binary_partition(tile, *i > 0).meta_group_rank() + cg::labeled_partition(tile, *i).num_threads();
  cg::memcpy_async(block, f, f + 64, sizeof(float) * N);
  cg::wait(block);
  cg::wait_prior<1>(block);
  cg::invoke_one(block, [] {});
}

void random_numbers(curandState* s, curandStatePhilox4_32_10_t* p, float* f, unsigned* u) {
  curand_init(1234ULL, threadIdx.x, 0, s);
  skipahead(3, s);
  *u = curand(s) + curand4(p).w + curand_poisson(s, 3.0);
  *f = curand_uniform(s) + curand_normal(s) + curand_log_normal(s, 0, 1) + curand_normal2(s).x + curand_uniform4(p).y + curand_normal4(p).z;
  *f += static_cast<float>(curand_uniform_double(s) + curand_normal_double(s) + curand_normal2_double(s).y);
}

texture<float, 2> plane;
texture<uchar4, 1, cudaReadModeNormalizedFloat> line;
void textures(cudaTextureObject_t t, float* f, float4* v) {
  *f = tex1Dfetch<float>(t, 1) + tex1D<float>(t, 1) + tex2D<float>(t, 1, 2) + tex3D<float>(t, 1, 2, 3) + tex1DLod<float>(t, 1, 0);
  *f += tex2DLod<float>(t, 1, 2, 0) + tex3DLod<float>(t, 1, 2, 3, 0) + tex2D(plane, 1, 2);
  *v = tex1Dfetch(line, 1);
  tex2D(f, t, 1, 2);
}

int built_in() {
  int blockIdx_x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  dim3 of_block(blockDim), of_grid = gridDim;
  uint3 place = threadIdx;
  return blockIdx_x + static_cast<int>(of_block.x + of_grid.y + place.z) + warpSize;
}
