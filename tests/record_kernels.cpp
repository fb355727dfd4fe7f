#include "record_kernels.hpp"

#include "record/runtime.hpp"

struct Index {
  unsigned x, y, z;
};
extern const Index threadIdx __asm__("warpmem_threadIdx");
extern const Index blockIdx __asm__("warpmem_blockIdx");
extern const Index blockDim __asm__("warpmem_blockDim");

#define KERNEL __attribute__((noipa)) void
#define SHARED(TYPE, NAME, COUNT) \
  static TYPE NAME[COUNT];        \
  warpmem_shared_variable(NAME, sizeof NAME, alignof(TYPE), #NAME)
// What hands a launch's arguments over is not the kernel's: no hooks in it.
#define UNSEEN __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#define ALWAYS_INLINE inline __attribute__((always_inline))

namespace {

KERNEL copy_kernel(const float* in, float* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = in[i];
}

KERNEL parity_kernel(const float* in, float* out, int n) {
  float sum = 0;
  const int lane = static_cast<int>(threadIdx.x);
  for (int k = 0; k < n; ++k) {
    if ((k + lane) % 2 != 0) continue;
    sum += in[k];
    out[lane] = sum;
  }
}

template <int T>
KERNEL tile(const float* a, const float* b, float* c, int n) {
  SHARED(float, sa, T* T);
  SHARED(float, sb, T* T);
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const int i = static_cast<int>(blockIdx.y) * T + y, j = static_cast<int>(blockIdx.x) * T + x;
  float sum = 0;
  for (int t = 0; t < n / T; ++t) {
    sa[y * T + x] = a[i * n + t * T + x];
    sb[y * T + x] = b[(t * T + y) * n + j];
    warpmem_barrier();
    for (int k = 0; k < T; ++k) sum += sa[y * T + k] * sb[k * T + x];
    warpmem_barrier();
  }
  c[i * n + j] = sum;
}

KERNEL volatile_kernel(const int* in, int* out) {
  SHARED(int, s, 64);
  volatile int* const v = s;
  const unsigned t = threadIdx.x;
  v[t] = in[t];
  warpmem_barrier();
  if (t < 32) v[t] = v[t] + v[t + 32];
  for (unsigned d = 16; d > 0; d /= 2)
    if (t < d) v[t] = v[t] + v[t + d];
  if (t == 0) out[0] = v[0];
}

KERNEL volatile_blocks_kernel(const int* in, int* out) {
  SHARED(int, s, 64);
  volatile int* const v = s;
  const unsigned t = threadIdx.x;
  v[t] = in[blockIdx.x * 64 + t];
  warpmem_barrier();
  if (t < 32) v[t] = v[t] + v[t + 32];
  for (unsigned d = 16; d > 0; d /= 2)
    if (t < d) v[t] = v[t] + v[t + d];
  if (t == 0) out[blockIdx.x] = v[0];
}

KERNEL volatile_reads_kernel(const int* in, int* out) {
  SHARED(int, s, 64);
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (unsigned k = 0; k < 8; ++k) {
    s[t] = in[t] + static_cast<int>(k);
    warpmem_barrier();
    sum += *static_cast<volatile int*>(&s[63 - t]);
    warpmem_barrier();
  }
  out[blockIdx.x * 64 + t] = sum;
}

KERNEL grid_kernel(int* partial, int* out) {
  SHARED(int, mine, 1);
  const int block = static_cast<int>(blockIdx.x);
  if (threadIdx.x == 0) {
    mine[0] = block + 1;
    partial[block] = 10 * (block + 1);
  }
  warpmem_grid_barrier();
  if (threadIdx.x != 0) return;
  int sum = mine[0];
  for (int i = 0; i < 4; ++i) sum += partial[i];
  out[block] = sum;
}

KERNEL shuffle_kernel(const int* in, int* out) {
  const unsigned t = threadIdx.x, lane = t % 32;
  int sum = in[t];
  for (unsigned d = 16; d > 0; d /= 2)
    sum += static_cast<int>(warpmem_exchange(~0U, static_cast<unsigned>(sum), static_cast<int>((lane + d) % 32)));
  if (lane == 0) out[t / 32] = sum;
}

KERNEL here_kernel(unsigned* out) {
  if (threadIdx.x % 2 == 0) return;
  const unsigned here = warpmem_active_mask();
  const unsigned above = warpmem_ballot(here, threadIdx.x > 16);
  if (threadIdx.x == 1) {
    out[0] = here;
    out[1] = above;
  }
}

ALWAYS_INLINE int compare_and_swap(int* p, int expected, int value) {
  warpmem_access(p, 4, warpmem_atomic, -1);
  int old;
  __asm__ volatile("lock cmpxchgl %2, %1" : "=a"(old), "+m"(*p) : "r"(value), "0"(expected) : "memory");
  return old;
}

KERNEL lock_kernel(int* lock, int* count) {
  while (compare_and_swap(lock, 0, 1) != 0) {
  }
  *count += 1;
  *static_cast<volatile int*>(lock) = 0;
}

KERNEL next_block_kernel(int* flags) {
  volatile int* const v = flags;
  v[blockIdx.x] = 1;
  while (v[blockIdx.x + 1] == 0) {
  }
}

KERNEL return_kernel(int* out) {
  if (threadIdx.x >= 40) return;
  out[threadIdx.x] = 1;
  warpmem_barrier();
  out[threadIdx.x] += 1;
}

KERNEL two_barriers_kernel(int* out) {
  if (threadIdx.x < 16) {
    warpmem_barrier();
    out[0] = 1;
  } else {
    out[1] = 2;
    warpmem_barrier();
  }
}

KERNEL stuck_kernel(int* out) {
  if (threadIdx.x < 16)
    warpmem_barrier();
  else
    warpmem_syncwarp(~0U);
  out[0] = 1;
}

KERNEL dynamic_kernel(int* inout) {
  int* const s = reinterpret_cast<int*>(warpmem_dynamic_shared);
  SHARED(int, q, 8);
  const unsigned t = threadIdx.x;
  s[t] = inout[t];
  if (t < 8) q[t] = 3;
  warpmem_barrier();
  inout[t] = s[63 - t] + q[t % 8];
}

// Lane 0 to the static array, lane 1 to the dynamic one, in one instruction; lane 1 first where `swapped`.
KERNEL both_shared_kernel(bool swapped, int* out) {
  int* const s = reinterpret_cast<int*>(warpmem_dynamic_shared);
  SHARED(int, q, 8);
  const unsigned t = threadIdx.x;
  int* const mine = (t == 0) != swapped ? q : s;
  mine[t] = 7;
  warpmem_barrier();
  out[t] = mine[t];
}

// Touches one byte of the many of its own.
template <int Bytes>
KERNEL large_frame_kernel(int* out, int at) {
  volatile char own[Bytes];
  own[at] = static_cast<char>(threadIdx.x);
  warpmem_barrier();
  out[threadIdx.x] = own[at];
}

KERNEL unordered_kernel(int* inout) {
  SHARED(int, q, 64);
  q[threadIdx.x] = inout[threadIdx.x];
  inout[threadIdx.x] = q[63 - threadIdx.x];
}

KERNEL gather_kernel(const int* index, const float* in, float* out) { out[threadIdx.x] = in[index[threadIdx.x]]; }

KERNEL pointer_kernel(const record_kernels::Node* node, int* out) {
  int sum = 0;
  for (; node != nullptr; node = node->next) sum += node->values[2];
  *out = sum;
}

KERNEL index_kernel(const int* next, int* out, int n) {
  int i = 0;
  for (int k = 0; k < n; ++k) i = next[i];
  *out = i;
}

KERNEL rows_kernel(const float* in, float* out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k * 32 + static_cast<int>(threadIdx.x)];
  out[threadIdx.x] = sum;
}

KERNEL misaligned_kernel(const char* in, int* out) {
  const int* p = reinterpret_cast<const int*>(in + 2);
  __asm__("" : "+r"(p));
  out[threadIdx.x] = p[threadIdx.x];
}

KERNEL polynomial_kernel(const float* in, float* out) {
  const float x = in[threadIdx.x];
  float sum = x;
#pragma GCC unroll 16
  for (int k = 0; k < 16; ++k) sum = sum * x + 3.0F;
  out[threadIdx.x] = sum;
}

template <class T>
KERNEL structure_kernel(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

KERNEL vectors_kernel(const record_kernels::Vector* in, record_kernels::Vector* out) {
  const unsigned t = threadIdx.x;
  out[t] = in[t];
  out[t + 2] = in[t + 2];
}

__attribute__((noinline)) int deeper(int* out, int n) {
  volatile char room[4096];
  room[n % 4096] = 1;
  return n == 0 ? out[0] : deeper(out, n + 1) + room[7];
}
KERNEL recurse_kernel(int* out) { out[0] = deeper(out, 1); }

KERNEL divide_kernel(int* out, int by) { out[0] = out[1] / by; }

KERNEL pointer_read_kernel(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

__attribute__((noipa)) int descend(const int* depth, int n) {
  if (n == 0) return 1;
  const int below = descend(depth, n - 1);
  return below + depth[32 + n];
}
KERNEL descend_kernel(const int* depth, int* out) { out[threadIdx.x] = descend(depth, depth[threadIdx.x]); }

KERNEL long_kernel(const int* in, int* out, int n) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k % 1024];
  *out = sum;
}

template <class Body>
int launch(unsigned blocks_x, unsigned blocks_y, unsigned threads_x, unsigned threads_y, std::size_t shared, const char* name, Body body) {
  const unsigned grid[3] = {blocks_x, blocks_y, 1}, block[3] = {threads_x, threads_y, 1};
  return warpmem_launch(
      grid, block, shared, name, "record_kernels.cpp", 1, nullptr, [](void* self) UNSEEN { (*static_cast<Body*>(self))(); }, &body);
}
template <class Body>
int launch(unsigned threads, const char* name, Body body) {
  return launch(1, 1, threads, 1, 0, name, body);
}

}  // namespace

namespace record_kernels {

int copy(unsigned blocks, unsigned threads, const float* in, float* out, int n) {
  return launch(blocks, 1, threads, 1, 0, "copy_kernel", [=] UNSEEN { copy_kernel(in, out, n); });
}
int by_parity(const float* in, float* out, int n) {
  return launch(32, "parity_kernel", [=] UNSEEN { parity_kernel(in, out, n); });
}
int tiled_product(const float* a, const float* b, float* c, int n) {
  const auto tiles = static_cast<unsigned>(n / 16);
  return launch(tiles, tiles, 16, 16, 0, "tile<T>", [=] UNSEEN { tile<16>(a, b, c, n); });
}
int sum_without_barriers(const int* in, int* out) {
  return launch(64, "volatile_kernel", [=] UNSEEN { volatile_kernel(in, out); });
}
int sums_without_barriers(unsigned blocks, const int* in, int* out) {
  return launch(blocks, 1, 64, 1, 0, "volatile_blocks_kernel", [=] UNSEEN { volatile_blocks_kernel(in, out); });
}
int read_volatile(unsigned blocks, const int* in, int* out) {
  return launch(blocks, 1, 64, 1, 0, "volatile_reads_kernel", [=] UNSEEN { volatile_reads_kernel(in, out); });
}
int across_the_grid(bool cooperative, int* partial, int* out) {
  if (cooperative) warpmem_next_launch_is_cooperative();
  return launch(4, 1, 64, 1, 0, "grid_kernel", [=] UNSEEN { grid_kernel(partial, out); });
}
int sum_by_shuffles(const int* in, int* out) {
  return launch(64, "shuffle_kernel", [=] UNSEEN { shuffle_kernel(in, out); });
}
int who_is_here(unsigned* out) {
  return launch(32, "here_kernel", [=] UNSEEN { here_kernel(out); });
}
int lock(unsigned threads, int* lock, int* count) {
  return launch(threads, "lock_kernel", [=] UNSEEN { lock_kernel(lock, count); });
}
int wait_for_next_block(int* flags) {
  return launch(2, 1, 32, 1, 0, "next_block_kernel", [=] UNSEEN { next_block_kernel(flags); });
}
int barrier_after_return(int* out) {
  return launch(64, "return_kernel", [=] UNSEEN { return_kernel(out); });
}
int two_barriers(int* out) {
  return launch(64, "two_barriers_kernel", [=] UNSEEN { two_barriers_kernel(out); });
}
int stuck(int* out) {
  return launch(64, "stuck_kernel", [=] UNSEEN { stuck_kernel(out); });
}
int dynamic_and_static(std::size_t bytes, int* inout) {
  return launch(1, 1, 64, 1, bytes, "dynamic_kernel", [=] UNSEEN { dynamic_kernel(inout); });
}
int both_shared(bool swapped, int* out) {
  return launch(1, 1, 2, 1, 64, "both_shared_kernel", [=] UNSEEN { both_shared_kernel(swapped, out); });
}
int large_frames(bool huge, int* out, int at) {
  if (huge) return launch(64, "large_frame_kernel", [=] UNSEEN { large_frame_kernel<(64 << 20)>(out, at); });
  return launch(64, "large_frame_kernel", [=] UNSEEN { large_frame_kernel<(200 << 10)>(out, at); });
}
int unordered_warps(int* inout) {
  return launch(64, "unordered_kernel", [=] UNSEEN { unordered_kernel(inout); });
}
int gather(const int* index, const float* in, float* out) {
  return launch(32, "gather_kernel", [=] UNSEEN { gather_kernel(index, in, out); });
}
int chase_pointers(const Node* first, int* out) {
  return launch(1, "pointer_kernel", [=] UNSEEN { pointer_kernel(first, out); });
}
int chase_indices(const int* next, int* out, int n) {
  return launch(1, "index_kernel", [=] UNSEEN { index_kernel(next, out, n); });
}
int sum_rows(const float* in, float* out, int n) {
  return launch(32, "rows_kernel", [=] UNSEEN { rows_kernel(in, out, n); });
}
int misaligned(const char* in, int* out) {
  return launch(32, "misaligned_kernel", [=] UNSEEN { misaligned_kernel(in, out); });
}
int polynomial(const float* in, float* out) {
  return launch(32, "polynomial_kernel", [=] UNSEEN { polynomial_kernel(in, out); });
}
int copy_floats(const Floats* in, Floats* out) {
  return launch(2, "structure_kernel", [=] UNSEEN { structure_kernel(in, out); });
}
int copy_doubles(const Doubles* in, Doubles* out) {
  return launch(2, "structure_kernel", [=] UNSEEN { structure_kernel(in, out); });
}
int copy_vectors(const Vector* in, Vector* out) {
  return launch(2, "vectors_kernel", [=] UNSEEN { vectors_kernel(in, out); });
}
int copy_pairs(const Pair* in, Pair* out) {
  return launch(2, "structure_kernel", [=] UNSEEN { structure_kernel(in, out); });
}
int recurse(int* out) {
  return launch(1, "recurse_kernel", [=] UNSEEN { recurse_kernel(out); });
}
int divide(int* out, int by) {
  return launch(1, "divide_kernel", [=] UNSEEN { divide_kernel(out, by); });
}
int read_pointer(const int* in, int* out) {
  return launch(32, "pointer_read_kernel", [=] UNSEEN { pointer_read_kernel(in, out); });
}
int calls_at_depth(const int* depth, int* out) {
  return launch(32, "descend_kernel", [=] UNSEEN { descend_kernel(depth, out); });
}
int one_long_thread(const int* in, int* out, int n) {
  return launch(1, "long_kernel", [=] UNSEEN { long_kernel(in, out, n); });
}

}  // namespace record_kernels
