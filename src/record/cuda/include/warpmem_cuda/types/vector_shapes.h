// How CUDA's vector types are made.
//
// A GPU loads and stores an aligned vector of 2 or 4 components with one instruction. g++ would split such a copy into its
// members as soon as one of them is used by itself; three things keep it whole:
//  - a volatile byte in the union keeps g++'s scalar replacement away from the type (nothing ever reads it), so that
//    `float4 v = a[i]` is one 16-byte read and `v` an ordinary local;
//  - assignment goes through one machine word, behind an empty asm that stops g++ from splitting it again. It also reads
//    before it writes, in `b[i] = a[i]` too.
//  - a member of no size has a copy constructor of its own, so that a struct with vectors in it is copied member by member,
//    not as a run of bytes.
// The types stay aggregates that need no construction, so `{1, 2}`, members of unions and constant expressions work as
// with nvcc. What does not: an array of vectors whose elements have no braces of their own, and the copy of a union.
// Vectors of 3 copy member by member, as on the GPU.
#ifndef WARPMEM_CUDA_VECTOR_SHAPES_H
#define WARPMEM_CUDA_VECTOR_SHAPES_H

typedef unsigned short __attribute__((may_alias)) warpmem_word2;
typedef unsigned int __attribute__((may_alias)) warpmem_word4;
typedef unsigned long long __attribute__((may_alias)) warpmem_word8;
typedef unsigned long long __attribute__((vector_size(16), may_alias)) warpmem_word16;

#define WARPMEM_KEEP_WHOLE_2(__word) __asm__("" : "+r"(__word))
#define WARPMEM_KEEP_WHOLE_4(__word) __asm__("" : "+r"(__word))
#define WARPMEM_KEEP_WHOLE_8(__word) __asm__("" : "+r"(__word))
#if defined(__x86_64__)
#define WARPMEM_KEEP_WHOLE_16(__word) __asm__("" : "+x"(__word))
#else
#define WARPMEM_KEEP_WHOLE_16(__word) __asm__("" : "+w"(__word))
#endif

#ifdef __cplusplus
// The copy constructor is left to the compiler on purpose: declaring it would end the types' being aggregates in C++20.
#pragma GCC diagnostic ignored "-Wdeprecated-copy"
struct warpmem_copied_alone {
  warpmem_copied_alone() = default;
  constexpr warpmem_copied_alone(const warpmem_copied_alone&) {}
  warpmem_copied_alone& operator=(const warpmem_copied_alone&) = default;
};
#define WARPMEM_COPIED_ALONE [[no_unique_address]] warpmem_copied_alone warpmem_copied;
#define WARPMEM_ASSIGN_WHOLE(__name, __bytes)                               \
  __attribute__((always_inline)) __name& operator=(const __name& __other) { \
    warpmem_word##__bytes __word = __other.warpmem_whole;                   \
    WARPMEM_KEEP_WHOLE_##__bytes(__word);                                   \
    warpmem_whole = __word;                                                 \
    return *this;                                                           \
  }
// Two 16-byte accesses, as the widest instruction has 16 bytes.
#define WARPMEM_ASSIGN_HALVES(__name)                                       \
  __attribute__((always_inline)) __name& operator=(const __name& __other) { \
    warpmem_word16 __low = __other.warpmem_low;                             \
    WARPMEM_KEEP_WHOLE_16(__low);                                           \
    warpmem_word16 __high = __other.warpmem_high;                           \
    WARPMEM_KEEP_WHOLE_16(__high);                                          \
    warpmem_low = __low;                                                    \
    warpmem_high = __high;                                                  \
    return *this;                                                           \
  }
#define WARPMEM_ASSIGN_1(__name)                                            \
  __attribute__((always_inline)) __name& operator=(const __name& __other) { \
    x = __other.x;                                                          \
    return *this;                                                           \
  }
#define WARPMEM_ASSIGN_3(__name)                                            \
  __attribute__((always_inline)) __name& operator=(const __name& __other) { \
    auto __x = __other.x;                                                   \
    auto __y = __other.y;                                                   \
    auto __z = __other.z;                                                   \
    x = __x;                                                                \
    y = __y;                                                                \
    z = __z;                                                                \
    return *this;                                                           \
  }
#else
#define WARPMEM_COPIED_ALONE
#define WARPMEM_ASSIGN_WHOLE(__name, __bytes)
#define WARPMEM_ASSIGN_HALVES(__name)
#define WARPMEM_ASSIGN_1(__name)
#define WARPMEM_ASSIGN_3(__name)
#endif

#define WARPMEM_VECTOR_1(__name, __scalar) \
  typedef struct __name {                  \
    __scalar x;                            \
    WARPMEM_ASSIGN_1(__name)               \
  } __name;
#define WARPMEM_VECTOR_3(__name, __scalar) \
  typedef struct __name {                  \
    __scalar x, y, z;                      \
    WARPMEM_ASSIGN_3(__name)               \
  } __name;
#define WARPMEM_VECTOR_WHOLE(__name, __bytes, ...)          \
  typedef struct __attribute__((aligned(__bytes))) __name { \
    __extension__ union {                                   \
      __extension__ struct { __VA_ARGS__; };                \
      warpmem_word##__bytes warpmem_whole;                  \
      volatile char warpmem_kept_whole;                     \
    };                                                      \
    WARPMEM_COPIED_ALONE                                    \
    WARPMEM_ASSIGN_WHOLE(__name, __bytes)                   \
  } __name;
#define WARPMEM_VECTOR_HALVES(__name, __scalar)        \
  typedef struct __attribute__((aligned(16))) __name { \
    __extension__ union {                              \
      __extension__ struct { __scalar x, y; };         \
      warpmem_word16 warpmem_low;                      \
      volatile char warpmem_kept_low;                  \
    };                                                 \
    __extension__ union {                              \
      __extension__ struct { __scalar z, w; };         \
      warpmem_word16 warpmem_high;                     \
      volatile char warpmem_kept_high;                 \
    };                                                 \
    WARPMEM_COPIED_ALONE                               \
    WARPMEM_ASSIGN_HALVES(__name)                      \
  } __name;

#endif
