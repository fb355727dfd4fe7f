/* What traced programs call: the contract between rewritten CUDA source, the CUDA headers and the recorder's runtime.
 *
 * Plain C names, parameters without names and no standard header but stddef.h, so that no macro of a program can break
 * it. It is read by programs in C++11 and later and by warpmem itself.
 *
 * How device code must be compiled (g++):
 *   -O2 -g -fsanitize=thread --param tsan-distinguish-volatile=1 -fsanitize-coverage=trace-pc
 *   -fno-optimize-sibling-calls     a hook reached by a jump would take its caller's caller for the instruction
 *   -fno-tree-vectorize -fno-tree-slp-vectorize -fno-tree-loop-distribute-patterns      one access stays one access
 *   -fno-thread-jumps -fno-split-paths -fno-tree-tail-merge -fno-crossjumping -fno-code-hoisting
 *                                   one place in the source stays one instruction, so that a warp stays together
 *   -fno-reorder-blocks -fno-reorder-blocks-and-partition -fno-lto
 *   -fstack-clash-protection        a frame larger than the stack meets the guard below it, and does not step over it
 * and linked without -fsanitize=thread: the hooks (__tsan_*, __sanitizer_cov_trace_pc) are the runtime's. The program
 * must be one executable (static or dynamic, with or without PIE); device code in shared libraries is not traced.
 *
 * The runtime's behaviour is set by environment variables, read at the first launch or allocation:
 *   WARPMEM_RECORD_OUTPUT    where the trace goes: FILE.wmb, FILE.wmt (by its ending; binary otherwise). Unset: no trace,
 *                            the program only runs, faults are still reported.
 *   WARPMEM_RECORD_LAUNCHES  N: trace the first N launches of each kernel with the same grid and block
 *   WARPMEM_RECORD_KERNEL    REGEX (ECMAScript, searched for in the kernel's name as printed: "tile<32>")
 *   WARPMEM_RECORD_BLOCKS    first,middle,last | every:K    which blocks are traced; all blocks run all the same
 *   WARPMEM_RECORD_BUDGET    what ends tracing: N (records), N{kB,MB,GB} (bytes of trace), N{s,min} (run time); several
 *                            separated by commas
 *   WARPMEM_RECORD_UNROLL    N: loads of N iterations of a loop go before the first of them is waited for (default 1)
 *   WARPMEM_RECORD_COMPUTE   1: instructions without memory accesses are recorded, estimated from this processor's code
 *   WARPMEM_RECORD_STACK     bytes of stack of each CUDA thread (default 131072)
 *   WARPMEM_RECORD_HEADERS   folder(s) separated by ':' whose source lines are never the user's: our include tree
 *   WARPMEM_RECORD_DEVICE    the modelled card as key=value;key=value..., keys as in struct warpmem_device_figures
 *   WARPMEM_RECORD_SUMMARY   a file that gets the closing summary as key=value lines, for whoever started the program
 *   WARPMEM_RECORD_QUIET     1: no closing summary on standard error
 * A fault, a deadlock or a wrong variable stops the program with a message on standard error and exit status 3.
 */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define WARPMEM_NOTHROW noexcept
#else
#define WARPMEM_NOTHROW
#endif

/* ---- built-in variables. The runtime writes them at every change of thread; device code declares them as
 * `extern const uint3 threadIdx __asm__("warpmem_threadIdx")` etc., const, so that reads are neither instrumented nor
 * repeated. They are three unsigned each: x, y, z. warpSize is the headers' own constant. */
/* warpmem_threadIdx, warpmem_blockIdx, warpmem_blockDim, warpmem_gridDim: defined by the runtime, declared by the user of them. */

/* ---- shared memory */
extern unsigned char warpmem_dynamic_shared[]; /* 256 KiB, 1,024-aligned: `extern __shared__` */
/* `static T a[32];` is followed by this, in every thread that passes: start, bytes, alignment, name. Cheap after the
 * first time. A null start, of a variable that the compiler dropped, is passed over. */
void warpmem_shared_variable(const void*, size_t, size_t, const char*) WARPMEM_NOTHROW;

/* ---- launches. grid, block (x, y, z), bytes of dynamic shared memory, name as written ("k<T>"), file, line, the kernel's
 * address or null, what runs one CUDA thread, its argument. Runs all blocks and returns when they are done.
 * 0, or the cudaError_t number of a launch that CUDA refuses (9: invalid configuration, 701: too many resources). */
int warpmem_launch(const unsigned[3], const unsigned[3], size_t, const char*, const char*, int, const void*, void (*)(void*), void*);
/* A launch that CUDA refuses is not to be launched, but told: name, file and line as above, the kernel's address or null, and
 * one sentence without end that says why. Said on standard error, once for each kernel and place. */
void warpmem_launch_refused(const char*, const char*, int, const void*, const char*) WARPMEM_NOTHROW;
/* The next launch of this host thread is cooperative: its blocks may wait for one another by warpmem_grid_barrier, which is a
 * fault in others of more than one block. */
void warpmem_next_launch_is_cooperative(void) WARPMEM_NOTHROW;
/* Shared memory per SM that launches of this kernel ask for, in percent of the largest; -1: the driver's choice. */
void warpmem_set_carveout(const void*, int) WARPMEM_NOTHROW;
/* 1 in device code (a launch is running on this host thread), else 0. */
int warpmem_in_kernel(void) WARPMEM_NOTHROW;

/* ---- barriers */
void warpmem_barrier(void);
/* kind 0: how many live threads gave a nonzero value; 1: 1 if all did; 2: 1 if any did */
int warpmem_barrier_reduce(int /*kind*/, int /*value*/);
void warpmem_grid_barrier(void);
void warpmem_syncwarp(unsigned /*mask*/);

/* ---- warp operations. A mask names lanes of the calling thread's warp; lanes that have returned are taken out. Each waits
 * until all lanes of its mask have come. */
unsigned warpmem_active_mask(void); /* lanes that are here now, together */
unsigned warpmem_ballot(unsigned /*mask*/, int /*predicate*/);
/* The value that lane `source` of the warp gave; one's own where that lane does not take part. */
unsigned long long warpmem_exchange(unsigned /*mask*/, unsigned long long /*value*/, int /*source*/);
/* The values of all lanes of the mask (others 0); *present: which lanes those are. */
void warpmem_all_values(unsigned /*mask*/, unsigned long long /*value*/, unsigned long long[32], unsigned* /*present*/);
unsigned warpmem_lane(void) WARPMEM_NOTHROW;
unsigned warpmem_warp(void) WARPMEM_NOTHROW; /* within the block */

/* ---- one access with a cache hint, or an atomic; the caller then does the operation uninstrumented (in a function with
 * __attribute__((no_sanitize("thread"), no_sanitize_coverage)), or by inline assembly). address, bytes (1-16), kind, cache. */
enum warpmem_kind { warpmem_load = 0, warpmem_store = 1, warpmem_reduction = 2, warpmem_atomic = 3 };
enum warpmem_cache { warpmem_ca = 0, warpmem_cg, warpmem_cs, warpmem_lu, warpmem_cv, warpmem_wb, warpmem_wt }; /* -1: the default */
/* In the place of a cache operator: a reduction of 32-bit integers to an address that is seen in the source to be the same in
 * all lanes. nvcc adds up over the warp first, and one lane goes to memory. */
enum warpmem_joining { warpmem_joined = 7 };
/* Must be a call in the function that stands for the instruction: its return address is the instruction's pc. An inlined
 * helper is best (`static inline __attribute__((always_inline))`): then each use is an instruction of its own. */
void warpmem_access(const void*, unsigned, int, int);
/* Something that is not modelled (a texture load, ...): counted by name, per warp instruction's lane. */
void warpmem_not_modelled(const char*);

/* Cycles, a few more with each call: for clock() in device code. */
unsigned long long warpmem_cycles(void) WARPMEM_NOTHROW;

/* ---- memory. kind 0 device, 1 managed, 2 pinned host. Null: no room. Contents are zero. */
void* warpmem_device_allocate(size_t, int) WARPMEM_NOTHROW;
int warpmem_device_free(void*) WARPMEM_NOTHROW; /* 0: not the start of a live allocation */
/* The live allocation that holds this address: 0 when there is none. start and bytes may be null. Returns kind + 1. */
int warpmem_device_find(const void*, void**, size_t*) WARPMEM_NOTHROW;
size_t warpmem_device_bytes_in_use(void) WARPMEM_NOTHROW;
/* While a trace is made, host code that touches device memory (kind 0) stops the program, as a GPU's would; what does so on the
 * device's behalf, copies and libraries, does it between these two. They may be nested. */
void warpmem_device_open(void) WARPMEM_NOTHROW;
void warpmem_device_close(void) WARPMEM_NOTHROW;
void warpmem_device_reset(void) WARPMEM_NOTHROW; /* frees everything, as cudaDeviceReset does */

/* ---- stops the program as a fault does: message, kernel, block, thread, source line, status 3. For device assert, __trap. */
#ifdef __cplusplus
[[noreturn]]
#else
_Noreturn
#endif
void warpmem_fail(const char*);

/* ---- the modelled card. Defaults are the A100-SXM4-40GB's. */
struct warpmem_device_figures {
  char name[128];                /* name */
  size_t memory;                 /* memory: bytes of global memory */
  size_t shared_per_block;       /* shared_per_block: without opting in (49152) */
  size_t shared_per_block_optin; /* shared_per_block_optin */
  size_t shared_per_sm;          /* shared_per_sm */
  size_t shared_reserved;        /* shared_reserved: per block, by the system */
  size_t l2;                     /* l2: bytes */
  int sms;                       /* sms */
  int warps_per_sm;              /* warps_per_sm */
  int blocks_per_sm;             /* blocks_per_sm */
  int registers_per_sm;          /* registers_per_sm */
  int clock_khz;                 /* clock_khz */
  int memory_clock_khz;          /* memory_clock_khz */
  int bus_bits;                  /* bus_bits */
  int major, minor;              /* major, minor: compute capability */
};
const struct warpmem_device_figures* warpmem_device(void) WARPMEM_NOTHROW;

/* What the rewriter (src/record/front/) writes in the place of CUDA's own words, for the headers to define. Text comes to it
 * preprocessed, by g++ -E -x c++ -std=gnu++17 -O2 -isystem cuda/include -D__CUDACC__=1 -D__NVCC__=1 -D__CUDA_ARCH__=900
 * -include warpmem_cuda.h; host files (.cpp, .c) are compiled with -isystem cuda/include and nothing forced. Words it does not know
 * (__restrict__, __align__'s attribute) stay. k<T><<<g, b, s, st>>>(a, 0)   ::warpmem::launch(::warpmem::Geometry(g, b, s, st), "k<T>",
 * "file", line, ADDRESS,
 *                                 [&](auto& warpmem_a0) { k<T>(warpmem_a0, 0); }, a)   in one expression, of any type
 *                                 ADDRESS is (const void*)(k<T>), or nullptr where the template's arguments are deduced.
 *                                 Arguments are to be copied (arrays decay) and live until all threads are done.
 *   __global__                    __attribute__((noipa)): neither inlined nor cloned nor merged with its like
 *   __device__ int v;             __attribute__((section("warpmem_device"))) int v;   __constant__: "warpmem_constant".
 *                                 const arrays lose their const, const scalars the attribute; so do templates
 *   __shared__ T a[9];            static T a[9]; ::warpmem_shared_variable(__builtin_addressof(a), sizeof(a), alignof(..), "a");
 *   extern __shared__ T s[];      T* s = (T*)::warpmem_dynamic_shared;
 *   atomicAdd(p, v);              ::warpmem_red_atomicAdd(p, v);   where the value is not used, for Add Sub Min Max Inc Dec And Or
 *                                 Xor, each also with _block and _system, unless the program defines that name itself
 *   asm volatile("bar.sync 0;");  ::warpmem_barrier();   other PTX: ::warpmem_ptx_NAME(...) for the few that are known, else
 *                                 ::warpmem_fail("..."): it stops only a program that gets there
 *   cudaLaunchKernel((void*)k, ..)  and its like: the cast goes, so that a template over the kernel's type can be chosen
 */

#ifdef __cplusplus
}
#endif
