// Device code of the record tests, compiled with the hooks; each function launches one kernel.
#pragma once

#include <cstddef>

namespace record_kernels {

struct Node {
  Node* next;
  int values[6];
};

// Grid and block are one-dimensional; the result is warpmem_launch's.
int copy(unsigned blocks, unsigned threads, const float* in, float* out, int n);
int by_parity(const float* in, float* out, int n);                    // one warp: every other lane reads in each of n rounds
int tiled_product(const float* a, const float* b, float* c, int n);   // 16 x 16 tiles of n x n
int sum_without_barriers(const int* in, int* out);                    // 64 volatile values, one block
int sums_without_barriers(unsigned blocks, const int* in, int* out);  // as above, each block's own 64 values
int read_volatile(unsigned blocks, const int* in, int* out);          // 64 values of shared memory, read volatile in 8 rounds
int across_the_grid(bool cooperative, int* partial, int* out);        // 4 blocks: out[b] = b + 1 + the sum of 10 (b + 1)
int sum_by_shuffles(const int* in, int* out);                         // two warps: out[0], out[1]
int who_is_here(unsigned* out);                                       // out[0]: of odd lanes; out[1]: those of them above 16
int lock(unsigned threads, int* lock, int* count);
int wait_for_next_block(int* flags);
int barrier_after_return(int* out);  // 64 threads, of which 40 go on
int two_barriers(int* out);
int stuck(int* out);
int dynamic_and_static(std::size_t bytes, int* inout);  // 64 threads
int both_shared(bool swapped, int* out);                // two threads, one at a static array, one at the dynamic one
int large_frames(bool huge, int* out, int at);          // 64 threads with 200 KiB or 64 MiB of local arrays, of which one byte is used
int unordered_warps(int* inout);
int gather(const int* index, const float* in, float* out);  // one warp
int chase_pointers(const Node* first, int* out);            // one thread
int chase_indices(const int* next, int* out, int n);        // one thread
int sum_rows(const float* in, float* out, int n);           // one warp, n loads each, one row
int misaligned(const char* in, int* out);
int polynomial(const float* in, float* out);  // one warp: 16 multiplications and additions between a load and a store
struct Floats {
  float v[6];
};
struct Doubles {
  double v[5];
};
struct Pair {
  double x, y;
};
int copy_floats(const Floats* in, Floats* out);     // two threads, a structure each
int copy_doubles(const Doubles* in, Doubles* out);  // two threads
typedef float Vector __attribute__((vector_size(16)));
int copy_vectors(const Vector* in, Vector* out);  // two threads, two vectors each
int copy_pairs(const Pair* in, Pair* out);        // two threads
int recurse(int* out);
int divide(int* out, int by);
int read_pointer(const int* in, int* out);            // one warp
int calls_at_depth(const int* depth, int* out);       // one warp: each lane recurses as deep as depth says
int one_long_thread(const int* in, int* out, int n);  // n rounds over 1,024 values

}  // namespace record_kernels
